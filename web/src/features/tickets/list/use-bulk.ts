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
import { seenContactMessage } from '#/realtime/message-pages.ts'
import { expectTicket } from '#/realtime/ticket-lists.ts'
import type { Destination } from '../dialogs/transfer-dialog.tsx'
import { whenSent } from '../public/outbox.ts'

const MAX_CONCURRENT = 4
/** A change shows at once: it outlives the page of somebody who then leaves it. */
const OUTLIVING = { keepalive: true }

interface Work {
  text: string
  expected: (ticket: Ticket) => Partial<Ticket>
  send: (ticket: Ticket) => Promise<Ticket>
  /** True if messages that are being sent to the ticket go first: they would be refused after it. */
  isLast?: boolean
}

/** A ticket whose change is shown, and what ends that. */
interface Shown {
  ticket: Ticket
  settle: (answer?: Ticket) => void
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
    const refetch = () => {
      void client.invalidateQueries({ queryKey: queryKey(tickets.list) })
      void client.invalidateQueries({ queryKey: queryKey(tickets.count) })
    }

    /**
     * Sends the change of each ticket by a call that outlives the page.
     * @param now whether the page is being left: then all calls begin at once, and wait for nothing
     */
    const sendAll = async (chosen: readonly Shown[], { send, isLast }: Work, now: boolean) => {
      let isLeaving = now
      const failed: { ticket: Ticket; error: unknown }[] = []
      const left = [...chosen]
      const worker = async () => {
        for (let shown = left.shift(); shown; shown = left.shift()) {
          const { ticket, settle } = shown
          try {
            if (isLast && !isLeaving) await whenSent(client, ticket.id)
            settle(await send(ticket))
          } catch (error) {
            failed.push({ ticket, error })
            settle()
          }
        }
      }
      const workers: Promise<void>[] = []
      const begin = (count: number) => {
        while (workers.length < count) workers.push(worker())
      }
      const leave = () => {
        isLeaving = true
        begin(chosen.length)
      }
      window.addEventListener('pagehide', leave)
      begin(isLeaving ? chosen.length : MAX_CONCURRENT)
      // Leaving the page adds some.
      for (const each of workers) await each
      window.removeEventListener('pagehide', leave)
      refetch()
      if (failed.length > 0) {
        const names = failed.map(({ ticket }) => isolate(ticket.contact.name)).join(', ')
        toast.failed(t('ticketDetails:bulk.failed', { names }), failed[0]?.error)
      }
    }

    const run = (chosen: readonly Ticket[], work: Work) => {
      const user = currentUser()
      if (chosen.length === 0 || !user) return
      const shown = chosen.map(ticket => ({
        ticket,
        settle: expectTicket(client, ticket, work.expected(ticket), user),
      }))
      renewInTime()
      let isOver = false
      const end = () => {
        if (isOver) return false
        isOver = true
        clearTimeout(timer)
        window.removeEventListener('pagehide', leave)
        return true
      }
      const begin = (leaving: boolean) => {
        if (!end()) return
        dismiss()
        void sendAll(shown, work, leaving)
      }
      const leave = () => begin(true)
      const timer = setTimeout(() => begin(false), UNDO_MS)
      window.addEventListener('pagehide', leave)
      const dismiss = toast.undo(work.text, () => {
        if (!end()) return
        for (const { settle } of shown) settle()
        refetch()
      })
    }

    return {
      async resolve(chosen: readonly Ticket[]) {
        const closable: Ticket[] = []
        for (const ticket of chosen) if (ticket.status !== 'closed' && (await mayClose(ticket))) closable.push(ticket)
        const seen = new Map(closable.map(ticket => [ticket.id, seenContactMessage(client, ticket)]))
        run(closable, {
          text: t('ticketDetails:bulk.resolved', { count: closable.length }),
          expected: () => ({ status: 'closed', unreadMessages: 0 }),
          send: async ({ id }) => {
            const body = { status: 'closed', sendFarewell: true, seenContactMessage: seen.get(id) } as const
            const closed = await api(tickets.update, { params: { id }, body }, OUTLIVING)
            forgetDraft(id)
            return closed
          },
          isLast: true,
        })
      },
      transfer(chosen: readonly Ticket[], { queue, user }: Destination) {
        const status = user ? ('open' as const) : ('pending' as const)
        const userId = user?.id ?? null
        run(chosen, {
          text: t('ticketDetails:bulk.transferred', { count: chosen.length }),
          expected: () => ({ status, queueId: queue.id, queue, userId, user }),
          send: ({ id }) =>
            api(tickets.update, { params: { id }, body: { status, queueId: queue.id, userId } }, OUTLIVING),
          isLast: true,
        })
      },
      prioritize(chosen: readonly Ticket[], priority: TicketPriority) {
        const live = chosen.filter(({ status }) => status !== 'closed')
        run(live, {
          text: t('ticketDetails:bulk.priority', { count: live.length }),
          expected: () => ({ priority }),
          send: ({ id }) => api(tickets.update, { params: { id }, body: { priority } }, OUTLIVING),
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
          send: ticket =>
            api(tags.sync, { body: { ticketId: ticket.id, tags: after(ticket).map(({ id }) => id) } }, OUTLIVING),
        })
      },
    }
  }, [client, t])
}
