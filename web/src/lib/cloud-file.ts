/**
 * Files that WhatsApp's Cloud API does not send, refused before they are uploaded. Only screens
 * that load lazily import this: the table of limits has no room in a first load.
 */
import { CLOUD_MEDIA_ERRORS, cloudMediaProblem } from '@balcao/shared/rules/cloud-media-limits.ts'
import { ApiError } from './api-error.ts'
import type { MediaValue } from './row-media.ts'
import { kindOf } from './sent-file.ts'

/** Returns the code of the limit that a file exceeds; null if it may be sent. */
export const cloudFileProblem = ({ type, size }: File) =>
  cloudMediaProblem({ kind: kindOf(type), mimetype: type, size })

/** Codes that concern a file, for the `fieldOf` of a dialog with a field called `media`. */
export const CLOUD_FILE_REFUSALS = Object.fromEntries(CLOUD_MEDIA_ERRORS.map(code => [code, 'media'] as const))

/**
 * Requires that a chosen file may be sent. Throws the ApiError with
 * which the server would refuse it.
 */
export function requireCloudFile(value: MediaValue): void {
  const problem = value instanceof File ? cloudFileProblem(value) : null
  if (problem) throw new ApiError(problem, 422)
}
