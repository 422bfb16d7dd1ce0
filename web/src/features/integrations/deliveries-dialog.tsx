import { deliveries } from '@balcao/shared/api/automation/deliveries.ts'
import type { Delivery } from '@balcao/shared/entities/delivery.ts'
import type { QueueIntegration } from '@balcao/shared/entities/queue-integration.ts'
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
import { codeText } from '#/lib/error-text.ts'
import { formatWhen } from '#/lib/format.ts'
import { applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const ROW_HEIGHT = 72

const TONES = { waiting: 'warning', delivered: 'success', failed: 'danger' } as const

/** What n8n or a webhook was sent, newest first, and what became of it. */
export function DeliveriesDialog({ integration, onClose }: { integration: QueueIntegration; onClose: () => void }) {
  const { t } = useTranslation('integrations')
  const { list, rows } = useRowList(deliveries.list, page => page.deliveries, undefined, { targetId: integration.id })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('log.title', { name: integration.name })}
      description={t('log.hint')}
      size="lg"
    >
      <div className="flex max-h-[min(60dvh,32rem)] min-h-64 flex-col">
        <ListStates
          list={list}
          count={rows.length}
          rowHeight={ROW_HEIGHT}
          rows={5}
          firstUse={
            <EmptyState icon={<History size={20} />} title={t('log.empty')}>
              {t('log.emptyHint')}
            </EmptyState>
          }
        >
          <PagedRows list={list} label={t('log.hint')} items={rows} rowHeight={ROW_HEIGHT} activeIndex={-1}>
            {row => <DeliveryRow delivery={row} />}
          </PagedRows>
        </ListStates>
      </div>
    </Dialog>
  )
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('integrations')
  const { id, status, tries, lastStatus, lastError, nextAt, createdAt } = delivery
  const again = useMutation({
    mutationFn: () => api(deliveries.sendAgain, { params: { id } }),
    onSuccess: row => {
      applyListEvent(queryClient, deliveries.list, 'deliveries', { action: 'update', row })
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
        <span className="flex items-center gap-2">
          <Badge tone={TONES[status]}>{t(`log.status.${status}`)}</Badge>
          <span className="tabular text-ink-2">{formatWhen(createdAt)}</span>
        </span>
        <span className="truncate text-ink-2 text-sm" title={facts}>
          {facts}
        </span>
      </span>
      {status !== 'delivered' && (
        <Button size="sm" icon={<RotateCw size={16} />} loading={again.isPending} onClick={() => again.mutate()}>
          {t('log.again')}
        </Button>
      )}
    </ListRow>
  )
}
