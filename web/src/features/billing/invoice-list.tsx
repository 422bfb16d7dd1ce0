import { invoices } from '@balcao/shared/api/company/invoices.ts'
import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import { useTranslation } from 'react-i18next'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { InvoiceHeads, InvoiceRow } from './invoice-row.tsx'

/** Number of invoices from which a search is worth its place. */
const MANY = 12

/** Lists the company's invoices, newest first, each with its payment or its receipt. */
export function InvoiceList({ onPay }: { onPay: (invoice: Invoice) => void }) {
  const { t } = useTranslation('billing')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(invoices.list, page => page.invoices)
  return (
    <>
      {(rows.length >= MANY || search.text !== '') && (
        <div className="mb-3">
          <ListSearch label={t('search')} value={search.text} onChange={search.onChange} />
        </div>
      )}
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={3}
        search={search}
        firstUse={<p className="text-ink-2">{t('emptyHint')}</p>}
      >
        {oneLine && <InvoiceHeads />}
        <ul aria-label={t('title')}>
          {rows.map(invoice => (
            <li key={invoice.id} style={{ height: rowHeight }}>
              <InvoiceRow invoice={invoice} oneLine={oneLine} onPay={() => onPay(invoice)} />
            </li>
          ))}
        </ul>
        <MoreButton list={list} size="sm" variant="ghost" className="mt-3" />
      </ListStates>
    </>
  )
}
