import { AppError } from '@balcao/shared/errors.ts'
import { type Block, cleanText, MAX_CHARACTERS } from './block.ts'

/** Maximum pages of a PDF. */
const MAX_PAGES = 2000
/** Height of a heading as a multiple of the text's own. */
const HEADING_SHARE = 1.15
/** Maximum characters of a heading. */
const HEADING_LENGTH = 150
/** Distance of lines, as a multiple of their height, from which on a new paragraph begins. */
const PARAGRAPH_SHARE = 1.7

/** A line of a page, with its height and the place of its foot, in points. */
type Line = { text: string; height: number; y: number; page: number }

/**
 * Returns the headings and paragraphs of a PDF: a line in larger letters than most of the text is a
 * heading. Nothing of it is drawn, run or fetched.
 * @throws ERR_DOCUMENT_TOO_LARGE, ERR_DOCUMENT_PASSWORD
 */
export async function readPdf(bytes: Uint8Array): Promise<Block[]> {
  const { getDocumentProxy } = await import('unpdf')
  const options = { isEvalSupported: false, useSystemFonts: false, disableFontFace: true, stopAtErrors: false }
  const pdf = await getDocumentProxy(bytes, { ...options, enableXfa: false, verbosity: 0 }).catch((error: Error) => {
    throw error.name === 'PasswordException' ? new AppError('ERR_DOCUMENT_PASSWORD') : error
  })
  if (pdf.numPages > MAX_PAGES) throw new AppError('ERR_DOCUMENT_TOO_LARGE')
  const lines: Line[] = []
  let characters = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const found = linesOf(items.filter(item => 'str' in item) as Item[], number)
    characters += found.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > MAX_CHARACTERS) throw new AppError('ERR_DOCUMENT_TOO_LARGE')
    lines.push(...found)
    page.cleanup()
  }
  return blocksOf(withoutRepeated(lines, pdf.numPages))
}

type Item = { str: string; height: number; transform: number[]; hasEOL: boolean }

/** Joins the pieces of each line of a page. */
function linesOf(items: readonly Item[], page: number): Line[] {
  const lines: Line[] = []
  let line: Line | undefined
  for (const { str, height, transform, hasEOL } of items) {
    const y = transform[5] ?? 0
    if (str.trim() !== '') {
      if (line && Math.abs(line.y - y) > Math.max(height, line.height) / 2) line = undefined
      if (line) line.text += str
      else {
        line = { text: str, height, y, page }
        lines.push(line)
      }
    } else if (line) line.text += str
    if (hasEOL) line = undefined
  }
  return lines
    .map(each => ({ ...each, text: cleanText(each.text).replace(/\s+/g, ' ') }))
    .filter(({ text }) => text !== '')
}

/** Pages from which on a line that repeats is that of their head or foot. */
const FEW_PAGES = 3

/**
 * Leaves out the first and last lines that stand on most pages, page numbers aside: heads and feet.
 */
function withoutRepeated(lines: readonly Line[], pages: number): Line[] {
  if (pages < FEW_PAGES) return [...lines]
  const bounds = new Map<number, { top: number; foot: number }>()
  for (const { page, y } of lines) {
    const { top, foot } = bounds.get(page) ?? { top: y, foot: y }
    bounds.set(page, { top: Math.max(top, y), foot: Math.min(foot, y) })
  }
  const isOuter = ({ page, y }: Line): boolean => y === bounds.get(page)!.top || y === bounds.get(page)!.foot
  const keyOf = ({ text, y }: Line) => `${Math.round(y)}|${text.replace(/\d+/g, '#')}`
  const counts = new Map<string, number>()
  for (const line of lines) if (isOuter(line)) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  return lines.filter(line => !isOuter(line) || counts.get(keyOf(line))! < Math.max(FEW_PAGES, pages * 0.6))
}

/** Joins lines to paragraphs, and tells headings by their height. */
function blocksOf(lines: readonly Line[]): Block[] {
  const body = usualHeight(lines)
  const heights = [...new Set(lines.map(({ height }) => Math.round(height)))].sort((a, b) => b - a)
  const levelOf = ({ height, text }: Line): number =>
    height > body * HEADING_SHARE && text.length <= HEADING_LENGTH ? heights.indexOf(Math.round(height)) + 1 : 0
  const blocks: Block[] = []
  let last: Line | undefined
  for (const line of lines) {
    const level = levelOf(line)
    const block = blocks.at(-1)
    const gap = last ? last.y - line.y : 0
    const isFarther = line.page === last?.page ? gap < 0 || gap > line.height * PARAGRAPH_SHARE : level > 0
    if (block && last && block.level === level && !isFarther) block.text = joined(block.text, line.text)
    else blocks.push({ level, text: line.text })
    last = line
  }
  return blocks
}

/** Returns the height of most characters. */
function usualHeight(lines: readonly Line[]): number {
  const counts = new Map<number, number>()
  for (const { height, text } of lines) {
    const rounded = Math.round(height)
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** Joins two lines; a word that was divided at the end of the first is put together. */
const joined = (text: string, line: string): string =>
  /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? `${text.slice(0, -1)}${line}` : `${text} ${line}`
