import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { placeOf } from '@balcao/shared/message-place.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { applyToQuery } from '#/lib/apply-to-query.ts'

type Page = ResultOf<typeof messages.list>
type Pages = InfiniteData<Page, string | null>

/**
 * Returns the newer message with the higher of the two acks: acks only rise, whatever the order of
 * the events.
 */
const merged = (old: Message, next: Message): Message => ({ ...next, ack: Math.max(old.ack, next.ack) })

/**
 * Returns the pages with the message: replaced if it is cached, otherwise in its place by id, which
 * is the order of arrival. Page 0 holds the newest; inside a page the oldest comes first.
 */
export function withMessage(data: Pages, message: Message): Pages {
  const known = data.pages.some(page => page.messages.some(row => row.id === message.id))
  if (known) {
    return {
      ...data,
      pages: data.pages.map(page => ({
        ...page,
        messages: page.messages.map(row => (row.id === message.id ? merged(row, message) : row)),
      })),
    }
  }
  // The pages show a part of the past: a new message would stand directly after a gap.
  if (data.pages[0]?.hasNewer) return data
  const at = data.pages.findIndex(
    (page, i) =>
      (page.messages[0] && page.messages[0].id < message.id) || (i === data.pages.length - 1 && !page.hasMore),
  )
  if (at === -1) return data
  return {
    ...data,
    pages: data.pages.map((page, i) =>
      i === at ? { ...page, messages: [...page.messages, message].sort((a, b) => (a.id < b.id ? -1 : 1)) } : page,
    ),
  }
}

/** Applies a message to the cached conversation it belongs to, if that was opened. */
export function applyMessage(client: QueryClient, message: Message) {
  for (const query of client.getQueryCache().findAll({ queryKey: queryKey(messages.list) })) {
    const args = query.queryKey[2] as { params?: { ticketId?: string } } | undefined
    if (args?.params?.ticketId === message.ticketId)
      applyToQuery<Pages>(client, query, data => withMessage(data, message))
  }
}

/**
 * Keeps only the newest page of a conversation that is no longer shown: opening it fetches it
 * again, and a short cache makes that cheap.
 */
export function keepNewest(client: QueryClient, ticketId: string) {
  const key = queryKey(messages.list, { params: { ticketId } })
  if (client.getQueryCache().find({ queryKey: key })?.isActive()) return
  client.setQueryData<Pages>(
    key,
    data => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
}

type MessageKey = Pick<Message, 'id' | 'ticketId'>

/** Returns a message as it is cached; undefined where its page is not loaded. */
export function cachedMessage(client: QueryClient, { id, ticketId }: MessageKey): Message | undefined {
  for (const [, data] of client.getQueriesData<Pages>({ queryKey: queryKey(messages.list) })) {
    const row = data?.pages?.flatMap(page => page.messages).find(one => one.id === id && one.ticketId === ticketId)
    if (row) return row
  }
  return undefined
}

/**
 * Returns the place of the contact's last message that this browser knows, of the ticket's row or
 * of the conversation, whichever event came first; empty without one.
 */
export function seenContactMessage(client: QueryClient, { id, contactMessage = '' }: Ticket): string {
  const key = queryKey(messages.list, { params: { ticketId: id } })
  const places = client
    .getQueriesData<Pages>({ queryKey: key })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(page => page.messages)
    .filter(({ origin }) => origin === 'contact')
    .map(message => placeOf(message.id))
  return [contactMessage, ...places].sort().at(-1)!
}

/** Changes a message in the cached conversation, where it is loaded. */
export function changeMessage(client: QueryClient, key: MessageKey, change: (message: Message) => Message) {
  const row = cachedMessage(client, key)
  if (row) applyMessage(client, change(row))
}
