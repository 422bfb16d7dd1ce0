import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cacheConversation, readConversation } from '#/lib/cached-conversations.ts'

type Page = ResultOf<typeof messagesApi.list> & { keptAt?: number }
type Pages = InfiniteData<Page, string | null>

/** Number of newest messages kept of a conversation. */
const KEPT = 30

/** Minimum validity of a link to a file, ms. */
const LINK_MS = 10 * 60_000

/** Delay before writing, ms, so that many simultaneous messages are written once. */
const WRITE_MS = 1000

/**
 * Returns when the messages were kept (epoch ms), if they come from this device; null for the
 * server's.
 */
export const cachedAtOf = (data: unknown): number | null => (data as Pages | undefined)?.pages[0]?.keptAt ?? null

/**
 * Keeps the newest messages of a conversation on this device, and shows them until the server's
 * messages arrive and replace all of them.
 */
export function useCachedMessages(ticket: Ticket, data: unknown) {
  const client = useQueryClient()
  const { id } = ticket
  useEffect(() => {
    const key = queryKey(messagesApi.list, { params: { ticketId: id } })
    let left = false
    void readConversation(id).then(cached => {
      if (left || !cached || cached.messages.length === 0 || client.getQueryData(key) !== undefined) return
      const hasLinks = Date.now() - cached.at < LINK_MS
      const messages = hasLinks ? cached.messages : cached.messages.map(message => ({ ...message, mediaUrl: null }))
      // Older messages have to wait for the server, which knows where these end.
      const page: Page = { messages, hasMore: true, nextCursor: null, keptAt: cached.at }
      client.setQueryData<Pages>(key, { pages: [page], pageParams: [null] }, { updatedAt: 0 })
    })
    return () => {
      left = true
    }
  }, [client, id])

  useEffect(() => {
    const pages = (data as Pages | undefined)?.pages
    if (!pages || cachedAtOf(data) !== null) return
    const write = () => void cacheConversation(ticket, pages[0]?.messages.slice(-KEPT) ?? [])
    const timer = setTimeout(write, WRITE_MS)
    return () => clearTimeout(timer)
  }, [data, ticket])
}
