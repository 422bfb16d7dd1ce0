import { z } from 'zod'
import { Id } from './fields.ts'

/** Formats of an exported list. */
export const LIST_FORMATS = ['csv', 'xlsx'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

/** Maximum rows that are selected for an export: their ids are kept with the job. */
export const MOST_SELECTED = 1000

/** Format of a list's file, in its export's body. */
export const fileFormat = {
  format: z.enum(LIST_FORMATS).describe('CSV, or a spreadsheet of Excel').default('csv'),
}

/** Rows of an export that a person selected, in its body. */
export const selectedRows = {
  ids: z.array(Id).min(1).max(MOST_SELECTED).describe('Only these rows, whatever the filters').optional(),
}
