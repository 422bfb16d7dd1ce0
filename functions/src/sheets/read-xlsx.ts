/// <reference path="./yauzl.d.ts" />
/**
 * Reads the first sheet of an .xlsx workbook (ECMA-376), row by row. exceljs, which writes ours,
 * does not read foreign ones: its reader holds every shared string whatever their size, and expands
 * what a few kilobytes claim to be. Here the archive stays packed in memory (20 MB at most), one
 * part of it is unpacked at a time through a parser that knows only XML's own entities, and each
 * part has a limit of bytes.
 */
import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type Cell, locked, MAX_CHARACTERS, MAX_COLUMNS, type SheetRow, tooLarge, unreadable } from './sheet.ts'

/** Maximum files in the archive: a workbook with pictures has some hundreds. */
const MAX_ENTRIES = 10_000
/** Maximum bytes of a sheet, unpacked: 100,000 rows of twenty columns are some 100 MB. */
const SHEET_BYTES = 256 * 1024 * 1024
/** Maximum bytes of all texts, unpacked. They are held in memory while the sheet is read. */
const STRINGS_BYTES = 64 * 1024 * 1024
/** Maximum bytes of the parts that list the sheets. */
const DIRECTORY_BYTES = 4 * 1024 * 1024
/**
 * Maximum bytes between two elements. A cell has 32,767 characters; more would pile up in the
 * parser.
 */
const MAX_TEXT_LENGTH = 1024 * 1024

/**
 * Returns the parts of the archive by name.
 * @throws ERR_SHEET_UNREADABLE, ERR_SHEET_TOO_LARGE
 */
async function partsOf(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > MAX_ENTRIES) throw tooLarge()
  const parts = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) parts.set(entry.fileName.toLowerCase(), entry)
  return parts
}

type Attributes = Record<string, string>
type Handlers<T> = {
  open?: (name: string, attributes: Attributes) => void
  close?: (name: string, text: string) => void
  /**
   * Returns the results of a piece of the part; rows are passed on before the next piece is read.
   */
  take?: () => T[]
}

/** Returns a name without its prefix, which each program chooses. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads a part of the archive through `handlers`. `text` at a close is the text directly in the
 * element.
 */
async function* parse<T>(
  archive: ZipFile,
  part: Entry,
  most: number,
  { open, close, take }: Handlers<T>,
): AsyncGenerator<T> {
  if (part.isEncrypted()) throw locked()
  // Its claimed size; the archive's reader holds it to that, and the count below to the limit.
  if (part.uncompressedSize > most) throw tooLarge()
  const parser = new SaxesParser({ position: false })
  let text = ''
  let silent = 0
  parser.on('error', error => {
    throw error
  })
  parser.on('doctype', () => {
    throw unreadable()
  })
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0
    text = ''
    open?.(local(name), attributes as Attributes)
  })
  parser.on('text', given => {
    silent = 0
    text = given
  })
  parser.on('closetag', ({ name }) => {
    silent = 0
    close?.(local(name), text)
    text = ''
  })
  const stream: Readable = await archive.openReadStreamPromise(part)
  const decoder = new TextDecoder()
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      silent += chunk.length
      if (bytes > most) throw tooLarge()
      if (silent > MAX_TEXT_LENGTH) throw unreadable()
      parser.write(decoder.decode(chunk, { stream: true }))
      if (take) yield* take()
    }
    parser.write(decoder.decode()).close()
    if (take) yield* take()
  } finally {
    stream.destroy()
  }
}

async function run(reading: AsyncGenerator<never>): Promise<void> {
  for await (const _ of reading);
}

/** Resolves `../worksheets/sheet1.xml`, relative to the folder `xl`, to its name in the archive. */
const resolve = (target: string): string => {
  const path: string[] = target.startsWith('/') ? [] : ['xl']
  for (const step of target.split('/'))
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  return path.join('/').toLowerCase()
}

/**
 * Finds the first visible sheet, and the texts.
 * @throws ERR_SHEET_UNREADABLE for another kind of archive
 */
