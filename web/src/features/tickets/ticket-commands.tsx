import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { useCommandSource } from '#/lib/commands.ts'
import { formatRowTime } from '#/lib/format.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'

const SHOWN = 8

/** Tickets in the command bar: whatever the person may see, by the contact's name or number. */
export function TicketCommands() {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  useCommandSource({
    id: 'tickets',
    title: t('commands.tickets'),
    search: async text => {
      const found = await queryClient.fetchQuery(
        apiQuery(tickets.list, { query: { searchParam: text, limit: String(SHOWN) } }),
      )
      return found.tickets.map(ticket => ({
        id: `ticket:${ticket.id}`,
        label: ticket.contact.name,
        hint: [ticket.queue?.name, formatRowTime(ticket.updatedAt)].filter(Boolean).join(' · '),
        icon: <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={20} />,
        run: () => void navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid } }),
      }))
    },
  })
  return null
}
