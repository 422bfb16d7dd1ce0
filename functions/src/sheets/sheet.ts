/** What the readers of sheets have in common. */
import { AppError } from '@balcao/shared/errors.ts'

/** What a cell holds: of a formula its value as it was last saved, nothing is ever calculated. */
export type Cell = string | number | null

/** `row` is the number beside it in a spreadsheet, from 1. */
export type SheetRow = { row: number; cells: Cell[] }

/** Maximum rows of a sheet below its headings (decision 0029). */
export const MOST_ROWS = 100_000
/** Columns that are looked at; what stands right of them is nothing an import takes. */
export const MOST_COLUMNS = 200
/** Characters of a cell that are read; the longest thing an import takes has 254. */
const MOST_CHARACTERS = 1000

export const unreadable = (): AppError => new AppError('ERR_SHEET_UNREADABLE')
export const tooLarge = (): AppError => new AppError('ERR_SHEET_TOO_LARGE')
export const locked = (): AppError => new AppError('ERR_SHEET_PASSWORD')

/** A text as the rest of the product takes it: well-formed, on one line, without signs that cannot be seen. */
export const cellText = (text: string): string =>
  text
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replace(/[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\s]+/gu, ' ')
    .trim()

/** Whether nothing stands in it. */
export const isEmptyRow = (cells: readonly Cell[]): boolean => cells.every(cell => cell === null || cell === '')
