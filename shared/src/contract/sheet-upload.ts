/** The calls by which a sheet is imported: in a form, or as an object the browser put into the bucket before. */
import { z } from 'zod'
import { INLINE_LIMIT } from '../media.ts'
import { Id } from './fields.ts'
import { ofPrepared } from './prepared-upload.ts'

/** Where the sheet is: in the form, or in the bucket. */
export const SheetBody = z.object(ofPrepared)

/**
 * Returns what every such call has; `larger` is the path of its `uploads`. The columns are known by
 * their names in three languages; what could not be taken stands in the job's problems.
 */
export const sheetUpload = (larger: string) => ({
  body: SheetBody,
  multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, larger },
  response: z.object({ jobId: Id }),
  status: 202 as const,
})
