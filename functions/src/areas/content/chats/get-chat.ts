import { requireChat } from '../../../data/content/chat.ts'
import { toWireChat } from '../../../data/content/chat-wire.ts'
import type { Operations } from '../operations.ts'

export const getChat: Operations['chats']['get'] = async ({ companyId, actor }, { params }) =>
  toWireChat(await requireChat(companyId, params.id, actor.userId))
