import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { MediaKind } from './media-kind.ts'

/** Files of a list, at most. */
export const LIST_FILES = 20

/** A file of a list, with the text that goes under it. */
export const FileListOption = z.object({
  id: Id,
  /** The text; empty without one. */
  name: z.string(),
  /** As the file was called; null while it is not there yet. */
  fileName: z.string().nullable(),
  /** A link to it, good for 10 to 20 minutes. */
  path: z.string().nullable(),
  mediaType: MediaKind.nullable(),
  /** Bytes. */
  size: z.number().int().nullable(),
})
export type FileListOption = z.infer<typeof FileListOption>

/** Files that are sent together, in order: behind a campaign's message, or out of the composer. */
export const FileList = z.object({
  id: Id,
  name: z.string(),
  /** What it is for. */
  message: z.string(),
  options: z.array(FileListOption),
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type FileList = z.infer<typeof FileList>
