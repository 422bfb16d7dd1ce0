import { AppError } from '@balcao/shared/errors.ts'
import { readCsv } from './read-csv.ts'
import { readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'
import { isEmptyRow, MAX_ROWS, type SheetRow, tooLarge, unreadable } from './sheet.ts'
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
 * Returns the rows of a sheet that are not empty, including the headings. The file's type is
 * detected from its first bytes.
 * @throws ERR_SHEET_UNREADABLE, ERR_SHEET_PASSWORD, and ERR_SHEET_TOO_LARGE at the first row beyond
 * the limit
 */
export async function* readSheet(bytes: Buffer): AsyncGenerator<SheetRow> {
  let rows = 0
  try {
    for await (const row of rowsOf(bytes)) {
      if (isEmptyRow(row.cells)) continue
      if (rows > MAX_ROWS) throw tooLarge()
      rows += 1
      yield row
    }
  } catch (error) {
    // Any error of a reader is the file's fault: it is in memory, and nothing else is called.
    throw error instanceof AppError ? error : unreadable()
  }
}
