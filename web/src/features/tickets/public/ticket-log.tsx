import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import { AWAY_MINUTES } from '@balcao/shared/entities/distribution.ts'
import type { TicketLog as Entry } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useFieldChanges } from '#/lib/use-field-changes.ts'

interface TicketLogProps {
  ticketId: string
  /** Formats the time of a step; "hoje 09:41" by default. */
  formatAt?: (at: string) => string
}

/**
 * Shows the log of a ticket, step by step, oldest first: the event, the queue, the user, the time.
 */
export function TicketLog({ ticketId, formatAt = formatWhen }: TicketLogProps) {
  const { t } = useTranslation('ticketDetails')
  const nameOf = useStepName()
  const whatChanged = useFieldChanges()
  const query = useQuery(apiQuery(ticketsLog.list, { params: { ticketId } }))
  if (query.isPending) return <Skeleton className="h-16" />
  if (query.isError) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.length === 0) return <p className="text-ink-2 text-sm">{t('details.noLog')}</p>
  return (
    <ol className="flex flex-col gap-3 border-line border-l pl-4">
      {query.data.map(entry => (
        <li key={entry.id} className="relative text-sm">
          <span
            aria-hidden
            className="-left-[20.5px] absolute top-1.5 size-2 rounded-full bg-ink-3 ring-2 ring-surface"
          />
          <span className="wrap-anywhere block">
            {nameOf(entry)}
            {entry.queue && <span className="text-ink-2"> · {entry.queue.name}</span>}
            {entry.user && <span className="text-ink-2"> · {entry.user.name}</span>}
            {entry.priority && <span className="text-ink-2"> · {t(`priority.${entry.priority.to}`)}</span>}
            {entry.given && (
              <span className="text-ink-2"> · {t(`given.${entry.given.reason}`, { count: entry.given.open })}</span>
            )}
            {entry.changes && <span className="block text-ink-2">{whatChanged(entry.changes)}</span>}
            {!entry.user && entry.type === 'closed' && <span className="text-ink-2"> · {t('details.system')}</span>}
          </span>
          <time dateTime={entry.createdAt} className="tabular text-ink-2 text-xs">
            {formatAt(entry.createdAt)}
          </time>
        </li>
      ))}
    </ol>
  )
}

/** Returns the name of a step; a general one for a type that this build does not know. */
function useStepName() {
  const { t, i18n } = useTranslation('ticketDetails')
  return ({ type, campaign, rule }: Entry) =>
    i18n.exists(`ticketDetails:log.${type}`)
      ? t(`log.${type}`, { name: campaign?.name ?? rule?.name ?? '', count: AWAY_MINUTES })
      : t('log.other')
}
