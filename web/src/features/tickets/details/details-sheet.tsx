import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useTranslation } from 'react-i18next'
import { Sheet } from '#/components/ui/dialog.tsx'
import { DetailsPanel } from './details-panel.tsx'

/** Shows the contact's details as a sheet where there is no room beside the conversation. */
export function DetailsSheet({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  return (
    <Sheet open onOpenChange={open => !open && onClose()} title={t('details.title')} size="sm">
      <DetailsPanel ticket={ticket} />
    </Sheet>
  )
}
