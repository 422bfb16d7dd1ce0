import { getChat } from '../../../data/content/chat.ts'
import { removeChatRows } from '../../../data/content/chat-message.ts'
import type { Work } from '../run-step.ts'

/** Removes the messages and files of a deleted internal chat. */
export const chatRemoval: Work<'chatRemoval'> = {
  async step({ companyId, state }) {
    // Never removes an existing chat.
    if (await getChat(companyId, state.chatId)) return { file: null }
    return (await removeChatRows(companyId, state.chatId)) ? { next: state } : { file: null }
  },
}
