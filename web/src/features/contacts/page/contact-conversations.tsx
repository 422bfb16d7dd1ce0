import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { formatRowTime } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'
import { PagedSection } from './paged-section.tsx'

const tones = { open: 'accent', pending: 'warning', closed: 'neutral' } as const

/** Shows the conversations with a contact that the person may see, the newest first. */
export function ContactConversations({ contactId }: { contactId: string }) {
  const { t } = useTranslation(['contactPage', 'tickets'])
  const query = useInfiniteQuery(apiPages(contacts.conversations, { params: { id: contactId }, query: { limit: 10 } }))
  const rows = query.data?.pages.flatMap(page => page.tickets) ?? []
  return (
    <PagedSection title={t('conversations.title')} none={t('conversations.none')} query={query} rows={rows}>
      {ticket => (
        <Link
          to="/tickets/$uuid"
          params={{ uuid: ticket.uuid }}
          className="-mx-2 flex h-row items-center gap-2 rounded-md px-2 text-sm hover:bg-hover"
        >
          <ColorDot color={ticket.queue?.color} />
          <span className="tabular shrink-0 text-ink-2">{formatRowTime(ticket.createdAt)}</span>
          <span className="min-w-0 flex-1 truncate">
            <bdi>{ticket.lastMessage}</bdi>
          </span>
          <span className="hidden max-w-32 truncate text-ink-2 sm:inline">
            {ticket.user?.name ?? ticket.queue?.name}
          </span>
          <Badge tone={tones[ticket.status]}>{t(`tickets:status.${ticket.status}`)}</Badge>
        </Link>
      )}
    </PagedSection>
  )
}
