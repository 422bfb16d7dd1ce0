import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { MediaKind } from './media-kind.ts'

/** Maximum files of a list. */
export const LIST_FILES = 20

/** File of a list, with its caption. */
export const FileListOption = z.object({
  id: Id,
  /** Caption; empty without one. */
  name: z.string(),
  /** Original name of the file; null while it is not uploaded yet. */
  fileName: z.string().nullable(),
  /** Link to it, valid for 10 to 20 minutes. */
  path: z.string().nullable(),
  mediaType: MediaKind.nullable(),
  /** Size in bytes. */
  size: z.number().int().nullable(),
})
export type FileListOption = z.infer<typeof FileListOption>

/** Files that are sent together, in order: after a campaign's message, or from the composer. */
export const FileList = z.object({
  id: Id,
  name: z.string(),
  /** Purpose of the list. */
  message: z.string(),
  options: z.array(FileListOption),
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type FileList = z.infer<typeof FileList>
