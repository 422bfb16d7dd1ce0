import { payments } from '@balcao/shared/api/orders/payments.ts'
import type { Payment } from '@balcao/shared/entities/payment.ts'
import { Layers2, Wallet } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from '#/components/column-heads.tsx'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { Tick } from './tick.tsx'

const PaymentDialog = lazyPart(() => import('./payment-dialog.tsx').then(file => file.PaymentDialog))
const InstallmentsDialog = lazyPart(() => import('./installments-dialog.tsx').then(file => file.InstallmentsDialog))

const columns = { code: 'w-20 shrink-0', name: 'min-w-0 flex-1', type: 'w-40 shrink-0', tick: 'w-16 shrink-0' }

export function PaymentsScreen() {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(payments.list, page => page.payments)
  const [installments, setInstallments] = useState<Payment | null>(null)
  return (
    <>
      <ListScreen
        title={t('payments.title')}
        addLabel={t('payments.add')}
        list={list}
        rows={rows}
        search={{ label: t('payments.search'), ...search }}
        rowHeight={rowHeight}
        skeletons={8}
        firstUse={{ icon: <Wallet size={20} />, title: t('payments.empty'), hint: t('payments.emptyHint') }}
        removal={{
          title: payment => t('payments.deleteTitle', { name: payment.name }),
          hint: t('payments.deleteHint'),
          done: t('payments.deleted'),
          call: payment => api(payments.remove, { params: { id: payment.id } }),
          list: payments.list,
          rowsKey: 'payments',
        }}
        dialog={(payment, onClose) => <PaymentDialog payment={payment} onClose={onClose} onMade={setInstallments} />}
      >
        {({ active, edit, remove }) => (
          <PagedRows
            list={list}
            label={t('payments.title')}
            items={rows}
            rowHeight={rowHeight}
            activeIndex={active}
            header={
              oneLine && (
                <ColumnHeads
                  columns={[
                    { label: t('code'), className: columns.code },
                    { label: t('payments.name'), className: columns.name },
                    { label: t('payments.type'), className: columns.type },
                    { label: t('payments.change'), className: columns.tick },
                    { label: t('payments.installments'), className: columns.tick },
                  ]}
                  actions={3}
                />
              )
            }
          >
            {(payment, index) => (
              <ListRow active={index === active}>
                <RowOpener oneLine={oneLine} onOpen={() => edit(payment)}>
                  {oneLine ? <Columns payment={payment} /> : <Lines payment={payment} />}
                </RowOpener>
                <RowActions
                  name={payment.name}
                  onEdit={oneLine ? () => edit(payment) : undefined}
                  onDelete={() => remove(payment)}
                >
                  <IconButton
                    label={t('payments.details', { name: payment.name })}
                    icon={<Layers2 size={16} />}
                    size="sm"
                    disabledReason={payment.typePayment.installments ? undefined : t('payments.noInstallments')}
                    onClick={() => setInstallments(payment)}
                  />
                </RowActions>
              </ListRow>
            )}
          </PagedRows>
        )}
      </ListScreen>
      <Suspense>
        {installments && <InstallmentsDialog payment={installments} onClose={() => setInstallments(null)} />}
      </Suspense>
    </>
  )
}

function Columns({ payment: { code, name, typePayment } }: { payment: Payment }) {
  const { t } = useTranslation('orders')
  return (
    <>
      <span title={code ?? undefined} className={cn('tabular truncate text-ink-2', columns.code)}>
        {code ?? '–'}
      </span>
      <span title={name} className={cn('truncate font-medium', columns.name)}>
        {name}
      </span>
      <span className={cn('truncate text-ink-2', columns.type)}>{typePayment.code}</span>
      <span className={columns.tick}>
        <Tick on={typePayment.change} label={t('payments.change')} />
      </span>
      <span className={columns.tick}>
        <Tick on={typePayment.installments} label={t('payments.installments')} />
      </span>
    </>
  )
}

function Lines({ payment: { code, name, typePayment } }: { payment: Payment }) {
  const { t } = useTranslation('orders')
  const facts = [
    typePayment.code,
    ...(typePayment.change ? [t('payments.change')] : []),
    ...(typePayment.installments ? [t('payments.installments')] : []),
  ]
  return (
    <>
      <span className="flex min-w-0 gap-2">
        <span title={name} className="truncate font-medium">
          {name}
        </span>
        {code && <span className="tabular max-w-24 shrink-0 truncate text-ink-2">{code}</span>}
      </span>
      <span className="truncate text-ink-2 text-sm">{facts.join(' · ')}</span>
    </>
  )
}
