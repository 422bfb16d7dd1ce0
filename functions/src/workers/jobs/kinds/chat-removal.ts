import { getChat } from '../../../data/content/chat.ts'
import { removeChatRows } from '../../../data/content/chat-message.ts'
import type { Work } from '../run-step.ts'

/** A conversation of colleagues was deleted: what was said goes, with its files. */
export const chatRemoval: Work<'chatRemoval'> = {
  async step({ companyId, state }) {
    // Never of one that is there.
    if (await getChat(companyId, state.chatId)) return { file: null }
    return (await removeChatRows(companyId, state.chatId)) ? { next: state } : { file: null }
  },
}
