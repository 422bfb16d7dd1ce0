import { deliveries } from '@balcao/shared/api/automation/deliveries.ts'
import type { Delivery } from '@balcao/shared/entities/delivery.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { codeText } from '#/lib/error-text.ts'
import { formatWhen } from '#/lib/format.ts'
import { apiPages, applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { Badge } from './ui/badge.tsx'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { ErrorState } from './ui/error-state.tsx'
import { Skeleton } from './ui/skeleton.tsx'

const TONES = { waiting: 'warning', delivered: 'success', failed: 'danger' } as const

interface DeliveryLogProps {
  /** The webhook or the integration, and what it is called. */
  target: { id: string; name: string }
  onClose: () => void
}

/** What was sent to an address outside, newest first and live, with what became of it; each can be sent again. */
export function DeliveryLog({ target, onClose }: DeliveryLogProps) {
  const { t } = useTranslation(['messagesApi', 'common'])
  const list = useInfiniteQuery(apiPages(deliveries.list, { query: { targetId: target.id } }))
  const rows = list.data?.pages.flatMap(page => page.deliveries) ?? []
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={t('log.title', { name: target.name })} size="lg">
      {list.isPending ? (
        <div className="flex flex-col gap-2">
          {['a', 'b', 'c'].map(key => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      ) : list.isError && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('log.empty')}>{t('log.emptyHint')}</EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-md border border-line">
            {rows.map(row => (
              <Line key={row.id} row={row} />
            ))}
          </ul>
          <div className="mt-3 flex flex-col items-center gap-3 text-center">
            {list.hasNextPage && (
              <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('common:action.loadMore')}
              </Button>
            )}
            <p className="text-ink-2 text-xs">{t('log.kept')}</p>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Line({ row }: { row: Delivery }) {
  const { t } = useTranslation('messagesApi')
  const again = useMutation({
    mutationFn: () => api(deliveries.sendAgain, { params: { id: row.id } }),
    onSuccess: sent => {
      applyListEvent(queryClient, deliveries.list, 'deliveries', { action: 'update', row: sent })
      toast.success(t('log.sentAgain'))
    },
    onError: toast.error,
  })
  return (
    <li className="flex items-center gap-3 p-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="break-all font-medium font-mono text-sm">{row.event}</span>
          <Badge tone={TONES[row.status]}>{t(`log.status.${row.status}`)}</Badge>
        </p>
        <p className="text-ink-2 text-xs">{said(row, t)}</p>
      </div>
      <Button
        size="sm"
        icon={<RotateCw size={14} />}
        loading={again.isPending}
        aria-label={t('log.sendAgainOf', { event: row.event, when: formatWhen(row.createdAt) })}
        onClick={() => again.mutate()}
      >
        {t('log.sendAgain')}
      </Button>
    </li>
  )
}

type Translate = ReturnType<typeof useTranslation<'messagesApi'>>['t']

/** When it was made, how often it was tried, what the other side said, and when it is tried next. */
function said({ createdAt, tries, lastStatus, lastError, nextAt, status }: Delivery, t: Translate): string {
  const problem = status === 'delivered' ? '' : lastStatus !== null ? `HTTP ${lastStatus}` : lastError
  return [
    formatWhen(createdAt),
    t('log.tries', { count: tries }),
    problem && (lastStatus === null && lastError ? (codeText(lastError) ?? lastError) : problem),
    nextAt && tries > 0 ? t('log.next', { when: formatWhen(nextAt) }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
