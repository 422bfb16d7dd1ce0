/** Publishes events of an internal chat to its members only; call after the commit. */
import type { ChatMessage } from '@balcao/shared/entities/chat.ts'
import { jsonBytes } from '@balcao/shared/events/fit-inbound.ts'
import { CUT_MARK, cutText } from '@balcao/shared/rules/cut-text.ts'
import { type ChatRow, membersOf } from '../data/content/chat.ts'
import { toWireChat } from '../data/content/chat-wire.ts'
import { publish } from '../realtime/publish.ts'

/** Publishes a chat to `userIds`, or to all its members. */
export const publishChat = (
  chat: ChatRow,
  action: 'create' | 'update',
  userIds: readonly string[] = membersOf(chat),
): Promise<void> =>
  userIds.length === 0
    ? Promise.resolve()
    : publish(chat.companyId, 'chat', { action, chat: toWireChat(chat) }, { userIds })

/**
 * Publishes to these users that the chat is gone: it was deleted, or they are no longer members.
 */
export const publishChatDeleted = (companyId: string, chatId: string, userIds: readonly string[]): Promise<void> =>
  userIds.length === 0 ? Promise.resolve() : publish(companyId, 'chat', { action: 'delete', chatId }, { userIds })

/**
 * Maximum bytes of a message in an event: API Gateway posts 128 KB at most, and the rest of the
 * event needs room too.
 */
const MESSAGE_BYTES = 100_000
/** Characters kept of a text that is too large. */
const PARTIAL_TEXT = 10_000

const fitting = (message: ChatMessage): { message: ChatMessage; partial?: true } =>
  jsonBytes(message) <= MESSAGE_BYTES
    ? { message }
    : { message: { ...message, message: cutText(message.message, PARTIAL_TEXT, CUT_MARK) }, partial: true }

/**
 * Publishes a new chat message, as one event: each event costs a call for every browser of fifty
 * people.
 */
export const publishChatMessage = (chat: ChatRow, message: ChatMessage): Promise<void> =>
  publish(
    chat.companyId,
    'chatMessage',
    { action: 'create', chatId: chat.id, ...fitting(message), chat: toWireChat(chat) },
    { userIds: membersOf(chat) },
  )
