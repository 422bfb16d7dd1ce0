/** Types and limits that the readers of sheets share. */
import { AppError } from '@balcao/shared/errors.ts'

/** Content of a cell; for a formula its last saved value, since nothing is calculated. */
export type Cell = string | number | null

/** A row with its number in the spreadsheet, from 1. */
export type SheetRow = { row: number; cells: Cell[] }

/** Maximum rows of a sheet below its headings (decision 0029). */
export const MAX_ROWS = 100_000
/** Maximum columns that are read; no import needs one further right. */
export const MAX_COLUMNS = 200
/**
 * Maximum characters of a cell that are read: one more than a link has, the longest value that an
 * import takes.
 */
export const MAX_CHARACTERS = 1001

export const unreadable = (): AppError => new AppError('ERR_SHEET_UNREADABLE')
export const tooLarge = (): AppError => new AppError('ERR_SHEET_TOO_LARGE')
export const locked = (): AppError => new AppError('ERR_SHEET_PASSWORD')

/**
 * Normalizes a text as in the rest of the product: well-formed, on one line, without invisible
 * characters.
 */
export const cellText = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(/[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\s]+/gu, ' ')
    .trim()

/** Returns whether all cells are empty. */
export const isEmptyRow = (cells: readonly Cell[]): boolean => cells.every(cell => cell === null || cell === '')
