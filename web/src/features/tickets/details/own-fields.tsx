import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useTranslation } from 'react-i18next'
import { ShownFields } from '#/features/fields/public/lazy-fields.ts'
import { queryClient } from '#/lib/queries.ts'
import { api, currentUser } from '#/lib/session.ts'
import { applyTicket } from '#/realtime/ticket-lists.ts'

/** Shows the custom fields of a ticket. Texts: `fields`. */
export function TicketFields({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('fields')
  return (
    <ShownFields
      on="ticket"
      title={t('ofTicket')}
      values={ticket.fields}
      onSave={async fields => {
        const changed = await api(tickets.update, { params: { id: ticket.id }, body: { fields } })
        const user = currentUser()
        if (user) applyTicket(queryClient, changed, user)
      }}
    />
  )
}
