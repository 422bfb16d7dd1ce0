import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { FILE_LISTS } from '../../../data/content/file-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { assertSize, kindOf } from '../../media-kind.ts'
import { keptFolder, preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { COMING } from './given-files.ts'

type Body = Parameters<Operations['files']['prepare']>[1]['body']

/** The store itself refuses what is larger than the kind's limit. */
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

/** Of a list that comes with its files: it may have no id yet. */
export const prepareComingFile: Operations['files']['prepare'] = ({ companyId }, { body }) =>
  formFor(companyId, COMING, body)
