import type { TicketLog } from '@balcao/shared/entities/ticket.ts'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'

/** Says in the conversation that somebody changed the priority. */
export function PriorityLine({ entry }: { entry: TicketLog }) {
  const { t } = useTranslation('ticketDetails')
  const who = entry.user ? isolate(entry.user.name) : null
  const to = entry.priority?.to ?? 'none'
  const context = who ? 'by' : undefined
  return (
    <p className="my-1.5 px-6 text-center text-ink-2 text-xs">
      {to === 'none'
        ? t('priority.cleared', { context, who })
        : t('priority.changed', { context, who, level: t(`priority.${to}`).toLocaleLowerCase() })}{' '}
      <time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>
    </p>
  )
}
