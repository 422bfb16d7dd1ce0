import { paymentDetails } from '@balcao/shared/api/orders/payments.ts'
import type { Payment, PaymentDetail } from '@balcao/shared/entities/payment.ts'
import { Layers2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { RowsDialog } from '#/components/rows-dialog.tsx'
import { cn } from '#/lib/cn.ts'
import { formatMoney } from '#/lib/format.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { InstallmentDialog } from './installment-dialog.tsx'

/** Edits the numbers of instalments of a payment method, each with its minimum amount. */
export function InstallmentsDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows } = useRowList(paymentDetails.list, page => page.paymentDetails, { paymentId: payment.id })
  const nameOf = ({ minimumValue }: PaymentDetail) => formatMoney(minimumValue)
  return (
    <RowsDialog
      title={t('installments.title', { name: payment.name })}
      addLabel={t('installments.add')}
      hint={t('installments.hint')}
      list={list}
      rows={rows}
      rowHeight={rowHeight}
      skeletons={5}
      firstUse={{ icon: <Layers2 size={20} />, title: t('installments.empty'), hint: t('installments.emptyHint') }}
      removal={{
        title: detail => t('installments.deleteTitle', { value: nameOf(detail) }),
        hint: t('installments.deleteHint'),
        done: t('installments.deleted'),
        call: detail => api(paymentDetails.remove, { params: { id: detail.id } }),
        list: paymentDetails.list,
        rowsKey: 'paymentDetails',
      }}
      dialog={(detail, onClose) => <InstallmentDialog paymentId={payment.id} detail={detail} onClose={onClose} />}
      onClose={onClose}
    >
      {(detail, { edit, remove }) => (
        <ListRow active={false}>
          <RowOpener oneLine={oneLine} onOpen={() => edit(detail)}>
            <span className={cn('tabular truncate', oneLine && 'min-w-0 flex-1')}>
              {t('installments.from', { value: nameOf(detail) })}
            </span>
            <span className={cn('tabular shrink-0', oneLine ? 'font-medium' : 'text-ink-2 text-sm')}>
              {t('installments.upTo', { count: detail.installments })}
            </span>
          </RowOpener>
          <RowActions
            name={nameOf(detail)}
            onEdit={oneLine ? () => edit(detail) : undefined}
            onDelete={() => remove(detail)}
          />
        </ListRow>
      )}
    </RowsDialog>
  )
}
