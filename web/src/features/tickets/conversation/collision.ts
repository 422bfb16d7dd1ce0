import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { speakerOf } from '@balcao/shared/rules/message-speaker.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import type { QueryClient } from '@tanstack/react-query'
import { typistsOf } from '#/realtime/presence.ts'

/** State of a conversation when an answer was begun. */
export interface Begun {
  /** Newest message then; null if none was loaded. */
  newest: string | null
  /** Time, epoch ms, for what was begun before this page, or without messages. */
  at: number
  /** User who held the ticket. */
  holder: string | null
}

/** Reason not to send at once: a colleague answered, took the ticket over, or is typing. */
export interface Collision {
  /** Message or colleague of the warning, which is given once. */
  key: string
  kind: 'sent' | 'accepted' | 'typing'
  /** Colleague; null for the business phone. */
  name: string | null
  /** Their last words. */
  text: string
}

function loaded(client: QueryClient, ticketId: string): Message[] {
  const pages = client.getQueriesData<{ pages?: { messages: Message[] }[] }>({ queryKey: queryKey(messages.list) })
  return pages
    .flatMap(([, data]) => data?.pages?.flatMap(page => page.messages) ?? [])
    .filter(message => message.ticketId === ticketId)
}

const newestOf = (all: readonly Message[]): Message | undefined =>
  all.reduce<Message | undefined>((last, each) => (last && last.id > each.id ? last : each), undefined)

/**
 * Returns the state in which an answer is begun now; `at` for one that was begun before this page.
 */
export function beginAnswer(client: QueryClient, ticket: Ticket, at?: number): Begun {
  const newest = at === undefined ? (newestOf(loaded(client, ticket.id))?.id ?? null) : null
  return { newest, at: at ?? Date.now(), holder: ticket.userId }
}

/** Returns what a colleague did since an answer was begun, the latest words first. */
export function findCollision(
  client: QueryClient,
  ticket: Ticket,
  userId: string,
  { newest, at, holder }: Begun,
): Collision | undefined {
  const others = loaded(client, ticket.id).filter(
    message =>
      message.fromMe &&
      !message.isDeleted &&
      speakerOf(message) === 'person' &&
      message.user?.id !== userId &&
      (newest === null ? Date.parse(message.createdAt) > at : message.id > newest),
  )
  const last = newestOf(others)
  if (last) {
    const text = plainText(lineOf(last))
    return { key: last.id, kind: 'sent', name: last.user?.name ?? null, text }
  }
  if (ticket.user && ticket.userId !== userId && ticket.userId !== holder)
    return { key: `accepted:${ticket.userId}`, kind: 'accepted', name: ticket.user.name, text: '' }
  const typist = typistsOf(ticket.id).find(({ id }) => id !== userId)
  return typist && { key: `typing:${typist.id}`, kind: 'typing', name: typist.name, text: '' }
}
