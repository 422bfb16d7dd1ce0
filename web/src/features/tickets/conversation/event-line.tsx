import type { TicketLog } from '@balcao/shared/entities/ticket.ts'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { useFieldChanges } from '#/lib/use-field-changes.ts'
import { DistributionLine } from '../distribution/distribution-line.tsx'
import { PriorityLine } from '../priority/priority-line.tsx'
import { RuleLine } from './rule-line.tsx'

type ShownEvent =
  | 'open'
  | 'transfered'
  | 'pending'
  | 'closed'
  | 'reopen'
  | 'redirect'
  | 'rated'
  | 'campaign'
  | 'messageEdited'
  | 'messageDeleted'
  | 'contactChanged'

interface EventLineProps {
  entry: TicketLog
  /** Entry that says where the ticket went, if it is another one. */
  to: TicketLog | null
}

/** Shows an event of the ticket in one centred line. */
export function EventLine({ entry, to }: EventLineProps) {
  if (entry.type === 'distributed' || entry.type === 'returned') return <DistributionLine entry={entry} />
  if (entry.rule) return <RuleLine entry={entry} />
  return entry.type === 'priority' ? <PriorityLine entry={entry} /> : <UserLine entry={entry} to={to} />
}

/** Shows an event with its user. */
function UserLine({ entry, to }: EventLineProps) {
  const { t } = useTranslation(['ticketDetails', 'tickets'])
  const who = entry.user ? isolate(entry.user.name) : null
  const place = to ?? entry
  const where = [to?.user?.name, place.queue?.name]
    .filter(Boolean)
    .map(name => isolate(name!))
    .join(' · ')
  const whatChanged = useFieldChanges()
  const text = t(`event.${entry.type as ShownEvent}`, {
    context: who ? 'by' : undefined,
    who,
    where: where || t('tickets:row.noQueue'),
    rating: entry.rating,
    name: entry.campaign ? isolate(entry.campaign.name) : '',
    what: whatChanged(entry.changes),
  })
  return (
    <p className="my-1.5 px-6 text-center text-ink-2 text-xs">
      {text} <time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>
    </p>
  )
}
