import type { Product, Sold } from '@balcao/shared/entities/product.ts'
import { isRunningOut } from '@balcao/shared/rules/sales/running-out.ts'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import type { Card } from '#/components/list/list-table.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { ActiveBadge } from './active-badge.tsx'

/** Returns the columns of the list of products; those with a `sortKey` are sorted by the server. */
export function useProductColumns(): Column<Product>[] {
  const { t } = useTranslation(['catalog', 'lists'])
  return [
    { id: 'code', head: t('code'), text: ({ code }) => code },
    { id: 'name', head: t('products.name'), main: true, most: 420, sortKey: 'name', text: ({ name }) => name },
    { id: 'category', head: t('products.category'), text: ({ category }) => category?.name ?? '' },
    { id: 'ean', head: t('products.ean'), optional: true, text: ({ ean }) => ean },
    {
      id: 'price',
      head: t('lists:column.price'),
      end: true,
      sortKey: 'price',
      text: ({ sold }) => priceText(sold),
    },
    {
      id: 'stock',
      head: t('lists:column.stock'),
      end: true,
      named: true,
      beside: ({ sold }) => (sold?.low ? 160 : 0),
      sortKey: 'stock',
      text: ({ sold }) => (sold ? formatNumber(sold.stock) : ''),
      cell: ({ sold }) =>
        sold && (
          <span className="tabular inline-flex items-center gap-2">
            <Low sold={sold} />
            {formatNumber(sold.stock)}
          </span>
        ),
    },
    {
      id: 'active',
      head: t('lists:column.status'),
      beside: 16,
      text: ({ isActive }) => t(isActive ? 'products.active' : 'products.inactive'),
      cell: ({ isActive }) => <ActiveBadge of="products" active={isActive} />,
    },
  ]
}

/** Returns a product as a card. */
export const productCard = ({ name, isActive, code, category, sold }: Product): Card => ({
  title: <span className="truncate">{name}</span>,
  line: (
    <>
      {!isActive && <ActiveBadge of="products" active={false} />}
      {sold && <Low sold={sold} isShort />}
      <span className="min-w-0 truncate">{[code, category?.name].filter(Boolean).join(' · ') || '–'}</span>
    </>
  ),
  end: sold && (
    <>
      <span className="tabular font-medium">{priceText(sold)}</span>
      <span className="tabular mt-0.5 text-ink-2 text-sm">{formatNumber(sold.stock)}</span>
    </>
  ),
})

/** Returns the price, from the lowest to the highest where stores differ. */
function priceText(sold: Sold | null): string {
  if (!sold) return ''
  const { priceFrom, priceTo } = sold
  return priceFrom === priceTo ? formatMoney(priceFrom) : `${formatMoney(priceFrom)} – ${formatMoney(priceTo)}`
}

/**
 * Says that a product is gone, or running out; short, where not in all stores, without saying so.
 */
function Low({ sold: { low, stock, stores }, isShort = false }: { sold: Sold; isShort?: boolean }) {
  const { t } = useTranslation('catalog')
  if (!low) return null
  if (stock === 0) return <Badge tone="danger">{t('products.soldOut')}</Badge>
  // The figure beside it is that of all stores together.
  const isSomewhere = stores > 1 && !isRunningOut(stock)
  return <Badge tone="warning">{t(isSomewhere && !isShort ? 'products.lowSomewhere' : 'products.low')}</Badge>
}
