import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { FILE_LISTS } from '../../../data/content/file-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { assertSize, kindOf } from '../../media-kind.ts'
import { keptFolder, preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { COMING } from './given-files.ts'

type Body = Parameters<Operations['files']['prepare']>[1]['body']

/** Returns an upload form; S3 itself refuses a file above the limit of its kind. */
async function formFor(companyId: string, ownerId: string, { fileName, mimetype, size }: Body) {
  const kind = kindOf(mimetype, fileName)
  assertSize(kind, size)
  const key = preparedKey(companyId, keptFolder(ownerId))
  return { key, ...(await uploadForm(key, mimetype, MEDIA_LIMITS[kind])) }
}

export const prepareFile: Operations['files']['uploads'] = async ({ companyId }, { params, body }) => {
  await requireRow(companyId, FILE_LISTS, params.id)
  return formFor(companyId, params.id, body)
}

/**
 * Prepares a file of a list that is created together with its files: the list may have no id yet.
 */
export const prepareComingFile: Operations['files']['prepare'] = ({ companyId }, { body }) =>
  formFor(companyId, COMING, body)
