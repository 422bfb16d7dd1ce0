import { invoices } from '@balcao/shared/api/company/invoices.ts'
import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { InvoiceHeads, InvoiceRow } from './invoice-row.tsx'

const CheckoutDialog = lazyPart(() => import('./checkout-dialog.tsx').then(file => file.CheckoutDialog))
const PaymentNotices = lazyPart(() => import('./payment-notices.tsx').then(file => file.PaymentNotices))

/**
 * Shows the company's invoices; super users also see payments of all companies that need attention.
 */
export function InvoicesScreen() {
  const { t } = useTranslation('billing')
  const isSuper = useMayAccess('super')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(invoices.list, page => page.invoices)
  const [paying, setPaying] = useState<Invoice | null>(null)
  const active = useListKeys(rows.length, index => {
    const row = rows[index]
    if (row && row.status !== 'paid') setPaying(row)
  })
  return (
    <Screen
      header={
        <ScreenHeader
          title={t('title')}
          action={
            <Button asChild>
              <Link to="/subscription">{t('subscription.title')}</Link>
            </Button>
          }
        >
          <ListSearch label={t('search')} value={search.text} onChange={search.onChange} />
        </ScreenHeader>
      }
    >
      {isSuper && (
        <Suspense>
          <PaymentNotices />
        </Suspense>
      )}
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={6}
        search={search}
        firstUse={
          <EmptyState
            icon={<ReceiptText size={20} />}
            title={t('empty')}
            action={
              <Button asChild>
                <Link to="/subscription">{t('subscription.title')}</Link>
              </Button>
            }
          >
            {t('emptyHint')}
          </EmptyState>
        }
      >
        <PagedRows
          list={list}
          label={t('title')}
          items={rows}
          rowHeight={rowHeight}
          activeIndex={active}
          header={oneLine && <InvoiceHeads />}
        >
          {(invoice, index) => (
            <InvoiceRow
              invoice={invoice}
              oneLine={oneLine}
              active={index === active}
              onPay={() => setPaying(invoice)}
            />
          )}
        </PagedRows>
      </ListStates>
      <Suspense>{paying && <CheckoutDialog invoice={paying} onClose={() => setPaying(null)} />}</Suspense>
    </Screen>
  )
}
