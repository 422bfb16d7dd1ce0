import { distribution } from '@balcao/shared/api/team/distribution.ts'
import type { DistributionDecision } from '@balcao/shared/entities/distribution-decision.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Shuffle } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Shows who got the last tickets of a queue and why, or why nobody did. */
export function DecisionLog({ queueId }: { queueId: string }) {
  const { t } = useTranslation('team')
  const title = useId()
  const log = useQuery({ ...apiQuery(distribution.decisions, { params: { id: queueId } }), staleTime: 0 })
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2 border-line border-t pt-4">
      <h3 id={title} className="font-semibold">
        {t('queues.distribution.log')}
      </h3>
      {log.isPending ? (
        <div role="status" aria-label={t('queues.distribution.loading')} className="flex flex-col gap-2">
          {['a', 'b', 'c'].map(key => (
            <Skeleton key={key} className="h-11" />
          ))}
        </div>
      ) : log.isError ? (
        <ErrorState compact error={log.error} onRetry={() => void log.refetch()} />
      ) : log.data.decisions.length === 0 ? (
        <EmptyState icon={<Shuffle size={20} />} title={t('queues.distribution.logEmpty')}>
          {t('queues.distribution.logEmptyHint')}
        </EmptyState>
      ) : (
        <ol aria-labelledby={title} className="flex flex-col">
          {log.data.decisions.map(decision => (
            <Decision key={decision.id} decision={decision} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Decision({
  decision: { ticketId, contactName, user, reason, open, createdAt },
}: {
  decision: DistributionDecision
}) {
  const { t } = useTranslation('team')
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-2 text-sm last:border-0">
      <Link
        to="/tickets/$uuid"
        params={{ uuid: ticketId }}
        className="min-w-0 truncate font-medium text-accent-ink underline-offset-4 hover:underline"
      >
        <bdi>{contactName || t('queues.distribution.noName')}</bdi>
      </Link>
      <time dateTime={createdAt} className="tabular ml-auto text-ink-2">
        {formatWhen(createdAt)}
      </time>
      <span className="w-full text-ink-2">
        {user && (
          <>
            <bdi className="font-medium text-ink">{user.name}</bdi>:{' '}
          </>
        )}
        {t(`queues.distribution.reason.${reason}`, { count: open ?? 0 })}
      </span>
    </li>
  )
}
