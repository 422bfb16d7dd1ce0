import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Ban } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { useBlockContact } from '#/features/contacts/public/use-block-contact.ts'

/** Shows in place of the input that the contact is blocked, with the way to unblock it. */
export function BlockedBar({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('contactPage')
  const { block, isPending } = useBlockContact()
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 border-line border-t bg-surface px-3 py-3 text-ink-2 text-sm">
      <p className="flex min-w-0 items-start gap-2">
        <Ban aria-hidden size={16} className="icon mt-0.5 shrink-0" />
        <span>
          <strong className="block font-medium text-ink">{t('blocked.title')}</strong>
          {t('blocked.why')}
        </span>
      </p>
      <Button size="sm" loading={isPending} onClick={() => block(ticket.contactId, false)} data-composer>
        {t('blocked.unblock')}
      </Button>
    </div>
  )
}
