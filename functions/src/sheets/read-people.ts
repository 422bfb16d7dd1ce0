import { Email, Name } from '@balcao/shared/api-contract/fields.ts'
import type { SheetProblem } from '@balcao/shared/entities/sheet-import.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { plainCell } from '@balcao/shared/rules/csv.ts'
import { shortSpelling } from '@balcao/shared/rules/phone-number.ts'
import { readNumber } from './phone-cell.ts'
import { readSheet } from './read-sheet.ts'
import { type Cell, cellText, type SheetRow } from './sheet.ts'
import { type Columns, namedColumns, plainColumns } from './sheet-columns.ts'

/** A person in a sheet. `name` and `email` are empty where the sheet has none. */
export type SheetPerson = { row: number; name: string; number: string; email: string }

/** Raw values of a row, for the person who has to correct it. */
export type GivenRow = { name: string; number: string; email: string }

export type ReadRow = { person: SheetPerson } | { problem: SheetProblem; given: GivenRow }

const textOf = (cell: Cell | undefined): string => plainCell(cellText(String(cell ?? '')))

/**
 * Returns the people of a sheet, row by row: each is a person, or has a problem. The first row
 * determines the columns (`sheet-columns.ts`). Of rows with the same number, in whatever spelling,
 * the first counts.
 * @throws ERR_SHEET_NO_COLUMNS and what `readSheet` throws
 */
export async function* readPeople(bytes: Buffer): AsyncGenerator<ReadRow> {
  let columns: Columns | undefined
  /** Row of each number. */
  const seen = new Map<string, number>()
  for await (const row of readSheet(bytes)) {
    if (columns) yield read(row, columns, seen)
    else {
      columns = namedColumns(row.cells)
      if (columns) continue
      columns = plainColumns(row.cells)
      if (!columns) throw new AppError('ERR_SHEET_NO_COLUMNS')
      yield read(row, columns, seen)
    }
  }
  if (!columns) throw new AppError('ERR_SHEET_NO_COLUMNS')
}

function read({ row, cells }: SheetRow, columns: Columns, seen: Map<string, number>): ReadRow {
  const numberCell = cells[columns.number] ?? null
  const given = {
    name: columns.name === null ? '' : textOf(cells[columns.name]),
    number: textOf(numberCell),
    email: columns.email === null ? '' : textOf(cells[columns.email]),
  }
  const refuse = (code: SheetProblem['code'], of: number | null = null): ReadRow => ({
    problem: { row, code, of },
    given,
  })
  const found = readNumber(typeof numberCell === 'string' ? given.number : numberCell)
  if ('problem' in found) return refuse(found.problem)
  const { number } = found
  if (given.name !== '' && !Name.safeParse(given.name).success) return refuse('badName')
  const email = given.email === '' ? '' : Email.safeParse(given.email).data
  if (email === undefined) return refuse('badEmail')
  const key = shortSpelling(number)
  const first = seen.get(key)
  if (first !== undefined) return refuse('double', first)
  seen.set(key, row)
  return { person: { row, name: given.name, number, email } }
}
