/// <reference path="./exceljs.d.ts" />
/**
 * Writes a spreadsheet as a stream: rows go in and bytes come out as they are made, so little is
 * held in memory.
 */
import { PassThrough, type Writable } from 'node:stream'
import { harmlessCell } from '@balcao/shared/rules/csv.ts'
import type ExcelJS from 'exceljs'
import WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js'

/** Maximum rows below the headings of a sheet; further ones go to the next sheet. */
const MAX_ROWS = 1_048_575
/** Maximum characters of a cell. */
const MAX_CHARACTERS = 32_767
/** Rows written between two checks of the backlog. */
const ROW_BATCH_SIZE = 200

export type Cell = string | number | Date | null

/** Dates hold local time written as UTC. A format is one of the spreadsheet's own. */
type Column = { header: string; width: number; format?: string }

/** Returns a cell without formulas and without characters that XML does not allow. */
const cellOf = (cell: Cell): Cell =>
  typeof cell === 'string' ? harmlessCell(cell.replace(/[\uFFFE\uFFFF]/g, '').slice(0, MAX_CHARACTERS)) : cell

/**
 * Returns the bytes of an .xlsx file with a sheet of these rows; `sheet`, `sheet 2` and so on where
 * they are too many for one.
 */
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
    if (count > 0 && count % MAX_ROWS === 0) {
      sheet.commit()
      sheet = begin(++sheets)
    }
    sheet.addRow(row.map(cellOf)).commit()
    if (++count % ROW_BATCH_SIZE === 0) await drained(sheet, out)
  }
  await book.commit()
}

/**
 * Waits until the written rows of a sheet have moved on towards the file. exceljs passes a sheet's
 * rows to the archive without backpressure, so all of them would wait in memory; a write to the
 * same stream returns when those before it are through.
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
