import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { ArgsOf } from '@balcao/shared/api-contract/route.ts'
import { TicketHolder } from '@balcao/shared/entities/ticket.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#/lib/api-error.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyTicket } from '#/realtime/ticket-lists.ts'

/**
 * Begins a ticket and opens it. The user's own open ticket is opened instead; for somebody else's,
 * the attendant is named.
 */
export function useBeginTicket(onBegun: () => void) {
  const client = useQueryClient()
  const user = useUser()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [holder, setHolder] = useState<TicketHolder | null>(null)

  const open = ({ uuid }: { uuid: string }) => {
    onBegun()
    // The same navigation removes the request for the dialog from the address.
    void navigate({
      to: '/tickets/$uuid',
      params: { uuid },
      search: ({ newContact: _, newNumber: __, ...rest }) => rest,
    })
  }

  const begin = async (body: ArgsOf<typeof tickets.create>['body']) => {
    setBusy(true)
    setHolder(null)
    try {
      const ticket = await api(tickets.create, { body })
      applyTicket(client, ticket, user)
      open(ticket)
    } catch (error) {
      const other = error instanceof ApiError ? TicketHolder.safeParse(error.body.ticket) : undefined
      if (!other?.success) toast.error(error)
      else if (other.data.userId === user.id) open(other.data)
      else setHolder(other.data)
    } finally {
      setBusy(false)
    }
  }
  return { begin, busy, holder, forget: () => setHolder(null) }
}

export function HeldBy({ holder }: { holder: TicketHolder }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  return (
    <p role="alert" className="rounded-md bg-warning-soft p-3 text-warning-ink">
      {holder.user
        ? t('ticketDetails:conflict.heldBy', { name: holder.user.name, queue: holder.queue?.name ?? t('row.noQueue') })
        : t('ticketDetails:conflict.waiting', { queue: holder.queue?.name ?? t('row.noQueue') })}
    </p>
  )
}
