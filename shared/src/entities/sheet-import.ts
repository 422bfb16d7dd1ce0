/** What came of a sheet whose rows were imported. */
import { z } from 'zod'

/** Why a row was not taken. `double`: an earlier row (`of`) has the number. */
export const SHEET_PROBLEM_CODES = [
  'missingNumber',
  'notNumber',
  'tooShort',
  'scientific',
  'badEmail',
  'badName',
  'double',
] as const
export type SheetProblemCode = (typeof SHEET_PROBLEM_CODES)[number]

/** `row` is the number beside it in a spreadsheet. */
export const SheetProblem = z.object({
  row: z.number().int(),
  code: z.enum(SHEET_PROBLEM_CODES),
  of: z.number().int().nullable(),
})
export type SheetProblem = z.infer<typeof SheetProblem>

/** Rows of the sheet, and what became of them: each is one of the others. */
export const SheetCounts = z.object({
  rows: z.number().int(),
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  invalid: z.number().int(),
  /** Of a number that an earlier row has. */
  duplicate: z.number().int(),
  /** Of contacts in a conversation that the importer may not see, which stay as they are; absent where there are none. */
  withheld: z.number().int().optional(),
})
export type SheetCounts = z.infer<typeof SheetCounts>

/** How many problems an answer shows; the file has all. */
export const SHOWN_PROBLEMS = 100
