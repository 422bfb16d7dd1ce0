import { AppError } from '@balcao/shared/errors.ts'
import { deleteChat, membersOf } from '../../../data/content/chat.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishChatDeleted } from '../../../messaging/publish-chat.ts'
import type { Operations } from '../operations.ts'
import { callerRef } from './chat-people.ts'

/**
 * Deletes an internal chat, at once and for everybody; its messages are removed in the background.
 * One that is gone, or of which the caller is no member, is no error.
 */
export const removeChat: Operations['chats']['remove'] = async (ctx, { params: { id } }) => {
  const by = await callerRef(ctx)
  const deleted = await deleteChat(ctx.companyId, id, by).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_NO_CHAT_FOUND') return undefined
    throw error
  })
  if (!deleted) return
  const { chat, job } = deleted
  await beginJob(job)
  await publishChatDeleted(ctx.companyId, id, membersOf(chat))
}
