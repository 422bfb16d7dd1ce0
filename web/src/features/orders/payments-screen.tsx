import { payments } from '@balcao/shared/api/orders/payments.ts'
import type { Payment } from '@balcao/shared/entities/payment.ts'
import { Layers2, Wallet } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useYesNo } from '#/components/list/use-yes-no.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { paymentKindName } from './payment-kind-name.ts'

const PaymentDialog = lazyPart(() => import('./payment-dialog.tsx').then(file => file.PaymentDialog))
const InstallmentsDialog = lazyPart(() => import('./installments-dialog.tsx').then(file => file.InstallmentsDialog))

export function PaymentsScreen() {
  const { t } = useTranslation('orders')
  const yesNo = useYesNo()
  const { list, rows, search } = useRowList(payments.list, page => page.payments)
  const [installments, setInstallments] = useState<Payment | null>(null)
  const columns: Column<Payment>[] = [
    { id: 'code', head: t('code'), text: ({ code }) => code ?? '' },
    { id: 'name', head: t('payments.name'), main: true, text: ({ name }) => name },
    { id: 'type', head: t('payments.type'), text: ({ typePayment }) => paymentKindName(typePayment, t) },
    { id: 'change', head: t('payments.change'), named: true, text: ({ typePayment }) => yesNo(typePayment.change) },
    {
      id: 'installments',
      head: t('payments.installments'),
      named: true,
      text: ({ typePayment }) => yesNo(typePayment.installments),
    },
  ]
  return (
    <>
      <ListScreen
        name="payments"
        title={t('payments.title')}
        addLabel={t('payments.add')}
        list={list}
        rows={rows}
        search={{ label: t('payments.search'), ...search }}
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
        nameOf={({ name }) => name}
        columns={columns}
        card={payment => ({ title: <Title payment={payment} />, line: <Facts payment={payment} /> })}
        more={payment => [
          {
            id: 'installments',
            label: t('payments.details', { name: payment.name }),
            short: t('payments.installments'),
            icon: <Layers2 size={16} />,
            disabledReason: payment.typePayment.installments ? undefined : t('payments.noInstallments'),
            run: () => setInstallments(payment),
          },
        ]}
        dialog={(payment, onClose) => <PaymentDialog payment={payment} onClose={onClose} onMade={setInstallments} />}
      />
      <Suspense>
        {installments && <InstallmentsDialog payment={installments} onClose={() => setInstallments(null)} />}
      </Suspense>
    </>
  )
}

function Title({ payment: { code, name } }: { payment: Payment }) {
  return (
    <>
      <span title={name} className="truncate">
        {name}
      </span>
      {code && <span className="tabular max-w-24 shrink-0 truncate font-normal text-ink-2">{code}</span>}
    </>
  )
}

function Facts({ payment: { typePayment } }: { payment: Payment }) {
  const { t } = useTranslation('orders')
  const facts = [
    paymentKindName(typePayment, t),
    ...(typePayment.change ? [t('payments.change')] : []),
    ...(typePayment.installments ? [t('payments.installments')] : []),
  ]
  return <span className="truncate">{facts.join(' · ')}</span>
}
