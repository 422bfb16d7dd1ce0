/** Result of a sheet whose rows were imported. */
import { z } from 'zod'

/** Reasons why a row was not imported. `double`: an earlier row (`of`) has the number. */
export const SHEET_PROBLEM_CODES = [
  'missingNumber',
  'notNumber',
  'tooShort',
  'scientific',
  'badEmail',
  'badName',
  'badField',
  'double',
] as const
export type SheetProblemCode = (typeof SHEET_PROBLEM_CODES)[number]

/** `row` is its row number in a spreadsheet. */
export const SheetProblem = z.object({
  row: z.number().int(),
  code: z.enum(SHEET_PROBLEM_CODES),
  of: z.number().int().nullable(),
  /** Name of the custom field whose value is none (`badField`). */
  field: z.string().optional(),
})
export type SheetProblem = z.infer<typeof SheetProblem>

/** Rows of the sheet by their result; each has exactly one. */
export const SheetCounts = z.object({
  rows: z.number().int(),
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  invalid: z.number().int(),
  /** Rows with the number of an earlier row. */
  duplicate: z.number().int(),
  /**
   * Rows of contacts in conversations that the importer may not see, which stay unchanged; absent
   * if there are none.
   */
  withheld: z.number().int().optional(),
})
export type SheetCounts = z.infer<typeof SheetCounts>

/** Maximum problems in an answer; the file has all. */
export const SHOWN_PROBLEMS = 100
