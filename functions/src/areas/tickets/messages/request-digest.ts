import { createHash } from 'node:crypto'
import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'

/**
 * Returns a digest of what a caller sent, to detect other content under the same key. It is stored
 * with the message, which may be edited.
 */
export const requestDigest = (...sent: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('base64url')

/** Identifies a file by its bytes, not by where it is stored. */
export const fileDigest = ({ fileName, mimetype, bytes }: UploadedFile): unknown => [
  fileName,
  mimetype,
  createHash('sha256').update(bytes).digest('base64url'),
]