async function findSheet(
  archive: ZipFile,
  parts: Map<string, Entry>,
): Promise<{ sheet: Entry; texts: Entry | undefined }> {
  const workbook = parts.get('xl/workbook.xml')
  const relations = parts.get('xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) throw unreadable()
  const sheets: { id: string; hidden: boolean }[] = []
  await run(
    parse<never>(archive, workbook, DIRECTORY_BYTES, {
      open(name, attributes) {
        if (name !== 'sheet') return
        const id = Object.entries(attributes).find(([key]) => key.includes(':') && local(key) === 'id')?.[1] ?? ''
        sheets.push({ id, hidden: /hidden/i.test(attributes.state ?? '') })
      },
    }),
  )
  const targets = new Map<string, string>()
  let strings = 'xl/sharedstrings.xml'
  await run(
    parse<never>(archive, relations, DIRECTORY_BYTES, {
      open(name, { Id = '', Target = '', Type = '' }) {
        if (name !== 'Relationship') return
        targets.set(Id, resolve(Target))
        if (Type.endsWith('/sharedStrings')) strings = resolve(Target)
      },
    }),
  )
  const chosen = sheets.find(({ hidden }) => !hidden) ?? sheets[0]
  const sheet = parts.get(targets.get(chosen?.id ?? '') ?? '')
  if (!sheet) throw unreadable()
  return { sheet, texts: parts.get(strings) }
}

/** Decodes `_x000D_`, the notation of a sheet for characters that XML does not allow. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Returns the texts that cells refer to by number, without formatting and phonetic guides. */
async function readTexts(archive: ZipFile, part: Entry): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let phonetic = false
  await run(
    parse<never>(archive, part, STRINGS_BYTES, {
      open(name) {
        if (name === 'si') text = ''
        else if (name === 'rPh') phonetic = true
      },
      close(name, given) {
        if (name === 't' && !phonetic && text.length < MAX_CHARACTERS) text += given.slice(0, MAX_CHARACTERS)
        else if (name === 'rPh') phonetic = false
        else if (name === 'si') texts.push(unescaped(text))
      },
    }),
  )
  return texts
}

/** Returns the column of a reference, `AB12` → 27 (from 0); undefined where a cell has none. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (!letters) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Returns the content of a cell of this type with this raw `value`. */
function cellOf(type: string, value: string, texts: readonly string[]): Cell {
  if (value === '') return null
  switch (type) {
    case 's':
      return texts[Number(value)] ?? null
    case 'n': {
      const number = Number(value)
      return Number.isFinite(number) ? number : value
    }
    case 'e':
      return null
    default:
      return unescaped(value)
  }
}

/**
 * Returns the rows of a workbook's first sheet.
 * @throws ERR_SHEET_UNREADABLE, ERR_SHEET_PASSWORD, ERR_SHEET_TOO_LARGE
 */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<SheetRow> {
  const archive = await yauzl.fromBufferPromise(bytes)
  const { sheet, texts: part } = await findSheet(archive, await partsOf(archive))
  const texts = part ? await readTexts(archive, part) : []
  let rows: SheetRow[] = []
  let row: SheetRow = { row: 0, cells: [] }
  let column = 0
  let type = 'n'
  let value = ''
  yield* parse<SheetRow>(archive, sheet, SHEET_BYTES, {
    open(name, attributes) {
      if (name === 'row') {
        row = { row: Number(attributes.r) || row.row + 1, cells: [] }
        column = 0
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column
        type = attributes.t ?? 'n'
        value = ''
      }
    },
    close(name, text) {
      // `v` holds a value or the result of a formula; `t` an inline text. The formula itself (`f`)
      // is ignored.
      if (name === 'v' || (name === 't' && type === 'inlineStr'))
        value = (value + text.slice(0, MAX_CHARACTERS)).slice(0, MAX_CHARACTERS)
      else if (name === 'c') {
        if (column < MAX_COLUMNS) {
          while (row.cells.length < column) row.cells.push(null)
          row.cells[column] = cellOf(type, value, texts)
        }
        column += 1
      } else if (name === 'row') rows.push(row)
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
  })
}
