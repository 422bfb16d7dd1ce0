/** Names and values of SQL statements, of PostgreSQL and MySQL. */

/** Stands for a value that goes on behind the end of the text. */
export const UNFINISHED = Symbol('unfinished')
/** Stands for a row whose values cannot be told apart. */
export const BROKEN = Symbol('broken')

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

/** Returns the place of the next character that is no space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

/** Stands for NUL, which MySQL's texts may have, and no queue takes. */
const NUL = '\ufffd'
const ESCAPED: Record<string, string> = { 0: NUL, b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a', f: '\f', v: '\v' }
const COPIED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Returns the text of a value of COPY (PostgreSQL, *COPY*, text format); `\N` is NULL. */
export function copiedValue(given: string): string | null {
  if (!given.includes('\\')) return given
  if (given === '\\N') return null
  return given.replace(/\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)/gs, (_, sign: string) => {
    if (sign.length === 1) return COPIED[sign] ?? (/[0-7]/.test(sign) ? String.fromCharCode(Number(sign)) : sign)
    return String.fromCharCode(sign[0] === 'x' ? Number.parseInt(sign.slice(1), 16) : Number.parseInt(sign, 8))
  })
}

/**
 * Reads a quoted text whose quote stands at `from`; a doubled quote is one.
 * @param escapes true if a backslash escapes (MySQL, and `E'…'` of PostgreSQL)
 */
export function quotedText(
  text: string,
  from: number,
  escapes: boolean,
): { value: string; end: number } | typeof UNFINISHED {
  const quote = text[from]!
  let value = ''
  for (let at = from + 1; ; ) {
    const next = text.indexOf(quote, at)
    if (next < 0) return UNFINISHED
    const slash = escapes ? text.indexOf('\\', at) : -1
    if (slash >= 0 && slash < next) {
      if (slash + 1 >= text.length) return UNFINISHED
      const sign = text[slash + 1]!
      // `\%` and `\_` keep their backslash (MySQL 8.4, *String Literals*).
      value += text.slice(at, slash) + (ESCAPED[sign] ?? (sign === '%' || sign === '_' ? `\\${sign}` : sign))
      at = slash + 2
      continue
    }
    value += text.slice(at, next)
    if (next + 1 >= text.length) return UNFINISHED
    if (text[next + 1] !== quote) return { value, end: next + 1 }
    value += quote
    at = next + 2
  }
}

/** Returns whether a backslash escapes in the text whose `'` stands at a place: `E'…'` does. */
export const escapesIn = (text: string, at: number, escapes: boolean): boolean =>
  escapes || (/[eE]/.test(text[at - 1] ?? '') && !/[\w$]/.test(text[at - 2] ?? ''))

/** Returns the place behind a `(…)` or a value at its nesting, at the next of `,` and `)`. */
function endOfBare(text: string, from: number, escapes: boolean): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') {
      if (depth === 0) return at
      depth--
    } else if (sign === ',' && depth === 0) return at
    else if (sign === "'") {
      const quoted = quotedText(text, at, escapesIn(text, at, escapes))
      if (quoted === UNFINISHED) return -1
      at = quoted.end - 1
    }
  }
  return -1
}

const QUOTED = /(?:(?:_[a-z0-9]+|[eEnN])\s*)?'/y
const HEX = /(?:_binary\s+)?(?:[xX]'([0-9a-fA-F]*)'|0x([0-9a-fA-F]+))/y
const BITS = /[bB]'([01]{1,32})'/y

