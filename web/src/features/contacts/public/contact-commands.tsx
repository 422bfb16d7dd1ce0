import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { useCommandSource } from '#/lib/commands.ts'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { formatPhone } from '#/lib/format.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'

/** Adds contacts to the command bar. */
export function ContactCommands() {
  const { t } = useTranslation('commandBar')
  const navigate = useNavigate()
  useCommandSource({
    id: 'contacts',
    title: t('contacts'),
    search: async text => {
      const found = await fetchOrCached(queryClient, apiQuery(contacts.listAll, { query: { name: text } }))
      return found.slice(0, 8).map(contact => ({
        id: `contact:${contact.id}`,
        label: contact.name,
        hint: formatPhone(contact.number),
        icon: <Avatar name={contact.name} src={contact.profilePicUrl} size={20} />,
        run: () => void navigate({ to: '/contacts/$contactId', params: { contactId: contact.id } }),
      }))
    },
  })
  return null
}
