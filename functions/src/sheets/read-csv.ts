/** Reads CSV files (RFC 4180), as spreadsheets of several countries and decades save them. */
import { isUtf8 } from 'node:buffer'
import { MAX_COLUMNS, type SheetRow, unreadable } from './sheet.ts'

/** Bytes decoded at once. */
const CHUNK = 64 * 1024
/** Maximum characters of a cell; the rest is dropped. A spreadsheet's cell has no more. */
const MAX_CELL_LENGTH = 32_767

/**
 * Detects the encoding: by its byte order mark, else UTF-8 where the bytes are valid, else
 * Windows-1252.
 */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Returns the text in pieces, without its byte order mark. */
function* decoded(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let from = 0; from < bytes.length; from += CHUNK)
    yield decoder.decode(bytes.subarray(from, from + CHUNK), { stream: true })
  yield decoder.decode()
}

const SEPARATORS = [';', ',', '\t'] as const

/**
 * Detects the separator: the most frequent one between the cells of the first line; `sep=;` is how
 * a file names it itself.
 */
function separatorOf(start: string): { separator: string; isDeclared: boolean } {
  const [, declared] = /^sep=([;,\t])\r?\n/i.exec(start) ?? []
  if (declared) return { separator: declared, isDeclared: true }
  const line = start.replace(/^\s+/, '').replace(/"(?:[^"]|"")*"/g, '')
  const [first = ''] = line.split(/[\r\n]/)
  const counts = SEPARATORS.map(sign => first.split(sign).length)
  return { separator: SEPARATORS[counts.indexOf(Math.max(...counts))]!, isDeclared: false }
}

/**
 * Returns the rows of a CSV file, one at a time. A quoted cell may hold separators, line ends and
 * doubled quotes; a quote within an unquoted cell is itself. `row` counts rows, not the lines of
 * multi-line cells.
 * @throws ERR_SHEET_UNREADABLE when a quote is never closed
 */
export function* readCsv(bytes: Uint8Array): Generator<SheetRow> {
  const { separator, isDeclared: declared } = separatorOf(decoded(bytes.subarray(0, CHUNK)).next().value ?? '')
  // The line that names the separator is no row.
  let row = declared ? 0 : 1
  let cells: string[] = []
  let cell = ''
  /** `closed`: after the closing quote. */
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let afterReturn = false
  const add = (text: string) => {
    if (cell.length < MAX_CELL_LENGTH) cell += text
  }
  const endCell = () => {
    if (cells.length < MAX_COLUMNS) cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRow = (): SheetRow => {
    endCell()
    const ended = { row, cells }
    row += 1
    cells = []
    return ended
  }
  for (const text of decoded(bytes)) {
    for (const sign of text) {
      const wasReturn: boolean = afterReturn
      afterReturn = false
      if (state === 'quoted') {
        if (sign === '"') state = 'closed'
        else add(sign)
      } else if (sign === '"' && state === 'start') state = 'quoted'
      else if (sign === '"' && state === 'closed') {
        add('"')
        state = 'quoted'
      } else if (sign === separator) endCell()
      else if (sign === '\n' && wasReturn) continue
      else if (sign === '\n' || sign === '\r') {
        afterReturn = sign === '\r'
        const ended = endRow()
        if (ended.row > 0) yield ended
      } else {
        add(sign)
        state = 'plain'
      }
    }
  }
  if (state === 'quoted') throw unreadable()
  if (cell !== '' || cells.length > 0) yield endRow()
}
