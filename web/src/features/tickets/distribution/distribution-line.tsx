import { AWAY_MINUTES } from '@balcao/shared/entities/distribution.ts'
import type { TicketLog } from '@balcao/shared/entities/ticket.ts'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'

/** Says in the conversation who was given the ticket and why, or from whom it was taken back. */
export function DistributionLine({ entry }: { entry: TicketLog }) {
  const { t } = useTranslation('ticketDetails')
  const who = isolate(entry.user?.name ?? '')
  const { given } = entry
  return (
    <p className="my-1.5 px-6 text-center text-ink-2 text-xs">
      {given
        ? t('distribution.given', { who, why: t(`given.${given.reason}`, { count: given.open }) })
        : t('distribution.returned', { who, count: AWAY_MINUTES })}{' '}
      <time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>
    </p>
  )
}
