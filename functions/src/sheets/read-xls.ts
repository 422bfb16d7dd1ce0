/// <reference path="./parse-xlscfb.d.ts" />
/**
 * The first sheet of an old .xls workbook (BIFF8 in a compound file). It is read as a whole by SheetJS, in the version its makers keep
 * (0.20.3, published to the registry as @e965/xlsx; the registry's own `xlsx` stopped before the corrections of CVE-2023-30533 and
 * CVE-2024-22363). Before that the records are walked once, so that what would take too much memory, or needs a password, is refused, and
 * what no cell is made of is not read.
 */
import { CFB, parse_xlscfb, type WorkSheet } from '@e965/xlsx'
import { type Cell, locked, MOST_COLUMNS, MOST_ROWS, type SheetRow, tooLarge, unreadable } from './sheet.ts'

/** Cells of all sheets: 65,536 rows, which is all an .xls has, of twenty columns are 1.3 million. */
const MOST_CELLS = 2_000_000

/** Kinds of records ([MS-XLS] 2.3). */
const FORMULA = 0x06
const FILEPASS = 0x2f
const MULRK = 0xbd
const MULBLANK = 0xbe
const BOF = 0x809
const CELLS = new Set([FORMULA, 0x201, 0x203, 0x204, 0x205, 0x27e, 0xfd, 0xd6])
/** Beside cells: ends, dates since 1904, continuations, code page, sheets, texts of formulas and of all cells. */
const NEEDED = new Set([...CELLS, MULRK, BOF, 0x0a, 0x22, 0x3c, 0x42, 0x85, 0xfc, 0x207])
/** One that the reader passes over. */
const TEMPLATE = 0x60

/** Workbooks of 1995 and since 1997. */
const VERSIONS = new Set([0x500, 0x600])

/** Where a formula says how long it is, behind the value it had last. */
const FORMULA_LENGTH = 20

/**
 * Leaves of the records what cells are made of: no formula, of which a damaged one keeps the reader busy without end, and nothing of
 * names, pictures and looks. In place; what is behind the last record is left out. Throws ERR_SHEET_PASSWORD, ERR_SHEET_TOO_LARGE,
 * ERR_SHEET_UNREADABLE.
 */
function onlyCells(stream: Buffer): Buffer {
  let cells = 0
  let at = 0
  while (at + 4 <= stream.length) {
    const kind = stream.readUInt16LE(at)
    const length = stream.readUInt16LE(at + 2)
    const content = stream.subarray(at + 4, at + 4 + length)
    // What is behind the last record is filled up with zeros.
    if (kind === 0 && length === 0) break
    if (kind === FILEPASS) throw locked()
    if (CELLS.has(kind)) cells += 1
    else if (kind === MULRK) cells += length / 6
    else if (kind === MULBLANK) cells += length / 2
    if (cells > MOST_CELLS) throw tooLarge()
    if (kind === BOF && !(content.length >= 2 && VERSIONS.has(content.readUInt16LE(0)))) throw unreadable()
    const isShort = kind === FORMULA && content.length < FORMULA_LENGTH + 2
    if (!NEEDED.has(kind) || isShort) stream.writeUInt16LE(TEMPLATE, at)
    else if (kind === FORMULA) content.writeUInt16LE(0, FORMULA_LENGTH)
    at += 4 + length
  }
  return stream.subarray(0, at)
}

/** The stream of that name, whose bytes lie in memory. */
const streamOf = (container: ReturnType<typeof CFB.read>, name: string): Buffer | undefined => {
  const content = CFB.find(container, name)?.content
  return content ? Buffer.from(content as Uint8Array) : undefined
}

/** The rows. Throws ERR_SHEET_UNREADABLE, ERR_SHEET_PASSWORD, ERR_SHEET_TOO_LARGE. */
export function* readXls(bytes: Buffer): Generator<SheetRow> {
  const container = CFB.read(bytes, { type: 'buffer' })
  // A sheet of today that is encrypted: the archive is in a stream of its own ([MS-OFFCRYPTO] 2.3.4).
  if (CFB.find(container, '/EncryptedPackage') || CFB.find(container, '/EncryptionInfo')) throw locked()
  const stream = streamOf(container, '/Workbook') ?? streamOf(container, '/Book')
  if (!stream) throw unreadable()
  // The reader of this format alone: the one that knows them all would make up a fifth of the function's code. It is given the workbook
  // alone, too: what else is in the file says who wrote it.
  const book = parse_xlscfb(onlyCells(stream), {
    type: 'buffer',
    dense: true,
    sheetRows: MOST_ROWS + 2,
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
        cells: Array.from({ length: Math.min(cells.length, MOST_COLUMNS) }, (_, c) => cellOf(cells[c])),
      }
  }
}

function cellOf(cell: { t: string; v?: unknown } | undefined): Cell {
  if (cell === undefined || cell.t === 'e' || cell.t === 'z') return null
  const { v } = cell
  return typeof v === 'number' || typeof v === 'string' ? v : v === undefined || v === null ? null : String(v)
}
