/**
 * Maps attributes of Chatwoot's conversations: each defined one is a custom field of tickets here;
 * what no field takes becomes lines of a note.
 */
import { type FieldType, type FieldValue, MAX_CHOICE_LENGTH, MAX_CHOICES } from '../../entities/custom-field.ts'
import { checkFieldValue } from '../custom-fields/check-field-value.ts'
import { normalizeName } from '../normalize-name.ts'
import type { ChatwootRow } from './chatwoot-tables.ts'
import type { ImportedTicketField } from './record.ts'
import { jsonOf, type Mapped, nameIn } from './values.ts'

/** Number of `attribute_model` of attributes of conversations, and of contacts. */
export const OF_CONVERSATION = '0'
export const OF_CONTACT = '1'

/** Types by the number of `attribute_display_type`; money and percents are numbers. */
const TYPES: readonly FieldType[] = ['text', 'number', 'number', 'number', 'link', 'date', 'choice', 'boolean']

/** Longest name of a field. */
const NAME = 60

/** @param taken names of the fields before it, to which its own is added */
export function mapTicketField(
  row: ChatwootRow<'custom_attribute_definitions'>,
  taken: Set<string>,
): Mapped<ImportedTicketField> {
  if (!row.id || !row.attribute_key) return { refusal: 'noId' }
  const choices = choicesIn(row.attribute_values)
  const wanted = TYPES[Number(row.attribute_display_type ?? 0)] ?? 'text'
  const label = nameIn(row.attribute_display_name, NAME) || nameIn(row.attribute_key, NAME)
  const name = taken.has(normalizeName(label)) ? nameIn(`${row.attribute_key} ${label}`, NAME) : label
  taken.add(normalizeName(name))
  const record: ImportedTicketField = {
    kind: 'ticketField',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name,
    // Choices that do not fit here are texts.
    type: wanted === 'choice' && !choices ? 'text' : wanted,
    choices: wanted === 'choice' ? (choices ?? []) : [],
  }
  return { record, changes: [] }
}

/** Returns the values to choose from; null if there are none, or too many or too long ones. */
function choicesIn(text: string | null): string[] | null {
  const given = jsonOf(text)
  const list = (Array.isArray(given) ? given : []).map(one => String(one).trim()).filter(Boolean)
  const unique = [...new Map(list.map(one => [normalizeName(one), one])).values()]
  const fits = unique.length > 0 && unique.length <= MAX_CHOICES && unique.every(one => one.length <= MAX_CHOICE_LENGTH)
  return fits ? unique : null
}

/** Field that a conversation may have a value of, by the key of its attribute. */
export type KnownFields = ReadonlyMap<string, ImportedTicketField>

/** Bytes of a ticket's values, as JSON: the product keeps 8 KB. */
const VALUES = 7000

/** Returns the values that fields take, and a line for each of the others. */
export function fieldValues(
  attributes: string | null,
  fields: KnownFields,
): { values: { fieldId: string; value: FieldValue }[]; lines: string[] } {
  const values: { fieldId: string; value: FieldValue }[] = []
  const lines: string[] = []
  let bytes = 0
  for (const [key, given] of Object.entries(jsonOf(attributes) ?? {})) {
    if (given === null || given === '') continue
    const field = fields.get(key)
    const value = field && checkedValue(field, given)
    const size = JSON.stringify(given).length * 3 + 40
    if (value === undefined || bytes + size > VALUES) {
      const text = typeof given === 'object' ? JSON.stringify(given) : String(given)
      lines.push(`${field?.name ?? nameIn(key)}: ${text}`)
      continue
    }
    bytes += size
    values.push({ fieldId: field!.source.id, value })
  }
  return { values, lines }
}

/** Returns a value as a field takes it; undefined if it does not. */
function checkedValue({ type, choices }: ImportedTicketField, given: unknown): FieldValue | undefined {
  if (typeof given === 'object') return undefined
  const text = String(given).trim()
  const read: FieldValue =
    type === 'number'
      ? Number(text || Number.NaN)
      : type === 'boolean'
        ? text === 'true' || (text !== 'false' && text)
        : type === 'date'
          ? text.slice(0, 10)
          : text
  // A choice that is no longer offered stays where it is set, if it is as short as one.
  const kept = type === 'choice' && text.length <= MAX_CHOICE_LENGTH ? text : undefined
  const checked = checkFieldValue({ type, choices }, read, kept)
  return 'value' in checked && checked.value !== null ? checked.value : undefined
}
