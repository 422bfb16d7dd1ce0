/** Routes that import a sheet: sent in a form, or put into the bucket by the browser before. */
import { z } from 'zod'
import { INLINE_LIMIT } from '../media.ts'
import { Id } from './fields.ts'
import { ofPrepared } from './prepared-upload.ts'

/** Source of the sheet: the form, or the bucket. */
export const SheetBody = z.object(ofPrepared)

/**
 * Returns the parts that every import route has; `larger` is the path of its `uploads`. Columns are
 * recognised by their names in three languages; rows that could not be imported stand in the job's
 * problems.
 */
export const sheetUpload = (larger: string) => ({
  body: SheetBody,
  multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, larger },
  response: z.object({ jobId: Id }),
  status: 202 as const,
})
