/**
 * Values of custom fields as a row stores them. A choice is stored in a list, which tells it from a
 * text: indexes and words follow from a row alone, also after its field was deleted.
 */
import type {
  CustomField,
  FieldChanges,
  FieldOwner,
  FieldValue,
  FieldValues,
} from '@balcao/shared/entities/custom-field.ts'
import type { FieldChange } from '@balcao/shared/entities/field-change.ts'
import { AppError, type FieldProblem } from '@balcao/shared/errors.ts'
import { checkFieldValue } from '@balcao/shared/rules/custom-fields/check-field-value.ts'
import { fieldText } from '@balcao/shared/rules/custom-fields/field-text.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { put, remove, type Write } from '../table/transact.ts'
import { fieldAmong, fieldsById, fieldsOn } from './custom-field.ts'

type StoredValue = FieldValue | readonly [choice: string]

/** Values by field id. */
export type StoredFields = Readonly<Record<string, StoredValue>>

const NONE: StoredFields = {}

/** Returns a stored value as it is on the wire. */
export const shownValue = (stored: StoredValue): FieldValue => (typeof stored === 'object' ? stored[0] : stored)

/** Returns stored values as they are on the wire, also those whose field was deleted. */
export const wireFields = (stored: StoredFields = NONE): FieldValues =>
  Object.fromEntries(Object.entries(stored).map(([id, value]) => [id, shownValue(value)]))

/**
 * Returns the values that a row shows: those whose field was not
 * deleted. Reads nothing without values.
 */
export async function shownFields(companyId: string, stored: StoredFields | undefined): Promise<FieldValues> {
  if (!stored) return {}
  const known = await fieldsById(companyId, Object.keys(stored))
  return Object.fromEntries(
    Object.entries(stored).flatMap(([id, value]) => (known.has(id) ? [[id, shownValue(value)]] : [])),
  )
}

/** Maximum bytes of a row's values, as JSON in UTF-8: lists read them with the row. */
const MAX_BYTES = 8192

/** Change of a row's values that a call asks for. */
export type FieldsChange = {
  /**
   * Returns the values after the change, undefined where there are none.
   * @throws ERR_VALIDATION with the path of each wrong value
   */
  apply: (now: StoredFields | undefined) => StoredFields | undefined
  /** Fields that the kind of row has. */
  fields: readonly CustomField[]
}

/**
 * Returns the change of a row's values that a call asks for. It is checked against the row as it is
 * when it is written, and drops values whose field was deleted.
 * @throws ERR_NO_FIELD_FOUND
 */
export async function fieldsChange(companyId: string, on: FieldOwner, changes: FieldChanges): Promise<FieldsChange> {
  const ids = Object.keys(changes)
  if (ids.length === 0) return { apply: now => now, fields: [] }
  const fields = await fieldsOn(companyId, on)
  for (const id of ids) fieldAmong(fields, id)
  return changeOf(fields, changes)
}

/** Returns the change of a row's values among these fields, which are all that the row can have. */
export function changeOf(fields: readonly CustomField[], changes: FieldChanges): FieldsChange {
  const apply = (now: StoredFields = NONE) => {
    const problems: FieldProblem[] = []
    const after: Record<string, StoredValue> = {}
    for (const field of fields) {
      const { id } = field
      const kept = now[id]
      if (!(id in changes)) {
        if (kept !== undefined) after[id] = kept
        continue
      }
      const checked = checkFieldValue(field, changes[id]!, kept === undefined ? undefined : shownValue(kept))
      if ('problem' in checked) problems.push({ path: `fields.${id}`, ...checked.problem })
      else if (checked.value !== null) after[id] = field.type === 'choice' ? [String(checked.value)] : checked.value
    }
    if (Buffer.byteLength(JSON.stringify(after)) > MAX_BYTES)
      problems.push({ path: 'fields', code: 'too_long', maximum: MAX_BYTES })
    if (problems.length > 0) throw new AppError('ERR_VALIDATION', { details: problems })
    return Object.keys(after).length > 0 ? after : undefined
  }
  return { apply, fields }
}

/** Values longer than this are cut in logs. */
const MAX_LOGGED = 200

/**
 * Returns the changed values of these fields as logs show them, under the
 * names that the fields have now.
 */
export const loggedChanges = (
  fields: readonly CustomField[],
  before: StoredFields | undefined = NONE,
  after: StoredFields | undefined = NONE,
): FieldChange[] =>
  fields
    .filter(({ id }) => JSON.stringify(before[id]) !== JSON.stringify(after[id]))
    .map(field => ({
      field: field.name,
      before: logged(field, before[field.id]),
      after: logged(field, after[field.id]),
    }))

/** Returns the changed values of a row as logs show them; reads nothing where none changed. */
export async function fieldChangesOf(
  companyId: string,
  before: StoredFields | undefined = NONE,
  after: StoredFields | undefined = NONE,
): Promise<FieldChange[]> {
  if (before === after) return []
  const known = await fieldsById(companyId, [...Object.keys(before), ...Object.keys(after)])
  return loggedChanges([...known.values()], before, after)
}

const logged = ({ type }: CustomField, stored: StoredValue | undefined): string | null =>
  stored === undefined ? null : cutText(fieldText(type, shownValue(stored)), MAX_LOGGED)

/**
 * Maximum words of a row's values by which it is found: each is an item in the row's transaction.
 */
