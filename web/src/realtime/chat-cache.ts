import { chats } from '@balcao/shared/api/content/chats.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Chat, ChatMessage } from '@balcao/shared/entities/chat.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { applyToQuery } from '#/lib/apply-to-query.ts'
import { normalizeText } from '#/lib/normalize-text.ts'
import { playSound } from '#/lib/play-sound.ts'
import { currentPreferences } from '#/lib/preferences.ts'
import { isLookedAt } from './chat-state.ts'

type Page = ResultOf<typeof chats.list>
type Pages = InfiniteData<Page, string | null>
type MessagePage = ResultOf<typeof chats.messages>
export type ChatMessagePages = InfiniteData<MessagePage, string | null>

const newestFirst = (a: Chat, b: Chat): number =>
  a.updatedAt === b.updatedAt ? (a.id < b.id ? 1 : -1) : a.updatedAt < b.updatedAt ? 1 : -1

/**
 * Returns the pages with the newer chats of `fresh`, in the list's order. A chat further down than
 * the loaded rows waits for its page, and a chat whose title does not match the search is left out.
 * Every page but the first keeps its length.
 */
export function withChats(data: Pages, fresh: readonly Chat[], searched: string): Pages {
  const known = new Map(data.pages.flatMap(page => page.records).map(chat => [chat.id, chat]))
  const newer = fresh.filter(chat => (known.get(chat.id)?.version ?? -1) <= chat.version)
  if (newer.length === 0) return data
  const last = data.pages.at(-1)
  const end = last?.hasMore ? last.records.at(-1) : undefined
  for (const chat of newer) {
    if (!normalizeText(chat.title).includes(searched)) known.delete(chat.id)
    else if (known.has(chat.id) || !end || newestFirst(chat, end) < 0) known.set(chat.id, chat)
  }
  const rows = [...known.values()].sort(newestFirst)
  let to = rows.length
  const pages = data.pages.toReversed().map((page, i, all) => {
    const from = i === all.length - 1 ? 0 : Math.max(0, to - page.records.length)
    const records = rows.slice(from, to)
    to = from
    return { ...page, records }
  })
  return { ...data, pages: pages.reverse() }
}

/**
 * Minimum time between two updates of the list, ms: short enough to look live, while a lively chat
 * gets ten messages a second and each one moves the list.
 */
const LIST_MS = 200
let waiting = new Map<string, Chat>()
let timer: ReturnType<typeof setTimeout> | undefined
let appliedAt = 0

function applyWaiting(client: QueryClient) {
  timer = undefined
  appliedAt = Date.now()
  const fresh = [...waiting.values()]
  waiting = new Map()
  for (const query of client.getQueryCache().findAll({ queryKey: queryKey(chats.list) })) {
    const args = query.queryKey[2] as { query?: { searchParam?: string } } | undefined
    const searched = normalizeText(args?.query?.searchParam ?? '')
    applyToQuery<Pages>(client, query, data => withChats(data, fresh, searched))
  }
  for (const chat of fresh)
    client.setQueryData<Chat>(queryKey(chats.get, { params: { id: chat.id } }), now =>
      now && now.version > chat.version ? now : chat,
    )
}

/**
 * Applies a chat to the cached lists: immediately, or together with the next ones when many arrive.
 */
export function applyChat(client: QueryClient, chat: Chat) {
  if ((waiting.get(chat.id)?.version ?? -1) <= chat.version) waiting.set(chat.id, chat)
  if (timer) return
  const wait = appliedAt + LIST_MS - Date.now()
  if (wait <= 0) applyWaiting(client)
  else timer = setTimeout(() => applyWaiting(client), wait)
}

/** Removes a chat that is deleted, or that this user has left. */
export function removeChat(client: QueryClient, chatId: string) {
  waiting.delete(chatId)
  for (const [key, data] of client.getQueriesData<Pages>({ queryKey: queryKey(chats.list) }))
    if (data?.pages)
      client.setQueryData<Pages>(key, {
        ...data,
        pages: data.pages.map(page => ({ ...page, records: page.records.filter(({ id }) => id !== chatId) })),
      })
  client.removeQueries({ queryKey: queryKey(chats.messages, { params: { id: chatId } }) })
  // An open chat learns from the server's answer that the user is no longer in it.
  void client.resetQueries({ queryKey: queryKey(chats.get, { params: { id: chatId } }) })
}

/**
 * Returns the pages with the message, in its place by id. Page 0 holds the newest; inside a page
 * the oldest comes first.
 */
export function withChatMessage(data: ChatMessagePages, message: ChatMessage): ChatMessagePages {
  const has = (page: MessagePage) => page.records.some(({ id }) => id === message.id)
  const found = data.pages.findIndex(has)
  const at =
    found !== -1
      ? found
      : data.pages.findIndex(
          ({ records, hasMore }, i) =>
            (records[0] && records[0].id < message.id) || (i === data.pages.length - 1 && !hasMore),
        )
  if (at === -1) return data
  return {
    ...data,
    pages: data.pages.map((page, i) =>
      i === at
        ? {
            ...page,
            records: [...page.records.filter(({ id }) => id !== message.id), message].sort((a, b) =>
              a.id < b.id ? -1 : 1,
            ),
          }
        : page,
    ),
  }
}

/** Applies a message to the cached chat it belongs to, if that was opened. */
export function applyChatMessage(client: QueryClient, message: ChatMessage) {
  const query = client.getQueryCache().find({ queryKey: queryKey(chats.messages, { params: { id: message.chatId } }) })
  applyToQuery<ChatMessagePages>(client, query, data => withChatMessage(data, message))
}

/**
 * Keeps only the newest page of a chat that is no longer shown: opening it fetches it again, and a
 * short cache makes that cheap.
 */
export function keepNewestChatMessages(client: QueryClient, chatId: string) {
  const key = queryKey(chats.messages, { params: { id: chatId } })
  if (client.getQueryCache().find({ queryKey: key })?.isActive()) return
  client.setQueryData<ChatMessagePages>(
    key,
    data => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
}

/**
 * Minimum time between two sounds of one chat, ms: a lively chat does not ring with each message.
 */
const CHIME_MS = 3000
let lastSoundAt = 0

/** Plays the sound of a new message, unless the user is looking at its chat. */
export function notifyBySound(message: ChatMessage, userId: string) {
  if (message.senderId === userId || isLookedAt(message.chatId)) return
  if (Date.now() - lastSoundAt < CHIME_MS) return
  lastSoundAt = Date.now()
  playSound(currentPreferences().notifications.sound)
}
