/**
 * Text of a dump as a window that moves forward: what was read is dropped, more is decoded when it
 * is needed. It knows the line of a place.
 */
import { TextDecoder } from 'node:util'
import { collectGarbage } from '../collect-garbage.ts'
import type { DumpBytes } from './dump-bytes.ts'
import { DumpError } from './dump-error.ts'

const MB = 1024 * 1024

/** Longest row or statement, in characters. */
const MAX_ROW = 64 * MB
/** Characters without a row, after which there is no reason to go on. */
const MAX_SILENCE = 512 * MB

/** Statement by which pg_dump or mysqldump declares the encoding, among its first. */
const DECLARED = /^(?:\/\*!\d+\s+)?set\s+(?:client_encoding\s*(?:=|to)|names)\s*'?([\w-]+)/im

/** Place in the text of a dump, with what was decoded behind it. */
export type TextPoint = {
  /** Bytes of the dump's content that were read. */
  bytes: number
  isPacked: boolean
  /** Text behind the place. */
  rest: string
  /** Bytes behind it that are the beginning of a character, in base64. */
  begun: string
  line: number
  isWindows1252: boolean
}

export class SqlText {
  /** Decoded text; everything before `at` was read. */
  text = ''
  at = 0
  readonly #source: DumpBytes
  readonly #bytes: AsyncIterator<Buffer>
  /** Bytes that were read. */
  #count = 0
  /** Beginning of a character whose end is not read yet. */
  #begun: Buffer = Buffer.alloc(0)
  #windows1252: TextDecoder | undefined
  #isBegun = false
  #ended = false
  #hasRead = false
  /** Line of `#counted`. */
  #line = 1
  #counted = 0
  /** Characters dropped since the last row. */
  #silent = 0

  /** @param from place at which an earlier reading stopped; the bytes are those behind it */
  constructor(source: DumpBytes, from?: TextPoint) {
    this.#source = source
    this.#bytes = source[Symbol.asyncIterator]()
    if (!from) return
    this.#isBegun = true
    this.#count = from.bytes
    this.text = from.rest
    this.#begun = Buffer.from(from.begun, 'base64')
    this.#line = from.line
    if (from.isWindows1252) this.#windows1252 = new TextDecoder('windows-1252')
  }

  /** Returns the place, at which a later reading goes on. */
  point(): TextPoint {
    return {
      bytes: this.#count,
      isPacked: this.#source.isPacked(),
      rest: this.text.slice(this.at),
      begun: this.#begun.toString('base64'),
      line: this.lineOf(this.at),
      isWindows1252: this.#windows1252 !== undefined,
    }
  }

  /** Returns the line of a place in `text` that is not before an earlier one. */
  lineOf(place: number): number {
    for (let next = this.text.indexOf('\n', this.#counted); next >= 0 && next < place; ) {
      this.#line++
      this.#counted = next + 1
      next = this.text.indexOf('\n', this.#counted)
    }
    return this.#line
  }

  /** Ends the reading of the bytes, of which there may be more. */
  async close(): Promise<void> {
    await this.#bytes.return?.()
  }

  /** Returns whether bytes were read that an earlier reading did not. */
  hasRead(): boolean {
    return this.#hasRead
  }

  /** Declares that something was found, so that the text is no bomb. */
  found(): void {
    this.#silent = 0
  }

  /**
   * Drops what was read and decodes more.
   * @returns false at the end of the dump
   */
  async more(): Promise<boolean> {
    if (this.#ended) return false
    this.#hasRead = true
    collectGarbage()
    if (this.at > 0) {
      this.lineOf(this.at)
      this.#silent += this.at
      this.text = this.text.slice(this.at)
      this.#counted -= this.at
      this.at = 0
      if (this.#silent > MAX_SILENCE) throw new DumpError('bomb', this.#line, 'hundreds of megabytes without a row')
    }
    if (this.text.length > MAX_ROW) throw new DumpError('bomb', this.lineOf(0), 'a line without end')
    // Twice as much for a row that did not fit: it is looked at again from its beginning.
    const wanted = Math.max(this.text.length, MB / 4)
    const parts: Buffer[] = []
    for (let size = 0; size < wanted && !this.#ended; ) {
      const { value, done } = await this.#bytes.next()
      if (done) this.#ended = true
      else {
        parts.push(value)
        size += value.length
        this.#count += value.length
      }
    }
    const part = this.#decode(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
    if (part.includes('\0')) throw new DumpError('notSql', this.lineOf(0), 'it has bytes that no text has')
    this.text += part
    return part.length > 0 || !this.#ended
  }

  #decode(bytes: Buffer): string {
    if (!this.#isBegun) {
      this.#isBegun = true
      const encoding = DECLARED.exec(bytes.subarray(0, 65_536).toString('latin1'))?.[1]?.toUpperCase() ?? 'UTF8'
      if (/^(LATIN1|LATIN9|WIN1252)$/.test(encoding)) this.#windows1252 = new TextDecoder('windows-1252')
      else if (!/^(UTF-?8(MB[34])?|SQL_ASCII|ASCII|BINARY|DEFAULT)$/.test(encoding))
        throw new DumpError('unsupported', 0, `its encoding is ${encoding}; dump with --encoding=UTF8`)
    }
    if (this.#windows1252) return this.#windows1252.decode(bytes)
    const all = this.#begun.length > 0 ? Buffer.concat([this.#begun, bytes]) : bytes
    const end = this.#ended ? all.length : all.length - begunBytes(all)
    this.#begun = all.subarray(end)
    return all.toString('utf8', 0, end)
  }
}

/** Returns how many bytes at the end begin a character of UTF-8 that they do not finish. */
function begunBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}
