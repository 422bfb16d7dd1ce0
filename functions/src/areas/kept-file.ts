/** Operations that store a row's file and remove it. */
import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { KEPT_FILES } from '@balcao/shared/media.ts'
import type { KeepsFile } from '../data/table/kept-file.ts'
import { changeRow, requireRow, type SmallList } from '../data/table/small-list.ts'
import type { HttpContexts } from '../http/context.ts'
import { publishRow } from '../messaging/publish-row.ts'
import { type ShownFile, showKeptFile } from '../messaging/show-kept-file.ts'
import { type ReadyMedia, storeFile } from './store-upload.ts'

/**
 * Stores the one file of a form.
 * @throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TYPE, ERR_UPLOAD_TOO_LARGE
 */
export async function storeKeptFile(companyId: string, [file]: readonly UploadedFile[]): Promise<ReadyMedia> {
  if (!file) throw new AppError('ERR_UPLOAD_MISSING')
  return storeFile(companyId, KEPT_FILES, file, false)
}

/** Stores the file that came with a row, if there is one, and returns the row's fields for it. */
export async function fileAlong(
  companyId: string,
  files: readonly UploadedFile[],
): Promise<{ media: ReadyMedia } | Record<string, never>> {
  return files.length > 0 ? { media: await storeKeptFile(companyId, files) } : {}
}

type OfRow = { params: { id: string }; files: UploadedFile[] }

/**
 * Returns the operations of `keptFileRoutes` for a list whose rows may be changed by everybody who
 * reaches the route; `show` turns a stored row into its wire form.
 */
export const keptFileOperations = <Row extends KeepsFile, Leaves extends object = ShownFile<Row>>(
  list: SmallList<Row>,
  show: (row: Row) => Promise<Leaves> = row => showKeptFile(row) as Promise<object> as Promise<Leaves>,
) => {
  const change = async (companyId: string, row: Row, media: ReadyMedia | null): Promise<Leaves> => {
    const changed = await show(await changeRow(companyId, list, row, { media } as Partial<Row>))
    await publishRow(companyId, list.kind, 'update', changed)
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
