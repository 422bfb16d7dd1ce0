/// <reference path="./exceljs.d.ts" />
/** A spreadsheet as it is written: rows go in as they come, bytes come out as they are made, and little is held in between. */
import { PassThrough, type Writable } from 'node:stream'
import { harmlessCell } from '@balcao/shared/rules/csv.ts'
import type ExcelJS from 'exceljs'
import WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js'

/** Rows below the headings that a sheet takes; further ones go on in the next sheet. */
const MOST_ROWS = 1_048_575
/** Characters a cell takes. */
const MOST_CHARACTERS = 32_767
/** Rows written between two looks at how much waits. */
const ROWS_AT_ONCE = 200

export type Cell = string | number | Date | null

/** Dates are the wall clock's, as UTC. A format is one of a spreadsheet's own. */
type Column = { header: string; width: number; format?: string }

/** No formula, and no sign that XML does not know. */
const cellOf = (cell: Cell): Cell =>
  typeof cell === 'string' ? harmlessCell(cell.replace(/[\uFFFE\uFFFF]/g, '').slice(0, MOST_CHARACTERS)) : cell

/** The bytes of an .xlsx file with a sheet of these rows; `sheet`, `sheet 2` and so on where they are too many for one. */
export async function* spreadsheet(
  sheet: string,
  columns: readonly Column[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Uint8Array> {
  const out = new PassThrough()
  const written = write(out, sheet, columns, rows).catch(error => {
    out.destroy(error as Error)
  })
  yield* out
  await written
}

async function write(
  out: PassThrough,
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<readonly Cell[]>,
): Promise<void> {
  const book = new WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false })
  const begin = (number: number) => {
    const sheet = book.addWorksheet(number === 1 ? name : `${name} ${number}`, {
      views: [{ state: 'frozen', ySplit: 1 }],
    })
    sheet.columns = columns.map(({ header, width, format }) => ({
      header,
      width,
      ...(format ? { style: { numFmt: format } } : {}),
    }))
    sheet.getRow(1).font = { bold: true }
    return sheet
  }
  let sheets = 1
  let sheet = begin(sheets)
  let count = 0
  for await (const row of rows) {
    if (count > 0 && count % MOST_ROWS === 0) {
      sheet.commit()
      sheet = begin(++sheets)
    }
    sheet.addRow(row.map(cellOf)).commit()
    if (++count % ROWS_AT_ONCE === 0) await drained(sheet, out)
  }
  await book.commit()
}

/**
 * Until what was written of a sheet has gone on towards the file. A sheet's rows go to the archive without a look at whether it
 * takes them, so all of them would wait in memory; a write to the same stream comes back when those before it are through.
 */
async function drained(sheet: ExcelJS.Worksheet, out: PassThrough): Promise<void> {
  const { pipes } = (sheet as unknown as { stream: { pipes: Writable[] } }).stream
  let stop = () => {}
  const closed = new Promise<void>(resolve => {
    stop = resolve
    out.once('close', resolve)
  })
  const through = Promise.all(pipes.map(pipe => new Promise<void>(resolve => pipe.write('', () => resolve()))))
  await Promise.race([through, closed])
  out.off('close', stop)
  if (out.destroyed) throw new Error('nobody reads the spreadsheet any more')
}
