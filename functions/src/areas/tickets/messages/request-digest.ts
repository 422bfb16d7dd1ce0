import { createHash } from 'node:crypto'
import type { UploadedFile } from '@balcao/shared/contract/handlers.ts'

/** What a caller sent, to be told from other content under the same key. It is kept with the message, which may be edited. */
export const requestDigest = (...sent: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('base64url')

/** A file counts by its bytes, not by where it was put. */
export const fileDigest = ({ fileName, mimetype, bytes }: UploadedFile): unknown => [
  fileName,
  mimetype,
  createHash('sha256').update(bytes).digest('base64url'),
]
