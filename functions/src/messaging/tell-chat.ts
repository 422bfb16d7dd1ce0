/** Tells the members of a conversation of colleagues, and nobody else, what happened in it; called after the commit. */
import type { ChatMessage } from '@balcao/shared/entities/chat.ts'
import { jsonBytes } from '@balcao/shared/events/fit-inbound.ts'
import { CUT_MARK, cutText } from '@balcao/shared/rules/cut-text.ts'
import { type ChatRow, membersOf } from '../data/content/chat.ts'
import { toWireChat } from '../data/content/chat-wire.ts'
import { publish } from '../realtime/publish.ts'

/** Tells `userIds`, or all who are in it. */
export const tellChat = (
  chat: ChatRow,
  action: 'create' | 'update',
  userIds: readonly string[] = membersOf(chat),
): Promise<void> =>
  userIds.length === 0
    ? Promise.resolve()
    : publish(chat.companyId, 'chat', { action, chat: toWireChat(chat) }, { userIds })

/** To these users it is gone: deleted, or they are not in it any more. */
export const tellChatGone = (companyId: string, chatId: string, userIds: readonly string[]): Promise<void> =>
  userIds.length === 0 ? Promise.resolve() : publish(companyId, 'chat', { action: 'delete', chatId }, { userIds })

/** API Gateway posts 128 KB at most; the rest of the event has room beside the message. */
const MESSAGE_BYTES = 100_000
/** What is left of a text that is too large. */
const PARTIAL_TEXT = 10_000

const fitting = (message: ChatMessage): { message: ChatMessage; partial?: true } =>
  jsonBytes(message) <= MESSAGE_BYTES
    ? { message }
    : { message: { ...message, message: cutText(message.message, PARTIAL_TEXT, CUT_MARK) }, partial: true }

/** Something was said: one event, as each costs a call for every browser of fifty people. */
export const tellChatMessage = (chat: ChatRow, message: ChatMessage): Promise<void> =>
  publish(
    chat.companyId,
    'chatMessage',
    { action: 'create', chatId: chat.id, ...fitting(message), chat: toWireChat(chat) },
    { userIds: membersOf(chat) },
  )
