import { Email, Name } from '@balcao/shared/api-contract/fields.ts'
import { MAX_CONTACT_TAGS } from '@balcao/shared/entities/contact.ts'
import type { CustomField, FieldValue, FieldValues } from '@balcao/shared/entities/custom-field.ts'
import type { SheetProblem } from '@balcao/shared/entities/sheet-import.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { plainCell } from '@balcao/shared/rules/csv.ts'
import { checkFieldValue } from '@balcao/shared/rules/custom-fields/check-field-value.ts'
import { fieldValueOf } from '@balcao/shared/rules/custom-fields/field-text.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import { shortSpelling } from '@balcao/shared/rules/phone-number.ts'
import { readNumber } from './phone-cell.ts'
import { readSheet } from './read-sheet.ts'
import { type Cell, cellText, type SheetRow } from './sheet.ts'
import { type Columns, namedColumns, plainColumns } from './sheet-columns.ts'

/** A person in a sheet. `name` and `email` are empty where the sheet has none. */
export type SheetPerson = {
  row: number
  name: string
  number: string
  email: string
  /** Values of custom fields that the sheet has; missing without any. */
  fields?: FieldValues
  /** Ids of the tags that the sheet has; missing without any. */
  tags?: string[]
}

/** Raw values of a row, for the person who has to correct it. */
export type GivenRow = { name: string; number: string; email: string }

export type ReadRow = { person: SheetPerson } | { problem: SheetProblem; given: GivenRow }

const textOf = (cell: Cell | undefined): string => plainCell(cellText(String(cell ?? '')))

/**
 * Returns the people of a sheet, row by row: each is a person, or has a problem. The first row
 * determines the columns (`sheet-columns.ts`), also those of custom `fields`. Tags are those that
 * exist, by name; without any given the column is not read. Of rows with the same number, in
 * whatever spelling, the first counts.
 * @throws ERR_SHEET_NO_COLUMNS and what `readSheet` throws
 */
export async function* readPeople(
  bytes: Buffer,
  fields: readonly CustomField[] = [],
  tags: readonly Pick<Tag, 'id' | 'name'>[] | null = null,
): AsyncGenerator<ReadRow> {
  const tagIds = tags && new Map(tags.map(({ id, name }) => [normalizeName(name), id]))
  let columns: Columns | undefined
  /** Row of each number. */
  const seen = new Map<string, number>()
  for await (const row of readSheet(bytes)) {
    if (columns) yield read(row, columns, seen, tagIds)
    else {
      columns = namedColumns(row.cells, fields)
      if (columns) continue
      columns = plainColumns(row.cells)
      if (!columns) throw new AppError('ERR_SHEET_NO_COLUMNS')
      yield read(row, columns, seen, tagIds)
    }
  }
  if (!columns) throw new AppError('ERR_SHEET_NO_COLUMNS')
}

function read(
  { row, cells }: SheetRow,
  columns: Columns,
  seen: Map<string, number>,
  tagIds: ReadonlyMap<string, string> | null,
): ReadRow {
  const numberCell = cells[columns.number] ?? null
  const given = {
    name: columns.name === null ? '' : textOf(cells[columns.name]),
    number: textOf(numberCell),
    email: columns.email === null ? '' : textOf(cells[columns.email]),
  }
  const refuse = (code: SheetProblem['code'], of: number | null = null, field?: string): ReadRow => ({
    problem: { row, code, of, ...(field === undefined ? {} : { field }) },
    given,
  })
  const found = readNumber(typeof numberCell === 'string' ? given.number : numberCell)
  if ('problem' in found) return refuse(found.problem)
  const { number } = found
  if (given.name !== '' && !Name.safeParse(given.name).success) return refuse('badName')
  const email = given.email === '' ? '' : Email.safeParse(given.email).data
  if (email === undefined) return refuse('badEmail')
  const values: FieldValues = {}
  for (const { at, field } of columns.fields) {
    const value = valueIn(field, cells[at] ?? null)
    if (value === undefined) return refuse('badField', null, field.name)
    if (value !== null) values[field.id] = value
  }
  const named = columns.tags === null || !tagIds ? [] : namesIn(textOf(cells[columns.tags]))
  const tags = [...new Set(named.map(name => tagIds?.get(normalizeName(name))))]
  const unknown = named.find(name => !tagIds?.has(normalizeName(name)))
  if (unknown !== undefined || tags.length > MAX_CONTACT_TAGS) return refuse('badField', null, 'tags')
  const key = shortSpelling(number)
  const first = seen.get(key)
  if (first !== undefined) return refuse('double', first)
  seen.set(key, row)
  const fields = Object.keys(values).length > 0 ? { fields: values } : {}
  return {
    person: { row, name: given.name, number, email, ...fields, ...(tags.length > 0 ? { tags: tags as string[] } : {}) },
  }
}

/** Returns the names in a cell of tags. */
const namesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map(name => name.trim())
    .filter(name => name !== '')

/** Days from 1899-12-30, with which spreadsheets count, to 1970-01-01. */
const FIRST_DAY = 25_569
const DAY_MS = 86_400_000

/** Returns the day of a number; the number as a text where it is too large for one. */
const dayOf = (cell: number): string =>
  Math.abs(cell) < 1e6
    ? new Date((Math.floor(cell) - FIRST_DAY) * DAY_MS).toISOString().replace(/T.*/, '')
    : String(cell)

/**
 * Returns the value that a cell gives a field: null for an empty one, undefined for a wrong one.
 */
function valueIn(field: CustomField, cell: Cell): FieldValue | null | undefined {
  if (typeof cell !== 'number' || (field.type !== 'date' && field.type !== 'number'))
    return fieldValueOf(field, textOf(cell))
  const checked = checkFieldValue(field, field.type === 'date' ? dayOf(cell) : cell)
  return 'value' in checked ? checked.value : undefined
}
