import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { TagRef } from '@balcao/shared/entities/tag.ts'
import type { Ticket, TicketPriority } from '@balcao/shared/entities/ticket.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetDraft, mayClose } from '#/features/orders/public/ticket-cart.tsx'
import { isolate } from '#/lib/isolate.ts'
import { accessToken, api, currentUser, refreshAccessToken } from '#/lib/session.ts'
import { toast, UNDO_MS } from '#/lib/toast.ts'
import { applyTicket } from '#/realtime/ticket-lists.ts'
import type { Destination } from '../dialogs/transfer-dialog.tsx'

const MAX_CONCURRENT = 4

interface Work {
  text: string
  expected: (ticket: Ticket) => Partial<Ticket>
  send: (ticket: Ticket, options: { keepalive?: boolean }) => Promise<Ticket>
}

/** Remaining validity of a token below which it is renewed before it is needed, ms. */
const SHORT_MS = 60_000

/** Renews the token early: calls of a page that is being left cannot wait for a new one. */
function renewInTime() {
  const [, claims = ''] = accessToken()?.split('.') ?? []
  try {
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
    if (exp * 1000 - Date.now() < SHORT_MS) void refreshAccessToken().catch(() => undefined)
  } catch {
    // The token does not state its expiry.
  }
}

/**
 * Runs an action on several tickets. It shows at once and is sent when its toast ends, so that an
 * undo leaves no trace: no farewell, no log entry. Leaving the page confirms it.
 */
export function useBulk() {
  const client = useQueryClient()
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  return useMemo(() => {
    const show = (ticket: Ticket) => {
      const user = currentUser()
      if (user) applyTicket(client, ticket, user)
    }
    const refetch = () => {
      void client.invalidateQueries({ queryKey: queryKey(tickets.list) })
      void client.invalidateQueries({ queryKey: queryKey(tickets.count) })
    }

    /** @param leaving whether the page is being left: all calls begin now, and outlive it */
    const sendAll = async (chosen: readonly Ticket[], send: Work['send'], leaving: boolean) => {
      const failed: { ticket: Ticket; error: unknown }[] = []
      const left = [...chosen]
      const worker = async () => {
        for (let ticket = left.shift(); ticket; ticket = left.shift()) {
          try {
            show(await send(ticket, leaving ? { keepalive: true } : {}))
          } catch (error) {
            failed.push({ ticket, error })
            show(ticket)
          }
        }
      }
      await Promise.all(Array.from({ length: leaving ? chosen.length : MAX_CONCURRENT }, worker))
      refetch()
      if (failed.length > 0) {
        const names = failed.map(({ ticket }) => isolate(ticket.contact.name)).join(', ')
        toast.failed(t('ticketDetails:bulk.failed', { names }), failed[0]?.error)
      }
    }

    const run = (chosen: readonly Ticket[], { text, expected, send }: Work) => {
      if (chosen.length === 0) return
      const showExpected = () => {
        for (const ticket of chosen) show({ ...ticket, ...expected(ticket) })
      }
      showExpected()
      // Lists that are read meanwhile have the tickets as they still are.
      const stopShowing = client.getQueryCache().subscribe(event => {
        if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
        if (event.query.queryKey[1] === tickets.list.path) showExpected()
      })
      renewInTime()
      let isOver = false
      const end = () => {
        if (isOver) return false
        isOver = true
        stopShowing()
        clearTimeout(timer)
        window.removeEventListener('pagehide', leave)
        return true
      }
      const begin = (leaving: boolean) => {
        if (!end()) return
        dismiss()
        void sendAll(chosen, send, leaving)
      }
      const leave = () => begin(true)
      const timer = setTimeout(() => begin(false), UNDO_MS)
      window.addEventListener('pagehide', leave)
      const dismiss = toast.undo(text, () => {
        if (!end()) return
        for (const ticket of chosen) show(ticket)
        refetch()
      })
    }

    return {
      async resolve(chosen: readonly Ticket[]) {
        const closable: Ticket[] = []
        for (const ticket of chosen) if (ticket.status !== 'closed' && (await mayClose(ticket))) closable.push(ticket)
        run(closable, {
          text: t('ticketDetails:bulk.resolved', { count: closable.length }),
          expected: () => ({ status: 'closed', unreadMessages: 0 }),
          send: async ({ id }, options) => {
            const body = { status: 'closed', sendFarewell: true } as const
            const closed = await api(tickets.update, { params: { id }, body }, options)
            forgetDraft(id)
            return closed
          },
        })
      },
      transfer(chosen: readonly Ticket[], { queue, user }: Destination) {
        const status = user ? ('open' as const) : ('pending' as const)
        const userId = user?.id ?? null
        run(chosen, {
          text: t('ticketDetails:bulk.transferred', { count: chosen.length }),
          expected: () => ({ status, queueId: queue.id, queue, userId, user }),
          send: ({ id }, options) =>
            api(tickets.update, { params: { id }, body: { status, queueId: queue.id, userId } }, options),
        })
      },
      prioritize(chosen: readonly Ticket[], priority: TicketPriority) {
        const live = chosen.filter(({ status }) => status !== 'closed')
        run(live, {
          text: t('ticketDetails:bulk.priority', { count: live.length }),
          expected: () => ({ priority }),
          send: ({ id }, options) => api(tickets.update, { params: { id }, body: { priority } }, options),
        })
      },
      /** Sets a tag. A ticket is in one column of the board: a new one replaces the former. */
      tag(chosen: readonly Ticket[], tag: TagRef, columns: ReadonlySet<string>) {
        const after = ({ tags: had }: Ticket) => [
          ...had.filter(({ id }) => id !== tag.id && !(columns.has(tag.id) && columns.has(id))),
          tag,
        ]
        run(chosen, {
          text: t('ticketDetails:bulk.tagged', { count: chosen.length }),
          expected: ticket => ({ tags: after(ticket) }),
          send: (ticket, options) =>
            api(tags.sync, { body: { ticketId: ticket.id, tags: after(ticket).map(({ id }) => id) } }, options),
        })
      },
    }
  }, [client, t])
}
