import { leaveChat as leave } from '../../../data/content/chat.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishChat, publishChatDeleted } from '../../../messaging/publish-chat.ts'
import type { Operations } from '../operations.ts'
import { callerRef } from './chat-people.ts'

/**
 * Leaves an internal chat. An owner passes it to the member of longest standing; when the last
 * member leaves, it is deleted.
 */
export const leaveChat: Operations['chats']['leave'] = async (ctx, { params: { id } }) => {
  const { companyId, actor } = ctx
  const left = await leave(companyId, id, await callerRef(ctx))
  if (left.job) await beginJob(left.job)
  await Promise.all([
    publishChatDeleted(companyId, id, [actor.userId]),
    ...(left.chat ? [publishChat(left.chat, 'update')] : []),
  ])
}
