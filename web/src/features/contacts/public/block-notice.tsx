import type { Contact } from '@balcao/shared/entities/contact.ts'
import { Ban } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { formatWhen } from '#/lib/format.ts'
import { useBlockContact } from './use-block-contact.ts'

/** Says since when a contact is blocked, what it sent since, and offers to unblock it. */
export function BlockNotice({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contactPage')
  const { block, isPending } = useBlockContact()
  const since = contact.block
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-soft px-3 py-2 text-sm">
      <Ban aria-hidden size={16} className="icon shrink-0 text-danger-ink" />
      <p className="min-w-0 flex-1">
        <strong className="block font-medium text-danger-ink">{t('blocked.title')}</strong>
        {t('blocked.why')} {since && t('blocked.by', { name: since.by.name, at: formatWhen(since.at) })}{' '}
        {since?.lastMessageAt && t('blocked.messages', { count: since.messages, at: formatWhen(since.lastMessageAt) })}
      </p>
      <Button size="sm" loading={isPending} onClick={() => block(contact.id, false)}>
        {t('blocked.unblock')}
      </Button>
    </div>
  )
}
