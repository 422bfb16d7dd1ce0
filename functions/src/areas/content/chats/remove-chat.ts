import { deleteChat, membersOf } from '../../../data/content/chat.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishChatDeleted } from '../../../messaging/publish-chat.ts'
import type { Operations } from '../operations.ts'
import { callerRef } from './chat-people.ts'

/**
 * Deletes an internal chat, at once and for everybody; its messages are removed in the background.
 */
export const removeChat: Operations['chats']['remove'] = async (ctx, { params: { id } }) => {
  const { chat, job } = await deleteChat(ctx.companyId, id, await callerRef(ctx))
  await beginJob(job)
  await publishChatDeleted(ctx.companyId, id, membersOf(chat))
}
