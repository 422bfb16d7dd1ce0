import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { KEPT_FILES } from '@balcao/shared/media.ts'
import { FILE_LISTS } from '../../../data/content/file-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { assertSize, kindOf } from '../../media-kind.ts'
import { preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'

/** The store itself refuses what is larger than the kind's limit. */
export const prepareFile: Operations['files']['uploads'] = async ({ companyId }, { params, body }) => {
  await requireRow(companyId, FILE_LISTS, params.id)
  const kind = kindOf(body.mimetype, body.fileName)
  assertSize(kind, body.size)
  const key = preparedKey(companyId, KEPT_FILES)
  return { key, ...(await uploadForm(key, body.mimetype, MEDIA_LIMITS[kind])) }
}
