import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Pill } from '#/components/ui/pill.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatDate, formatPhone, formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Shows what is known of a contact from its latest conversations and its customer. */
export function ContactFacts({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contactPage')
  const summary = useQuery(apiQuery(contacts.summary, { params: { id: contact.id } }))
  if (summary.isPending) return <Skeleton className="h-10" />
  if (summary.isError) return <ErrorState compact error={summary.error} onRetry={() => void summary.refetch()} />
  const { lastSeenAt, connections, tags, birthday } = summary.data
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Fact label={t('lastSeen')}>{lastSeenAt ? formatWhen(lastSeenAt) : t('never')}</Fact>
        {birthday && <Fact label={t('birthday')}>{formatDate(`${birthday}T12:00:00Z`)}</Fact>}
        {connections.length > 0 && (
          <Fact label={t('connections', { count: connections.length })}>
            {connections.map(({ name }) => name).join(', ')}
          </Fact>
        )}
        <Fact label={t('since')}>{formatDate(contact.createdAt)}</Fact>
        {contact.otherNumbers.length > 0 && (
          <Fact label={t('alsoNumbers')}>{contact.otherNumbers.map(formatPhone).join(', ')}</Fact>
        )}
      </dl>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map(tag => (
            <li key={tag.id}>
              <Pill color={tag.color}>{tag.name}</Pill>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-xs">{label}</dt>
      <dd className="wrap-anywhere tabular">{children}</dd>
    </div>
  )
}
