import { LIST_FILES } from '@balcao/shared/entities/file-list.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { changeFileList } from '../../../data/content/change-file-list.ts'
import { FILE_LISTS, type StoredOption } from '../../../data/content/file-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { removeObjects } from '../../../integrations/storage.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { keepUpload, keptFolder, storeFile } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { shownFileList } from './show-file-list.ts'

/**
 * Stores files in their places, instead of earlier ones. A repeated call finds an uploaded file in
 * its place, so no file is in a list twice.
 */
export const uploadList: Operations['files']['uploadList'] = async ({ companyId }, { params, body, files }) => {
  const { optionIds = [], uploads } = body
  const { options } = await requireRow(companyId, FILE_LISTS, params.id, true)
  if (files.length + uploads.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
  const wanted = [
    ...files.map((_, i) => ({ key: newId(), optionId: optionIds[i] })),
    ...uploads.map(({ key, optionId }) => ({ key: key.slice(PREPARED_UPLOADS.length), optionId })),
  ]
  // Checks that they fit, before anything is stored.
  placed(options, wanted)
  const kept = await Promise.all(
    uploads.map(async upload => (await keepUpload(companyId, keptFolder(params.id), { ...upload, ptt: false })).media),
  )
  const stored = await Promise.all(files.map(file => storeFile(companyId, keptFolder(params.id), file, false)))
  const media = [...stored, ...kept]
  try {
    const { after } = await changeFileList(companyId, params.id, before => ({
      options: placed(
        before.options,
        media.map((each, i) => ({ ...each, optionId: wanted[i]!.optionId })),
      ),
    }))
    const row = await shownFileList(after)
    await publishRow(companyId, 'file', 'update', row)
    return row
  } catch (error) {
    await removeObjects(stored.map(({ key }) => key))
    throw error
  }
}

type Placed<Media> = Omit<StoredOption, 'media'> & { media: Media | KeptMedia | null }

/**
 * Returns the places with the files in them: in those they name, then the first empty ones, then
 * new ones at the end.
 * @throws ERR_NO_FILE_FOUND, ERR_TOO_MANY_FILES
 */
function placed<Media extends { key: string }>(
  before: readonly StoredOption[],
  files: readonly (Media & { optionId: string | undefined })[],
): Placed<Media>[] {
  const options: Placed<Media>[] = [...before]
  const there = new Set(before.map(({ media }) => media?.key))
  const fresh = files.filter(({ key }) => !there.has(key))
  for (const { optionId, ...file } of [
    ...fresh.filter(({ optionId }) => optionId !== undefined),
    ...fresh.filter(({ optionId }) => optionId === undefined),
  ]) {
    const isPlace = ({ id, media }: Placed<Media>) => (optionId === undefined ? media === null : id === optionId)
    const at = options.findIndex(isPlace)
    if (at < 0 && optionId !== undefined) throw new AppError('ERR_NO_FILE_FOUND')
    const option = { id: newId(), name: '', ...options[at], media: file as unknown as Media, sent: false }
    options.splice(at < 0 ? options.length : at, 1, option)
  }
  if (options.length > LIST_FILES) throw new AppError('ERR_TOO_MANY_FILES')
  return options
}
