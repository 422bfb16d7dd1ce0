/// <reference path="./parse-xlscfb.d.ts" />
/**
 * Reads the first sheet of an old .xls workbook (BIFF8 in a compound file). SheetJS reads it as a
 * whole, in the version its makers maintain (0.20.3, published to the registry as @e965/xlsx; the
 * registry's own `xlsx` stopped before the fixes of CVE-2023-30533 and CVE-2024-22363). Before that
 * the records are walked once, so that a file that would take too much memory, or needs a password,
 * is refused, and records that make up no cell are not read.
 */
import { CFB, parse_xlscfb, type WorkSheet } from '@e965/xlsx'
import { type Cell, locked, MAX_COLUMNS, MAX_ROWS, type SheetRow, tooLarge, unreadable } from './sheet.ts'

/**
 * Maximum cells of all sheets: 65,536 rows, which is all an .xls has, of twenty columns are 1.3
 * million.
 */
const MAX_CELLS = 2_000_000

/** Kinds of records ([MS-XLS] 2.3). */
const FORMULA = 0x06
const FILEPASS = 0x2f
const MULRK = 0xbd
const MULBLANK = 0xbe
const BOF = 0x809
const CELLS = new Set([FORMULA, 0x201, 0x203, 0x204, 0x205, 0x27e, 0xfd, 0xd6])
/**
 * Kinds needed beside cells: ends, dates since 1904, continuations, code page, sheets, texts of
 * formulas and of all cells.
 */
const NEEDED = new Set([...CELLS, MULRK, BOF, 0x0a, 0x22, 0x3c, 0x42, 0x85, 0xfc, 0x207])
/** A kind that the reader skips. */
const TEMPLATE = 0x60

/** Versions of workbooks of 1995 and since 1997. */
const VERSIONS = new Set([0x500, 0x600])

/** Offset of a formula's length, after its last value. */
const FORMULA_LENGTH = 20

/**
 * Keeps only the records that make up cells: no formulas, since a damaged one keeps the reader busy
 * without end, and no names, pictures and styles. Works in place; bytes after the last record are
 * dropped.
 * @throws ERR_SHEET_PASSWORD, ERR_SHEET_TOO_LARGE, ERR_SHEET_UNREADABLE
 */
function onlyCells(stream: Buffer): Buffer {
  let cells = 0
  let at = 0
  while (at + 4 <= stream.length) {
    const kind = stream.readUInt16LE(at)
    const length = stream.readUInt16LE(at + 2)
    const content = stream.subarray(at + 4, at + 4 + length)
    // The space after the last record is filled with zeros.
    if (kind === 0 && length === 0) break
    if (kind === FILEPASS) throw locked()
    if (CELLS.has(kind)) cells += 1
    else if (kind === MULRK) cells += length / 6
    else if (kind === MULBLANK) cells += length / 2
    if (cells > MAX_CELLS) throw tooLarge()
    if (kind === BOF && !(content.length >= 2 && VERSIONS.has(content.readUInt16LE(0)))) throw unreadable()
    const isShort = kind === FORMULA && content.length < FORMULA_LENGTH + 2
    if (!NEEDED.has(kind) || isShort) stream.writeUInt16LE(TEMPLATE, at)
    else if (kind === FORMULA) content.writeUInt16LE(0, FORMULA_LENGTH)
    at += 4 + length
  }
  return stream.subarray(0, at)
}

/** Returns the stream of that name, whose bytes are in memory. */
const streamOf = (container: ReturnType<typeof CFB.read>, name: string): Buffer | undefined => {
  const content = CFB.find(container, name)?.content
  return content ? Buffer.from(content as Uint8Array) : undefined
}

/**
 * Returns the rows.
 * @throws ERR_SHEET_UNREADABLE, ERR_SHEET_PASSWORD, ERR_SHEET_TOO_LARGE
 */
export function* readXls(bytes: Buffer): Generator<SheetRow> {
  const container = CFB.read(bytes, { type: 'buffer' })
  // A current workbook that is encrypted: the archive is in a stream of its own ([MS-OFFCRYPTO]
  // 2.3.4).
  if (CFB.find(container, '/EncryptedPackage') || CFB.find(container, '/EncryptionInfo')) throw locked()
  const stream = streamOf(container, '/Workbook') ?? streamOf(container, '/Book')
  if (!stream) throw unreadable()
  // Only the reader of this format: the one for all formats would make up a fifth of the function's
  // code. It gets only the workbook, too, since the file's other streams hold its author's data.
  const book = parse_xlscfb(onlyCells(stream), {
    type: 'buffer',
    dense: true,
    sheetRows: MAX_ROWS + 2,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: false,
  })
  const first = book.SheetNames.findIndex((_, i) => !book.Workbook?.Sheets?.[i]?.Hidden)
  const sheet = book.Sheets[book.SheetNames[Math.max(0, first)] ?? '']
  if (!sheet) throw unreadable()
  const rows = (sheet as WorkSheet & { '!data'?: ({ t: string; v?: unknown } | undefined)[][] })['!data'] ?? []
  for (let i = 0; i < rows.length; i++) {
    const cells = rows[i]
    if (cells)
      yield {
        row: i + 1,
        cells: Array.from({ length: Math.min(cells.length, MAX_COLUMNS) }, (_, c) => cellOf(cells[c])),
      }
  }
}

function cellOf(cell: { t: string; v?: unknown } | undefined): Cell {
  if (cell === undefined || cell.t === 'e' || cell.t === 'z') return null
  const { v } = cell
  return typeof v === 'number' || typeof v === 'string' ? v : v === undefined || v === null ? null : String(v)
}
