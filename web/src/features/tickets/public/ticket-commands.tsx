import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { views } from '@balcao/shared/api/tickets/views.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import { typedNumber } from '@balcao/shared/rules/phone-number.ts'
import { searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { useNavigate } from '@tanstack/react-router'
import { Layers, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { useCommandSource } from '#/lib/commands.ts'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { formatPhone, formatRowTime } from '#/lib/format.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { MarkedLine } from '../search/marked-line.tsx'

const SHOWN = 8
const MESSAGES_SHOWN = 5

/**
 * Adds to the command bar: tickets by the contact's name or number, as far as the user may see
 * them; their messages; and unknown numbers.
 */
export function TicketCommands() {
  const { t } = useTranslation('commandBar')
  const navigate = useNavigate()
  useCommandSource({
    id: 'tickets',
    title: t('tickets'),
    search: async text => {
      const found = await fetchOrCached(
        queryClient,
        apiQuery(tickets.list, { query: { searchParam: text, limit: String(SHOWN) } }),
      )
      return found.tickets.map(ticket => ({
        id: `ticket:${ticket.id}`,
        label: ticket.contact.name,
        hint: [t(`status.${ticket.status}`), ticket.queue?.name, formatRowTime(ticket.updatedAt)]
          .filter(Boolean)
          .join(' · '),
        icon: <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={20} />,
        run: () => void navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid } }),
      }))
    },
  })
  useCommandSource({
    id: 'views',
    title: t('views'),
    search: async text => {
      const wanted = normalizeName(text)
      const rows = await fetchOrCached(queryClient, apiQuery(views.listAll))
      return rows
        .filter(({ name }) => normalizeName(name).includes(wanted))
        .slice(0, SHOWN)
        .map(({ id, name, count }) => ({
          id: `view:${id}`,
          label: name,
          ...(typeof count === 'number' ? { hint: String(count) } : {}),
          icon: <Layers size={16} />,
          run: () => void navigate({ to: '/tickets', search: { viewId: id } }),
        }))
    },
  })
  useCommandSource({
    id: 'messages',
    title: t('messages'),
    search: async text => {
      const terms = searchedTerms(text)
      const found = await fetchOrCached(queryClient, {
        ...apiQuery(messages.search, { query: { searchParam: text, limit: String(MESSAGES_SHOWN) } }),
        // A repeated search finds the messages sent since.
        staleTime: 0,
      })
      return found.hits.map(({ id, ticket, line, createdAt }) => ({
        id: `message:${id}`,
        label: ticket.contact.name,
        hint: [t(`status.${ticket.status}`), formatRowTime(createdAt)].join(' · '),
        detail: <MarkedLine text={line} terms={terms} />,
        icon: <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={20} />,
        run: () => void navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid }, search: { message: id } }),
      }))
    },
  })
  useCommandSource({
    id: 'number',
    title: t('talk'),
    search: async text => {
      const number = typedNumber(text)
      if (number === null) return []
      const known = await fetchOrCached(queryClient, apiQuery(contacts.listAll, { query: { name: number } }))
      if (known.length > 0) return []
      return [
        {
          id: `number:${number}`,
          label: t('talkTo', { number: formatPhone(number) }),
          icon: <UserPlus size={16} />,
          run: () => void navigate({ to: '/tickets', search: { newNumber: number } }),
        },
      ]
    },
  })
  return null
}
