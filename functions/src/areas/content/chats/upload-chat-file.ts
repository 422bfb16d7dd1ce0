import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { requireChat } from '../../../data/content/chat.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { assertSize, kindOf } from '../../media-kind.ts'
import { preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'

/** Prepares the upload of a file; S3 itself refuses one above the limit of its kind. */
export const uploadChatFile: Operations['chats']['uploads'] = async ({ companyId, actor }, { params, body }) => {
  const chat = await requireChat(companyId, params.id, actor.userId)
  const kind = kindOf(body.mimetype, body.fileName)
  assertSize(kind, body.size)
  const key = preparedKey(companyId, chat.id)
  return { key, ...(await uploadForm(key, body.mimetype, MEDIA_LIMITS[kind])) }
}
