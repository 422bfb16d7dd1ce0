import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { removeObjects } from '../../../integrations/storage.ts'
import { keepUpload, keptFolder, type ReadyMedia, storeFile } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'

/**
 * Owner of files that are uploaded before their list exists: each is copied into the folder of the
 * list that names it.
 */
export const COMING = 'coming'

export type GivenPlace = Parameters<Operations['files']['create']>[1]['body']['options'][number]

/** The files that places of a form name, by place; undefined where a place names none. */
export type GivenFiles = readonly (ReadyMedia | undefined)[]

/**
 * Requires that each file of the form has its place, and no place has two.
 * @throws ERR_VALIDATION
 */
function assertPlaced(places: readonly GivenPlace[], files: readonly UploadedFile[]): void {
  const named = places.flatMap(({ file }) => (file === undefined ? [] : [file]))
  const fits =
    named.length === files.length &&
    new Set(named).size === named.length &&
    named.every(at => at < files.length) &&
    places.every(({ file, upload }) => file === undefined || upload === undefined)
  if (!fits) throw new AppError('ERR_VALIDATION', { details: [{ path: 'options', code: 'files_mismatch' }] })
}

/**
 * Stores the files that come with a list and passes them to `write`. If that fails they are removed
 * again; those uploaded to the bucket before only for a new list, as a repeated call may have them
 * in a list already.
 * @throws ERR_VALIDATION, ERR_UPLOAD_MISSING, ERR_UPLOAD_TYPE, ERR_UPLOAD_TOO_LARGE, and what
 * `write` throws
 */
export async function withGivenFiles<Result>(
  companyId: string,
  { id, isNew }: { id: string; isNew: boolean },
  places: readonly GivenPlace[],
  files: readonly UploadedFile[],
  write: (given: GivenFiles) => Promise<Result>,
): Promise<Result> {
  assertPlaced(places, files)
  const folder = keptFolder(id)
  const stored: string[] = []
  const store = async (file: UploadedFile) => {
    const media = await storeFile(companyId, folder, file, false)
    stored.push(media.key)
    return media
  }
  const mediaOf = async ({ file, upload }: GivenPlace): Promise<ReadyMedia | undefined> => {
    if (file !== undefined) return store(files[file]!)
    if (!upload) return undefined
    const { media } = await keepUpload(companyId, keptFolder(COMING), { ...upload, ptt: false }, folder)
    if (isNew) stored.push(media.key)
    return media
  }
  const settled = await Promise.allSettled(places.map(mediaOf))
  try {
    return await write(
      settled.map(each => {
        if (each.status === 'rejected') throw each.reason
        return each.value
      }),
    )
  } catch (error) {
    await removeObjects(stored)
    throw error
  }
}
