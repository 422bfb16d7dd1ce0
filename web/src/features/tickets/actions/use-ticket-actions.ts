import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ArgsOf } from '@balcao/shared/api-contract/route.ts'
import { MAX_PINNED } from '@balcao/shared/entities/preferences.ts'
import type { Ticket, TicketHolder } from '@balcao/shared/entities/ticket.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { forgetDraft, mayClose } from '#/features/orders/public/ticket-cart.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { formatWhen } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { changePreferences, currentPreferences } from '#/lib/preferences.ts'
import { api, currentUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { seenContactMessage } from '#/realtime/message-pages.ts'
import { applyTicket, expectTicket, removeTicket } from '#/realtime/ticket-lists.ts'
import { neighbourOf } from '../list/list-state.ts'
import type { TicketSearch } from '../list/ticket-search.ts'
import { rememberOpening } from '../outbox/opening-tickets.ts'
import { sendRefused, whenSent } from '../public/outbox.ts'
import { moving } from '../public/own-moves.ts'

type Changes = ArgsOf<typeof tickets.update>['body']

/** A change shows at once: it outlives the page of somebody who then leaves or reloads it. */
const OUTLIVING = { keepalive: true }

/**
 * Returns all actions that change a ticket. Each shows at once, and is undone, with the reason,
 * when the server refuses it.
 */
export function useTicketActions() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { t } = useTranslation('tickets')

  return useMemo(() => {
    /**
     * Shows `expected` at once, calls the server, and applies its answer. Returns undefined after a
     * refusal.
     */
    const change = async (ticket: Ticket, expected: Partial<Ticket>, changes: Changes): Promise<Ticket | undefined> => {
      const user = currentUser()
      if (!user) return undefined
      const settle = expectTicket(client, ticket, expected, user)
      try {
        if (changes.status !== 'open') await whenSent(client, ticket.id)
        const call = api(tickets.update, { params: { id: ticket.id }, body: changes }, OUTLIVING)
        if (expected.status === 'open') rememberOpening(ticket.id, call)
        const changed = await call
        settle(changed)
        if (changed.status === 'open') sendRefused(client, ticket.id)
        void client.invalidateQueries({ queryKey: queryKey(tickets.count) })
        return changed
      } catch (error) {
        settle()
        void client.invalidateQueries({ queryKey: queryKey(tickets.list) })
        void client.invalidateQueries({ queryKey: queryKey(tickets.getByUuid, { params: { ticketId: ticket.id } }) })
        tell(error, ticket)
        return undefined
      }
    }
    /** Says why a change was refused; another person's change is no fault. */
    const tell = (error: unknown, { contact }: Ticket) => {
      if (!(error instanceof ApiError)) return toast.error(error)
      const holder = error.body.ticket as TicketHolder | undefined
      if (holder?.user) return toast.info(t('conflict.holder', { name: holder.user.name }))
      if (error.code !== 'ERR_TICKET_NEW_MESSAGE') return toast.error(error)
      toast.info(t('conflict.written', { name: isolate(contact.name) }))
    }
    const open = (ticket: Pick<Ticket, 'uuid'>) =>
      navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid }, search: previous => previous })
    const leave = () => navigate({ to: '/tickets', search: previous => previous })
    /** Returns whether a ticket is still on screen: its call may end when another one is. */
    const isShown = ({ uuid }: Ticket) => router.latestLocation.pathname === `/tickets/${uuid}`
    /** Returns the ticket that opens after this one is resolved; undefined if the list does. */
    const nextOf = ({ id }: Ticket) => (currentPreferences().afterResolve === 'next' ? neighbourOf(id) : undefined)
    const wake = async (ticket: Ticket): Promise<boolean> => {
      const user = currentUser()
      if (!user) return false
      try {
        applyTicket(client, await api(tickets.wake, { params: { id: ticket.id } }, OUTLIVING), user)
        void client.invalidateQueries({ queryKey: queryKey(tickets.count) })
        return true
      } catch (error) {
        toast.error(error)
        return false
      }
    }
    const me = () => {
      const user = currentUser()
      return user ? { id: user.id, name: user.name } : null
    }

    return {
      open,

      async accept(ticket: Ticket) {
        const user = me()
        if (!user) return
        // Opens the tab where the ticket is now, and returns to the former one when somebody else
        // has it.
        let from: TicketSearch['sub']
        void navigate({
          to: '/tickets/$uuid',
          params: { uuid: ticket.uuid },
          search: ({ sub, ...rest }) => {
            from = sub
            return rest
          },
        })
        const accepted = await change(
          ticket,
          { status: 'open', userId: user.id, user, chatbot: false, bot: null },
          { status: 'open', userId: user.id },
        )
        if (!accepted && isShown(ticket))
          void navigate({ to: '/tickets', search: previous => ({ ...previous, sub: from }) })
      },

      /**
       * Returns a ticket to its queue. The draft order is deleted with the open state, as at a
       * closing, so the person is asked first.
       */
      async returnToQueue(ticket: Ticket) {
        if (!(await mayClose(ticket))) return
        void leave()
        const done = await change(
          ticket,
          // A customer without an answer has waited longer, which only the server knows.
          { status: 'pending', userId: null, user: null, waitingSince: new Date().toISOString() },
          { status: 'pending', userId: null },
        )
        if (!done) return
        forgetDraft(ticket.id)
        toast.success(t('done.returned'))
      },

      async resolve(ticket: Ticket, sendFarewell: boolean) {
        if (!(await mayClose(ticket))) return
        const next = nextOf(ticket)
        void (next ? open(next) : leave())
        const seen = seenContactMessage(client, ticket)
        const done = await change(
          ticket,
          { status: 'closed', unreadMessages: 0 },
          { status: 'closed', sendFarewell, seenContactMessage: seen },
        )
        if (!done) return
        forgetDraft(ticket.id)
        // Within the time to undo, no farewell has been sent; the ticket is assigned to its former
        // attendant again.
        toast.undo(t('done.resolved', { name: isolate(ticket.contact.name) }), async () => {
          const user = ticket.user ?? me()
          if (!user) return
          const back = await change(
            done,
            { status: 'open', userId: user.id, user },
            { status: 'open', userId: user.id },
          )
          if (!back) return
          if (ticket.status === 'open') return void open(back)
          await change(back, { status: 'pending', userId: null, user: null }, { status: 'pending', userId: null })
        })
      },

      /**
       * Returns what goes on as after `resolve`, for a ticket whose work is about to end in another
       * way; it does nothing if another one is on screen by then.
       */
      prepareNext(ticket: Ticket): () => void {
        const next = nextOf(ticket)
        return () => {
          if (isShown(ticket)) void (next ? open(next) : leave())
        }
      },

      /**
       * Marks a ticket as unread. Whoever marks the open conversation leaves it: staying would be
       * reading.
       */
      async markUnread(ticket: Ticket, isOpen: boolean) {
        const user = currentUser()
        if (!user) return
        if (isOpen) await leave()
        const settle = expectTicket(client, ticket, { unreadMessages: Math.max(1, ticket.unreadMessages) }, user)
        try {
          settle(await api(tickets.unread, { params: { id: ticket.id } }, OUTLIVING))
        } catch (error) {
          settle()
          toast.error(error)
        }
      },

      /** Snoozes a ticket; `until` is epoch ms. */
      async snooze(ticket: Ticket, until: number, isOpen: boolean) {
        const user = currentUser()
        if (!user) return
        const snoozedUntil = new Date(until).toISOString()
        const seen = seenContactMessage(client, ticket)
        if (isOpen) void leave()
        const settle = expectTicket(client, ticket, { snoozedUntil }, user)
        try {
          const body = { until: snoozedUntil, seenContactMessage: seen }
          settle(await api(tickets.snooze, { params: { id: ticket.id }, body }, OUTLIVING))
          void client.invalidateQueries({ queryKey: queryKey(tickets.count) })
          toast.undo(t('done.snoozed', { when: formatWhen(until) }), () => void wake(ticket))
        } catch (error) {
          settle()
          tell(error, ticket)
        }
      },

      async wake(ticket: Ticket) {
        if (await wake(ticket)) toast.success(t('done.woken'))
      },

      /**
       * Pins or unpins a ticket. `alive` are the pinned tickets that are still open; the others no
       * longer count.
       */
      async pin(ticket: Ticket, pinned: boolean, alive: readonly string[]) {
        if (pinned && alive.length >= MAX_PINNED)
          return toast.refused(i18next.t('ticketDetails:row.pinFull', { count: MAX_PINNED }))
        await changePreferences(now => {
          const others = now.pinned.filter(id => id !== ticket.id && alive.includes(id))
          return { ...now, pinned: pinned ? [ticket.id, ...others].slice(0, MAX_PINNED) : others }
        })
      },

      async reopen(ticket: Ticket) {
        const user = me()
        if (!user) return
        await change(ticket, { status: 'open', userId: user.id, user }, { status: 'open', userId: user.id })
      },

      /** Transfers a ticket to a queue; without a user it is pending there. */
      async transfer(ticket: Ticket, to: { queueId: string; userId: string | null; whatsappId?: string }) {
        const body: Changes = { ...to, status: to.userId ? 'open' : 'pending' }
        try {
          const changed = await moving(ticket.id, async () => {
            await whenSent(client, ticket.id)
            return api(tickets.update, { params: { id: ticket.id }, body }, OUTLIVING)
          })
          const user = currentUser()
          if (user) applyTicket(client, changed, user)
          void client.invalidateQueries({ queryKey: queryKey(tickets.count) })
          if (changed.userId !== user?.id && isShown(ticket)) void leave()
          toast.success(t('done.transferred'))
          return true
        } catch (error) {
          toast.error(error)
          return false
        }
      },

      async remove(ticket: Ticket) {
        const yes = await confirm({
          // A menu opened this dialog, and loaded its texts.
          title: i18next.t('ticketDetails:menu.deleteTitle', { name: isolate(ticket.contact.name) }),
          description: i18next.t('ticketDetails:menu.deleteHint'),
          confirmLabel: i18next.t('ticketDetails:menu.delete'),
        })
        if (!yes) return
        try {
          await moving(ticket.id, () => api(tickets.remove, { params: { id: ticket.id } }))
          if (isShown(ticket)) void leave()
          removeTicket(client, ticket.id)
          void client.invalidateQueries({ queryKey: queryKey(tickets.count) })
          toast.success(t('done.deleted'))
        } catch (error) {
          toast.error(error)
        }
      },
    }
  }, [client, navigate, router, t])
}
