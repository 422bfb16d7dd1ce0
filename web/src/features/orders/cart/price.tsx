import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#/lib/format.ts'

/** Shows a unit price in cents; with a promotion also the former price, struck through. */
export function Price({ price, before }: { price: number; before: number | null }) {
  const { t } = useTranslation('checkout')
  return (
    <span className="tabular text-sm">
      {before !== null && (
        <>
          <span className="sr-only">{t('price.before')} </span>
          <s className="mr-1.5 text-ink-3">{formatMoney(toReais(before))}</s>
          <span className="sr-only">{t('price.now')} </span>
        </>
      )}
      {formatMoney(toReais(price))}
    </span>
  )
}
