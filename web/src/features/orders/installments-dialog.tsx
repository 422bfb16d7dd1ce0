import { paymentDetails } from '@balcao/shared/api/orders/payments.ts'
import type { Payment, PaymentDetail } from '@balcao/shared/entities/payment.ts'
import { Layers2, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { cn } from '#/lib/cn.ts'
import { formatMoney } from '#/lib/format.ts'
import { applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { InstallmentDialog } from './installment-dialog.tsx'

/** From which value on a payment method may be paid in how many instalments. */
export function InstallmentsDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows } = useRowList(paymentDetails.list, page => page.paymentDetails, { paymentId: payment.id })
  const [shown, setShown] = useState<PaymentDetail | 'new' | null>(null)
  const add = () => setShown('new')
  const nameOf = ({ minimumValue }: PaymentDetail) => formatMoney(minimumValue)
  const askRemove = useRemove<PaymentDetail>({
    title: detail => t('installments.deleteTitle', { value: nameOf(detail) }),
    hint: t('installments.deleteHint'),
    done: t('installments.deleted'),
    call: detail => api(paymentDetails.remove, { params: { id: detail.id } }),
    forget: detail =>
      applyListEvent(queryClient, paymentDetails.list, 'paymentDetails', { action: 'delete', id: detail.id }),
  })
  const title = t('installments.title', { name: payment.name })
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={title} size="md">
      <div className="flex max-h-[min(60dvh,32rem)] min-h-64 flex-col gap-3">
        {rows.length > 0 && (
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 text-ink-2 text-sm">{t('installments.hint')}</p>
            <Button variant="primary" icon={<Plus size={16} />} onClick={add}>
              {t('installments.add')}
            </Button>
          </div>
        )}
        <ListStates
          list={list}
          count={rows.length}
          rowHeight={rowHeight}
          rows={5}
          firstUse={
            <FirstUse
              icon={<Layers2 size={20} />}
              title={t('installments.empty')}
              addLabel={t('installments.add')}
              onAdd={add}
            >
              {t('installments.emptyHint')}
            </FirstUse>
          }
        >
          <PagedRows list={list} label={title} items={rows} rowHeight={rowHeight} activeIndex={-1}>
            {detail => (
              <ListRow active={false}>
                <RowOpener oneLine={oneLine} onOpen={() => setShown(detail)}>
                  <span className={cn('tabular truncate', oneLine && 'min-w-0 flex-1')}>
                    {t('installments.from', { value: nameOf(detail) })}
                  </span>
                  <span className={cn('tabular shrink-0', oneLine ? 'font-medium' : 'text-ink-2 text-sm')}>
                    {t('installments.upTo', { count: detail.installments })}
                  </span>
                </RowOpener>
                <RowActions
                  name={nameOf(detail)}
                  onEdit={oneLine ? () => setShown(detail) : undefined}
                  onDelete={() => void askRemove(detail)}
                />
              </ListRow>
            )}
          </PagedRows>
        </ListStates>
      </div>
      {shown && (
        <InstallmentDialog
          paymentId={payment.id}
          detail={shown === 'new' ? null : shown}
          onClose={() => setShown(null)}
        />
      )}
    </Dialog>
  )
}
