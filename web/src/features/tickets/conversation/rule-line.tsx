import type { TicketLog } from '@balcao/shared/entities/ticket.ts'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'

/** Says in the conversation that an automation rule acted, or was stopped in a circle. */
export function RuleLine({ entry }: { entry: TicketLog }) {
  const { t } = useTranslation('ticketDetails')
  return (
    <p className="my-1.5 px-6 text-center text-ink-2 text-xs">
      {t(entry.type === 'ruleLoop' ? 'log.ruleLoop' : 'log.rule', { name: isolate(entry.rule?.name ?? '') })}{' '}
      <time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>
    </p>
  )
}
