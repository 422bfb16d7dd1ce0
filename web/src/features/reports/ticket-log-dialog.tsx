import type { ReportTicket } from '@balcao/shared/api/reports/ticketreport.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#/components/ui/dialog.tsx'
import { TicketLog } from '#/features/tickets/public/ticket-log.tsx'
import { formatDate, formatTime } from '#/lib/format.ts'

/** Shows the log of a ticket, step by step. */
export function TicketLogDialog({ ticket, onClose }: { ticket: ReportTicket; onClose: () => void }) {
  const { t } = useTranslation('ticketreport')
  return (
    <Dialog open title={t('logTitle')} description={<bdi>{ticket.contactName}</bdi>} onOpenChange={onClose}>
      <TicketLog ticketId={ticket.id} formatAt={at => `${formatDate(at)} ${formatTime(at)}`} />
    </Dialog>
  )
}
