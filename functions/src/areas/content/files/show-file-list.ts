import type { FileList } from '@balcao/shared/entities/file-list.ts'
import type { FileListRow, StoredOption } from '../../../data/content/file-list.ts'
import { signedLink } from '../../../integrations/storage.ts'

const shownOption = async ({ id, name, media }: StoredOption): Promise<FileList['options'][number]> => ({
  id,
  name,
  fileName: media?.fileName ?? null,
  path: media && (await signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName })),
  mediaType: media?.kind ?? null,
  size: media?.size ?? null,
})

/** Returns the wire form of a file list: its files become links. */
export const shownFileList = async ({ options, ...row }: FileListRow): Promise<FileList> => ({
  ...row,
  options: await Promise.all(options.map(shownOption)),
})
