/** Reads the little Markdown that the guides of `docs/user/` are written in. */

/** A block of a guide. Texts may hold `**labels**`, code and `[links](page.md)`; see `piecesOf`. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  /** A picture of `docs/user/pictures/` by its file name; `alt` says what it shows. */
  | { kind: 'picture'; alt: string; file: string }

export type Guide = { title: string; blocks: Block[] }

const ITEM = /^(?:(-)|\d+\.) (.*)$/
const PICTURE = /^!\[([^\]]*)\]\(pictures\/([\w-]+\.webp)\)$/
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())

/** Returns the title and the blocks of a guide: headings, paragraphs, lists, tables, pictures. */
export function parseGuide(source: string): Guide {
  const [first = '', ...parts] = source.trim().split(/\n{2,}/)
  return { title: first.replace(/^# /, ''), blocks: parts.map(blockOf) }
}

function blockOf(part: string): Block {
  const lines = part.split('\n')
  const [first = ''] = lines
  if (first.startsWith('## ')) return { kind: 'heading', text: first.slice(3) }
  const [, alt, file] = PICTURE.exec(first) ?? []
  if (alt !== undefined && file !== undefined) return { kind: 'picture', alt, file }
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(cellsOf)
    return { kind: 'table', head, rows }
  }
  const item = ITEM.exec(first)
  if (!item) return { kind: 'text', text: lines.join(' ') }
  const items: string[] = []
  for (const line of lines) {
    const begun = ITEM.exec(line)
    if (begun) items.push(begun[2]!)
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', ordered: item[1] === undefined, items }
}

/** Piece of a text: plain, a label of the screen, what is typed, or a link to another guide by its name. */
type Piece = { kind: 'plain' | 'label' | 'code'; text: string } | { kind: 'link'; text: string; guide: string }

/** Splits a text of a block into its pieces. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const found of text.matchAll(/\*\*([^*]+)\*\*|\[([^\]]+)\]\(([a-z-]+)\.md\)|`([^`]+)`/g)) {
    if (found.index > at) pieces.push({ kind: 'plain', text: text.slice(at, found.index) })
    const [whole, label, linked, guide, code] = found
    if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (label !== undefined) pieces.push({ kind: 'label', text: label })
    else pieces.push({ kind: 'link', text: linked!, guide: guide! })
    at = found.index + whole.length
  }
  if (at < text.length) pieces.push({ kind: 'plain', text: text.slice(at) })
  return pieces
}

/** Returns the texts of a block, in reading order. */
export function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'list':
      return block.items
    case 'table':
      return [...block.head, ...block.rows.flat()]
    case 'picture':
      return [block.alt]
    default:
      return [block.text]
  }
}
