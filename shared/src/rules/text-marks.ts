/**
 * WhatsApp's marks in a text: *bold*, _italic_, ~strike~, `code`, ```block```, and links. The
 * result is data that the interface turns into React nodes, so a text can never become markup.
 */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: Piece[] }
  | { kind: 'code' | 'block'; text: string }
  | { kind: 'link'; text: string; href: string }

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Maximum depth of nested marks; deeper ones are shown as written. */
const DEEPEST = 6

/** Function that finds the links of a text; the web app loads it only when a text may need it. */
export type FindLinks = (text: string) => { start: number; end: number; value: string; href: string }[]

/**
 * Returns whether a text may contain links: an address has a scheme, an @, or a letter after a dot.
 */
export const mayHaveLinks = (text: string): boolean => /\.\p{L}|@|:\/\//u.test(text)

/**
 * Splits a message's text into pieces to show; without `find` its links stay text. Linear in
 * practice: marks do not cross lines, and links are found once per run.
 */
export function formatText(text: string, find: FindLinks | null): Piece[] {
  const pieces: Piece[] = []
  let rest = text
  for (;;) {
    const start = rest.indexOf('```')
    const end = start === -1 ? -1 : rest.indexOf('```', start + 3)
    if (end === -1) break
    pieces.push(...lines(rest.slice(0, start), find))
    pieces.push({ kind: 'block', text: rest.slice(start + 3, end) })
    rest = rest.slice(end + 3)
  }
  pieces.push(...lines(rest, find))
  return joined(pieces)
}

function lines(text: string, find: FindLinks | null): Piece[] {
  if (text === '') return []
  return text
    .split('\n')
    .flatMap((line, i) => [...(i > 0 ? [{ kind: 'text', text: '\n' } as const] : []), ...aroundCodes(line, find)])
}

/**
 * Matches a Pix code to copy and paste (BR Code: the format's tag first, a CRC last). The bank's
 * address and the key in it are no links.
 */
const PIX_CODE = /(000201[ -~]{20,600}?6304[\dA-F]{4}(?![\dA-F]))/i

function aroundCodes(line: string, find: FindLinks | null): Piece[] {
  return line.split(PIX_CODE).flatMap((text, i) => (i % 2 === 1 ? [{ kind: 'text', text }] : marks(text, 0, find)))
}

function marks(line: string, depth: number, find: FindLinks | null): Piece[] {
  if (depth > DEEPEST || line.length > 4096) return links(line, find)
  for (let i = 0; i < line.length; i++) {
    const mark = line[i]!
    if (mark === '`') {
      const end = line.indexOf('`', i + 1)
      if (end > i + 1) {
        return [
          ...links(line.slice(0, i), find),
          { kind: 'code', text: line.slice(i + 1, end) },
          ...marks(line.slice(end + 1), depth, find),
        ]
      }
      continue
    }
    const kind = MARKS[mark as keyof typeof MARKS]
    // A mark opens before a non-space and outside a word: 2*3*4 and snake_case stay as they are.
    if (!kind || isWord(line[i - 1]) || line[i + 1] === undefined || /\s/.test(line[i + 1]!)) continue
    const end = closing(line, mark, i + 1)
    if (end === -1) continue
    return [
      ...links(line.slice(0, i), find),
      { kind, children: marks(line.slice(i + 1, end), depth + 1, find) },
      ...marks(line.slice(end + 1), depth, find),
    ]
  }
  return links(line, find)
}

function closing(line: string, mark: string, from: number): number {
  for (let end = line.indexOf(mark, from + 1); end !== -1; end = line.indexOf(mark, end + 1)) {
    if (!/\s/.test(line[end - 1]!) && !isWord(line[end + 1])) return end
  }
  return -1
}

/** Matches links that a browser may open from a chat; a javascript: link stays text. */
const SAFE = /^(https?:|mailto:)/i

function links(text: string, find: FindLinks | null): Piece[] {
  if (text === '') return []
  if (!find || !mayHaveLinks(text)) return [{ kind: 'text', text }]
  const pieces: Piece[] = []
  let at = 0
  for (const link of find(text)) {
    if (!SAFE.test(link.href)) continue
    if (link.start > at) pieces.push({ kind: 'text', text: text.slice(at, link.start) })
    pieces.push({ kind: 'link', text: link.value, href: link.href })
    at = link.end
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) })
  return pieces
}

function joined(pieces: Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text')
      result[result.length - 1] = { kind: 'text', text: last.text + piece.text }
    else result.push(piece)
  }
  return result
}

const wordsOf = (pieces: readonly Piece[]): string =>
  pieces.map(piece => ('children' in piece ? wordsOf(piece.children) : piece.text)).join('')

/** Returns a text without its marks, for single lines: rows of lists, quotations, notifications. */
export const plainText = (text: string): string => (/[*_~`]/.test(text) ? wordsOf(formatText(text, null)) : text)
