import { deliveries } from '@balcao/shared/api/automation/deliveries.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { WebhookDelivery } from '@balcao/shared/entities/webhook-delivery.ts'
import { useMutation } from '@tanstack/react-query'
import { History, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow } from '#/components/list-row.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { codeText } from '#/lib/error-text.ts'
import { formatWhen } from '#/lib/format.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const TONES = { waiting: 'warning', delivered: 'success', failed: 'danger' } as const

interface WebhookDeliveryLogProps {
  /** The webhook or the integration, with its name. */
  target: { id: string; name: string }
  /** Text for an empty log: what will be listed here. */
  emptyHint: string
  onClose: () => void
}

/**
 * Shows the events sent to an external address, newest first and live, with their outcome; each can
 * be sent again.
 */
export function WebhookDeliveryLog({ target, emptyHint, onClose }: WebhookDeliveryLogProps) {
  const { t } = useTranslation('integrations')
  // On a phone the event has a line of its own, and its outcome two.
  const isWide = useMediaQuery('(min-width: 600px)')
  const rowHeight = isWide ? 72 : 104
  const { list, rows } = useRowList(deliveries.list, page => page.deliveries, undefined, { targetId: target.id })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('log.title', { name: target.name })}
      description={t('log.hint')}
      size="lg"
    >
      <div className="flex max-h-[min(60dvh,32rem)] min-h-64 flex-col">
        <ListStates
          list={list}
          count={rows.length}
          rowHeight={rowHeight}
          rows={5}
          firstUse={
            <EmptyState icon={<History size={20} />} title={t('log.empty')}>
              {emptyHint}
            </EmptyState>
          }
        >
          <PagedRows list={list} label={t('log.hint')} items={rows} rowHeight={rowHeight} activeIndex={-1} focusable>
            {row => <WebhookDeliveryItem delivery={row} />}
          </PagedRows>
        </ListStates>
      </div>
    </Dialog>
  )
}

function WebhookDeliveryItem({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('integrations')
  const { id, status, tries, lastStatus, lastError, nextAt, createdAt } = delivery
  const again = useMutation({
    mutationFn: () => api(deliveries.sendAgain, { params: { id } }),
    onSuccess: row => {
      applyListEvent(queryClient, deliveries.list, 'deliveries', { action: 'update', row })
      // The event of the outcome may have arrived before this answer, which is then older.
      void queryClient.invalidateQueries({ queryKey: queryKey(deliveries.list, { query: { targetId: row.targetId } }) })
      toast.success(t('log.sent'))
    },
    onError: toast.error,
  })
  const reason = lastStatus !== null && status !== 'delivered' ? `HTTP ${lastStatus}` : lastError
  const facts = [
    t('log.tries', { count: tries }),
    ...(status !== 'delivered' && reason ? [codeText(reason) ?? reason] : []),
    ...(status === 'waiting' && nextAt ? [t('log.next', { when: formatWhen(nextAt) })] : []),
  ].join(' · ')
  return (
    <ListRow active={false}>
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={TONES[status]}>{t(`log.status.${status}`)}</Badge>
          <code title={delivery.event} className="truncate font-mono text-xs max-sm:order-1 max-sm:basis-full">
            {delivery.event}
          </code>
          <span className="tabular whitespace-nowrap text-ink-2">{formatWhen(createdAt)}</span>
        </span>
        <span className="line-clamp-2 text-ink-2 text-sm sm:line-clamp-1" title={facts}>
          {facts}
        </span>
      </span>
      <Button
        size="sm"
        aria-label={t('log.again')}
        className="max-sm:w-control max-sm:px-0"
        icon={<RotateCw size={16} />}
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        <span className="max-sm:hidden">{t('log.again')}</span>
      </Button>
    </ListRow>
  )
}
