/**
 * Upload of a file that is too large for a call: the browser puts it into the bucket with a signed
 * form and names its key in the call.
 */
import { z } from 'zod'
import type { Access, PlanFlag } from '../access.ts'
import type { ErrorCode } from '../errors.ts'
import { route } from './route.ts'

export const FileName = z.string().trim().min(1).max(255)
export const Mimetype = z
  .string()
  .max(100)
  .regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/)

/** Errors of a call that takes a file, or keeps one that was put into the bucket. */
export const FILE_REFUSALS = [
  'ERR_UPLOAD_MISSING',
  'ERR_UPLOAD_TOO_LARGE',
  'ERR_UPLOAD_TYPE',
  'ERR_PICTURE_TOO_LARGE',
] as const

/** Key that `uploads` answered. */
export const PreparedKey = z.string().max(300)

/** Body fields that name a file by its key, instead of a file in the form. */
export const ofPrepared = {
  key: PreparedKey.describe('Key of a file that was put into the bucket by the form of `uploads`').optional(),
  fileName: FileName.optional(),
}

type UploadRoute<Params extends z.ZodType | undefined> = {
  /** Path such as `/messages/{ticketId}/uploads`. */
  path: string
  summary: string
  access: Exclude<Access, 'public' | 'apiKey'>
  plan?: PlanFlag
  params?: Params
  /** Maximum size in bytes. */
  most: number
  errors: readonly ErrorCode[]
}

/** Returns the route that signs such a form. */
export const uploadRoute = <Params extends z.ZodType | undefined = undefined>({
  path,
  summary,
  access,
  plan,
  params,
  most,
  errors,
}: UploadRoute<Params>) =>
  route({
    ...(plan ? { plan } : {}),
    method: 'POST',
    path,
    summary,
    access,
    params: params as Params,
    body: z.object({ fileName: FileName, mimetype: Mimetype, size: z.number().int().min(1).max(most) }),
    response: z.object({ key: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) }),
    status: 201,
    errors,
  })
