import { AppError } from '@balcao/shared/errors.ts'
import { readSheet } from '../sheets/read-sheet.ts'
import type { Cell } from '../sheets/sheet.ts'
import { type Block, cleanText, MAX_CHARACTERS } from './block.ts'

const textOf = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : cleanText(String(cell)))

/** Returns whether a row names the columns below it: texts alone, each another one. */
function areHeadings(cells: readonly Cell[]): boolean {
  const texts = cells.map(textOf).filter(text => text !== '')
  return texts.length > 1 && new Set(texts).size === texts.length && texts.every(text => !/^[\d.,R$ -]+$/.test(text))
}

/**
 * Returns each row of a sheet as a paragraph, each value behind the name of its column.
 * @throws the errors of `readSheet`, ERR_DOCUMENT_TOO_LARGE
 */
export async function readSheetRows(bytes: Buffer): Promise<Block[]> {
  const blocks: Block[] = []
  let headings: string[] | undefined
  let characters = 0
  for await (const { cells } of readSheet(bytes)) {
    if (headings === undefined) {
      headings = areHeadings(cells) ? cells.map(textOf) : []
      if (headings.length > 0) continue
    }
    const values = cells.map((cell, i) => {
      const text = textOf(cell)
      const heading = headings?.[i]
      return text && heading ? `${heading}: ${text}` : text
    })
    const text = values.filter(value => value !== '').join('; ')
    characters += text.length
    if (characters > MAX_CHARACTERS) throw new AppError('ERR_DOCUMENT_TOO_LARGE')
    blocks.push({ level: 0, text })
  }
  return blocks
}
