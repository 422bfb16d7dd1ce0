import { deleteChat, membersOf } from '../../../data/content/chat.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { tellChatGone } from '../../../messaging/tell-chat.ts'
import type { Operations } from '../operations.ts'
import { callerRef } from './chat-people.ts'

/** Gone at once and for everybody; what was said follows in the background. */
export const removeChat: Operations['chats']['remove'] = async (ctx, { params: { id } }) => {
  const { chat, job } = await deleteChat(ctx.companyId, id, await callerRef(ctx))
  await beginJob(job)
  await tellChatGone(ctx.companyId, id, membersOf(chat))
}
