import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import type { KeepsFile } from '../data/table/kept-file.ts'
import { signedLink } from '../integrations/storage.ts'

export type ShownFile<Row extends KeepsFile> = Omit<Row, 'media'> & {
  mediaPath: string | null
  mediaName: string | null
  mediaType: KeptMedia['kind'] | null
}

/** Returns the wire form of a row with a stored file: the file becomes a link. */
export async function showKeptFile<Row extends KeepsFile>({ media, ...row }: Row): Promise<ShownFile<Row>> {
  return {
    ...row,
    mediaPath: media && (await signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName })),
    mediaName: media?.fileName ?? null,
    mediaType: media?.kind ?? null,
  }
}
