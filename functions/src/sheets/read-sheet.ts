import { AppError } from '@balcao/shared/errors.ts'
import { readCsv } from './read-csv.ts'
import { readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'
import { isEmptyRow, MOST_ROWS, type SheetRow, tooLarge, unreadable } from './sheet.ts'
import { sheetKindOf } from './sheet-kind.ts'

function rowsOf(bytes: Buffer): AsyncIterable<SheetRow> | Iterable<SheetRow> {
  switch (sheetKindOf(bytes)) {
    case 'xlsx':
      return readXlsx(bytes)
    case 'xls':
      return readXls(bytes)
    case 'csv':
      return readCsv(bytes)
  }
}

/**
 * The rows of a sheet in which something stands, the one with the headings among them. What a file is, it says by its first bytes.
 * Throws ERR_SHEET_UNREADABLE, ERR_SHEET_PASSWORD, and ERR_SHEET_TOO_LARGE at the row that is one too many.
 */
export async function* readSheet(bytes: Buffer): AsyncGenerator<SheetRow> {
  let rows = 0
  try {
    for await (const row of rowsOf(bytes)) {
      if (isEmptyRow(row.cells)) continue
      if (rows > MOST_ROWS) throw tooLarge()
      rows += 1
      yield row
    }
  } catch (error) {
    // Whatever a reader stumbles over is in the file: it lies in memory, and nobody else is asked.
    throw error instanceof AppError ? error : unreadable()
  }
}
