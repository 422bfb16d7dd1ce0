/**
 * The file that a row of a small list keeps to be sent again and again. Messages show the very object, so it stays in the
 * bucket when the row gets another one or goes: what was said keeps its picture.
 */
import type { UploadedFile } from '@balcao/shared/contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { KEPT_FILES } from '@balcao/shared/media.ts'
import { changeRow, requireRow, type SmallList, type SmallRow } from '../data/table/small-list.ts'
import type { HttpContexts } from '../http/context.ts'
import { signedLink } from '../integrations/storage.ts'
import { tellRow } from './small-list.ts'
import { type ReadyMedia, storeFile } from './store-upload.ts'

/** Such a row as it lies in the table. */
export type KeepsFile = SmallRow & { media: ReadyMedia | null }

type Shown<Row extends KeepsFile> = Omit<Row, 'media'> & {
  mediaPath: string | null
  mediaName: string | null
  mediaType: ReadyMedia['kind'] | null
}

/** The row as it leaves: its file becomes a link. */
export async function showKeptFile<Row extends KeepsFile>({ media, ...row }: Row): Promise<Shown<Row>> {
  return {
    ...row,
    mediaPath: media && (await signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName })),
    mediaName: media?.fileName ?? null,
    mediaType: media?.kind ?? null,
  }
}

/** Stores the one file of a form. Throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TYPE, ERR_UPLOAD_TOO_LARGE. */
export async function storeKeptFile(companyId: string, [file]: readonly UploadedFile[]): Promise<ReadyMedia> {
  if (!file) throw new AppError('ERR_UPLOAD_MISSING')
  return storeFile(companyId, KEPT_FILES, file, false)
}

type OfRow = { params: { id: string }; files: UploadedFile[] }

/**
 * The operations of `keptFileRoutes` for a list whose rows everybody who reaches the route may change; `show` makes of a row in
 * the table what leaves.
 */
export const keptFileOperations = <Row extends KeepsFile, Leaves extends object = Shown<Row>>(
  list: SmallList<Row>,
  show: (row: Row) => Promise<Leaves> = row => showKeptFile(row) as Promise<object> as Promise<Leaves>,
) => {
  const change = async (companyId: string, row: Row, media: ReadyMedia | null): Promise<Leaves> => {
    const changed = await show(await changeRow(companyId, list, row, { media } as Partial<Row>))
    await tellRow(companyId, list.kind, 'update', changed)
    return changed
  }
  return {
    uploadMedia: async ({ companyId }: HttpContexts['user'], { params, files }: OfRow) => {
      const row = await requireRow(companyId, list, params.id, true)
      return change(companyId, row, await storeKeptFile(companyId, files))
    },
    removeMedia: async ({ companyId }: HttpContexts['user'], { params }: OfRow) =>
      change(companyId, await requireRow(companyId, list, params.id, true), null),
  }
}