/** Returns the value of a bare word: NULL, a number, TRUE; anything else as it stands. */
function bareValue(given: string): string | null {
  const word = given.trim().replace(/::[a-z0-9_ "[\].]+$/i, '')
  if (/^(null|default)$/i.test(word)) return null
  if (/^true$/i.test(word)) return 't'
  if (/^false$/i.test(word)) return 'f'
  return word
}

/**
 * Reads the tuple `(…)` of an INSERT that begins at `from`.
 * @param escapes true if a backslash escapes in every text: of MySQL, or of PostgreSQL without
 * `standard_conforming_strings`
 */
export function readTuple(
  text: string,
  from: number,
  escapes: boolean,
): { values: (string | null)[]; end: number } | typeof UNFINISHED | typeof BROKEN {
  if (text[from] !== '(') return BROKEN
  const values: (string | null)[] = []
  for (let at = from + 1; ; ) {
    at = skipSpace(text, at)
    if (at >= text.length) return UNFINISHED
    HEX.lastIndex = at
    BITS.lastIndex = at
    QUOTED.lastIndex = at
    const hex = HEX.exec(text)
    const bits = hex ? null : BITS.exec(text)
    const quoted = hex || bits ? null : QUOTED.exec(text)
    if (hex) {
      values.push(
        Buffer.from(hex[1] ?? hex[2] ?? '', 'hex')
          .toString()
          .replaceAll('\0', NUL),
      )
      at = HEX.lastIndex
    } else if (bits) {
      values.push(String(Number.parseInt(bits[1]!, 2)))
      at = BITS.lastIndex
    } else if (quoted) {
      const read = quotedText(text, QUOTED.lastIndex - 1, escapes || /^e/i.test(quoted[0]))
      if (read === UNFINISHED) return UNFINISHED
      values.push(read.value)
      at = read.end
    }
    const end = endOfBare(text, at, escapes)
    if (end < 0) return UNFINISHED
    if (!hex && !bits && !quoted) values.push(bareValue(text.slice(at, end)))
    if (text[end] === ')') return { values, end: end + 1 }
    at = end + 1
  }
}

const NAME = /\s*(?:"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|([A-Za-z_][\w$]*))/y

/** Reads a name at a place: quoted as either system does, or bare. */
function readPart(text: string, from: number): { name: string; end: number } | undefined {
  NAME.lastIndex = from
  const found = NAME.exec(text)
  if (!found) return undefined
  const name = found[1]?.replaceAll('""', '"') ?? found[2]?.replaceAll('``', '`') ?? found[3]!
  return { name, end: NAME.lastIndex }
}

/** Reads a table's name, with its schema if that is named. */
export function readName(text: string, from: number): { schema: string; name: string; end: number } | undefined {
  let part = readPart(text, from)
  let schema = ''
  while (part && text[part.end] === '.') {
    schema = part.name
    part = readPart(text, part.end + 1)
  }
  return part && { ...part, schema }
}

/** Reads the names of `(a, "b", …)`; undefined if there is no such list at the place. */
export function readNames(text: string, from: number): { names: string[]; end: number } | undefined {
  let at = skipSpace(text, from)
  if (text[at] !== '(') return undefined
  const names: string[] = []
  do {
    const part = readPart(text, at + 1)
    if (!part) return undefined
    names.push(part.name)
    at = skipSpace(text, part.end)
  } while (text[at] === ',')
  return text[at] === ')' ? { names, end: at + 1 } : undefined
}

const CONSTRAINT = /^(constraint|primary|unique|foreign|check|like)$/i
/** Words that begin a constraint, or are the name of a column, as PostgreSQL writes one bare. */
const MAY_BE_CONSTRAINT = /^(key|index|fulltext|spatial|exclude)$/i
/** Text behind such a word in a constraint: columns in parentheses, not a column's type. */
const OF_CONSTRAINT = /\s*(?:(?:key|index)\b|(?:[\w$]+|`[^`]*`)?\s*(?:using\b|\(\s*[^\d\s]))/iy

function isConstraint(text: string, { name, end }: { name: string; end: number }): boolean {
  OF_CONSTRAINT.lastIndex = end
  return CONSTRAINT.test(name) || (MAY_BE_CONSTRAINT.test(name) && OF_CONSTRAINT.test(text))
}

/** Returns the columns of a CREATE TABLE whose `(` stands at `from`, with constraints left out. */
export function createdColumns(text: string, from: number, escapes: boolean): string[] {
  const columns: string[] = []
  for (let at = from + 1; at < text.length; ) {
    const part = readPart(text, at)
    const isQuoted = part && /["`]/.test(text[skipSpace(text, at)]!)
    if (part && (isQuoted || !isConstraint(text, part))) columns.push(part.name)
    const end = endOfBare(text, part?.end ?? at, escapes)
    if (end < 0 || text[end] === ')') break
    at = end + 1
  }
  return columns
}