const MAX_SEARCHED = 12

/** Number of rows of an index that are deleted per read. */
const BATCH_SIZE = 500
/** Sort key before every other. */
const LOWEST = '\u0001'

const DAY_OR_LINK = /^(\d{4}-\d\d-\d\d$|https?:)/

/**
 * Returns the words of texts and choices by which a row is found, in the
 * order of their fields' creation.
 */
export function fieldWords(stored: StoredFields | undefined = NONE): string[] {
  const words = Object.keys(stored)
    .sort()
    .map(id => shownValue(stored[id]!))
    .flatMap(value => (typeof value === 'string' && !DAY_OR_LINK.test(value) ? searchWords(value) : []))
  return [...new Set(words)].slice(0, MAX_SEARCHED)
}

/** Row that has a choice or a yes-or-no value of a field. */
const FIELD_LINKS = defineRow({
  kind: 'fieldLink',
  key: { pk: '${companyId}#rows-of-field#${fieldId}', sk: '${value}#${rowId}' },
  content: z.object({
    companyId: z.string(),
    fieldId: z.string(),
    /** Value, as `keyPart` writes it. */
    value: z.string(),
    rowId: z.string(),
  }),
})

/**
 * Returns a value as a part of a sort key: behind its `#` stands the row, so that the rows of a
 * choice are never among those of another one, which begins with it.
 */
const keyPart = (value: string): string => value.replaceAll('%', '%25').replaceAll('#', '%23')

/** Returns the values of a row that an index finds. */
const indexed = (stored: StoredFields): Map<string, string> =>
  new Map(
    Object.entries(stored).flatMap(([id, value]) =>
      typeof value === 'boolean' || typeof value === 'object' ? [[id, String(shownValue(value))] as const] : [],
    ),
  )

/**
 * Returns the writes, labelled `fieldLink`, by which a row is found by
 * its choices and yes-or-no values.
 */
export function fieldLinkWrites(
  companyId: string,
  rowId: string,
  before: StoredFields | undefined = NONE,
  after: StoredFields | undefined = NONE,
): Write[] {
  const [had, has] = [indexed(before), indexed(after)]
  return [
    ...[...had]
      .filter(([fieldId, value]) => has.get(fieldId) !== value)
      .map(([fieldId, value]) =>
        remove('fieldLink', FIELD_LINKS.delete({ companyId, fieldId, value: keyPart(value), rowId })),
      ),
    ...[...has]
      .filter(([fieldId, value]) => had.get(fieldId) !== value)
      .map(([fieldId, value]) =>
        put('fieldLink', FIELD_LINKS.put({ companyId, fieldId, value: keyPart(value), rowId })),
      ),
  ]
}

/** Maximum number of indexed values that change in one transaction, of a hundred writes. */
const MAX_AT_ONCE = 12

/**
 * Returns the values of a row after each of the transactions that bring them from `before` to
 * `after`: more than one only where many indexed values change, `most` in each.
 */
export function fieldSteps(
  before: StoredFields | undefined,
  after: StoredFields | undefined,
  most = MAX_AT_ONCE,
): (StoredFields | undefined)[] {
  const [had, has] = [indexed(before ?? NONE), indexed(after ?? NONE)]
  const moved = [...new Set([...had.keys(), ...has.keys()])].filter(id => had.get(id) !== has.get(id))
  const steps: (StoredFields | undefined)[] = []
  for (let done = most; done < moved.length; done += most) {
    const later = new Set(moved.slice(done))
    const now = [
      ...Object.entries(after ?? NONE).filter(([id]) => !later.has(id)),
      ...Object.entries(before ?? NONE).filter(([id]) => later.has(id)),
    ]
    steps.push(Object.fromEntries(now))
  }
  return [...steps, after]
}

/** Deletes the index of a deleted field. Idempotent. */
export async function removeFieldLinks(companyId: string, fieldId: string): Promise<void> {
  for (;;) {
    const query = FIELD_LINKS.query({ companyId, fieldId }, { above: LOWEST })
    const { items } = await queryItems<TableKey>(query, BATCH_SIZE, { attributes: ['pk', 'sk'], consistent: true })
    if (items.length === 0) return
    await removeKeys(items)
  }
}

/** Choice or yes-or-no value of a field, by which rows are found. */
export type FieldFilter = { fieldId: string; value: string }

/** Returns whether a row has the value. */
export const hasFieldValue = (stored: StoredFields | undefined, { fieldId, value }: FieldFilter): boolean =>
  indexed(stored ?? NONE).get(fieldId) === value

/**
 * Reads ids of rows that have a value, before `before`, newest first, at most `limit`. Costs half a
 * read unit per about 20.
 */
export async function rowsOfFieldValue(
  companyId: string,
  { fieldId, value }: FieldFilter,
  { limit, before }: { limit: number; before?: string | null | undefined },
): Promise<string[]> {
  // The range includes its ends; the row where the last page ended is left out below.
  const range = { from: `${keyPart(value)}#0`, to: `${keyPart(value)}#${before ?? 'g'}` }
  const query = FIELD_LINKS.query({ companyId, fieldId }, range)
  const { items } = await queryItems<{ rowId: string }>(query, limit + 1, { attributes: ['rowId'] })
  return items
    .map(({ rowId }) => rowId)
    .filter(id => id !== before)
    .slice(0, limit)
}
