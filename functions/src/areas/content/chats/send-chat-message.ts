import { AppError } from '@balcao/shared/errors.ts'
import { getChat, requireChat } from '../../../data/content/chat.ts'
import { type ChatMessageRow, findChatMessage, storeChatMessage } from '../../../data/content/chat-message.ts'
import { toWireChatMessage } from '../../../data/content/chat-wire.ts'
import { publishChatMessage } from '../../../messaging/publish-chat.ts'
import { keepUpload, storeFile } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { callerRef } from './chat-people.ts'

type Call = Parameters<Operations['chats']['send']>[1]

/**
 * Sends a text, a file, or a file with a text. A repeated call with the same `clientId` returns the
 * message of the first one.
 */
export const sendChatMessage: Operations['chats']['send'] = async (ctx, call) => {
  const { companyId } = ctx
  const { params, body, files } = call
  const user = await callerRef(ctx)
  await requireChat(companyId, params.id, user.id)
  const clientId = body.clientId ?? null
  const hasFile = files.length > 0 || body.key !== undefined
  if (!hasFile && body.message === '') throw new AppError('ERR_EMPTY_MESSAGE')
  // Only where a file would be stored in vain: the write itself recognizes a repeated call.
  const first = hasFile && clientId ? await findChatMessage(companyId, params.id, user.id, clientId) : undefined
  if (first) return toWireChatMessage(first)
  const media = hasFile ? await keptFile(companyId, call) : null
  const { message, isNew } = await storeChatMessage(companyId, params.id, { user, text: body.message, media, clientId })
  const wire = await toWireChatMessage(message)
  // Read again: members may have changed meanwhile.
  const chat = isNew ? await getChat(companyId, params.id) : undefined
  if (chat) await publishChatMessage(chat, wire)
  return wire
}

/**
 * Stores the message's file.
 * @throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TYPE, ERR_UPLOAD_TOO_LARGE
 */
async function keptFile(companyId: string, { params, body, files }: Call): Promise<ChatMessageRow['media']> {
  const [file] = files
  if (file) return storeFile(companyId, params.id, file, false)
  const { key, fileName, mimetype } = body
  if (key === undefined || fileName === undefined || mimetype === undefined) throw new AppError('ERR_UPLOAD_MISSING')
  return (await keepUpload(companyId, params.id, { key, fileName, mimetype, ptt: false })).media
}
