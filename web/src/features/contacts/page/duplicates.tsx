import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import { formatPhone } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { PageSection } from './page-section.tsx'
import { useMarkDifferent } from './use-mark-different.ts'

interface DuplicatesProps {
  contact: Contact
  onMerge: (otherId: string) => void
}

/** Suggests contacts that may be the same person; nothing while there are none. */
export function Duplicates({ contact, onMerge }: DuplicatesProps) {
  const { t } = useTranslation('contactPage')
  const found = useQuery(apiQuery(contacts.duplicates, { params: { id: contact.id } }))
  const { mark, isPending } = useMarkDifferent()
  // A suggestion is no content: it shows once it is there.
  if (!found.data || found.data.length === 0) return null
  return (
    <PageSection title={t('duplicates.title')}>
      <ul className="flex flex-col gap-2">
        {found.data.map(({ reasons, ...other }) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Avatar name={other.name} src={other.profilePicUrl} size={28} />
            <span className="min-w-0 flex-1 basis-40">
              <Link
                to="/contacts/$contactId"
                params={{ contactId: other.id }}
                className="block truncate font-medium underline-offset-4 hover:underline"
              >
                {other.name}
              </Link>
              <span className="tabular block truncate text-ink-2 text-sm">
                {formatPhone(other.number)} · {reasons.map(reason => t(`duplicates.${reason}`)).join(', ')}
              </span>
            </span>
            <Button size="sm" onClick={() => onMerge(other.id)}>
              {t('duplicates.merge')}
            </Button>
            <Button size="sm" variant="ghost" disabled={isPending} onClick={() => mark(contact.id, other.id)}>
              {t('duplicates.different')}
            </Button>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
