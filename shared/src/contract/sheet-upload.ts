/** The calls by which a sheet is imported: in a form, or as an object the browser put into the bucket before. */
import { z } from 'zod'
import { INLINE_LIMIT } from '../media.ts'
import { Id } from './fields.ts'
import { FileName, PreparedKey } from './prepared-upload.ts'

/** Where the sheet is: in the form, or in the bucket. */
export const SheetBody = z.object({
  key: PreparedKey.describe('Of a sheet that was put into the bucket by the form of `uploads`').optional(),
  fileName: FileName.optional(),
})

/** What every such call has. The columns are known by their names in three languages; what could not be taken stands in the job's problems. */
export const sheetUpload = {
  body: SheetBody,
  multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT },
  response: z.object({ jobId: Id }),
  status: 202,
} as const
