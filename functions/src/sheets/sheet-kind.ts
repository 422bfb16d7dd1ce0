import { unreadable } from './sheet.ts'

export type SheetKind = 'xlsx' | 'xls' | 'csv'

/** First bytes that are enough to detect a sheet's type. */
export const KIND_BYTES = 4096

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Signature of a compound file: an old .xls, or a newer sheet encrypted by a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const beginsWith = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, i) => bytes[i] === byte)

/**
 * A web page, a document or a picture that was only renamed; a list of people begins with none of
 * these.
 */
const NO_TABLE = /^\s*(<|%PDF|\{\\rtf|\{|\[)/

/**
 * Returns whether a byte occurs in no text: a control character other than tab, line feed and
 * carriage return.
 */
const isBinary = (byte: number): boolean => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d

const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/**
 * Detects a file's type from its first bytes, whatever its name.
 * @throws ERR_SHEET_UNREADABLE
 */
export function sheetKindOf(bytes: Uint8Array): SheetKind {
  if (beginsWith(bytes, ZIP)) return 'xlsx'
  if (beginsWith(bytes, COMPOUND)) return 'xls'
  const start = bytes.subarray(0, KIND_BYTES)
  // UTF-16 has zeros between the letters.
  const wide = UTF_16.some(mark => beginsWith(start, mark))
  const letters = wide ? start.subarray(2).filter(byte => byte !== 0) : start
  const text = Buffer.from(letters)
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '')
  if (letters.some(isBinary) || NO_TABLE.test(text)) throw unreadable()
  return 'csv'
}
