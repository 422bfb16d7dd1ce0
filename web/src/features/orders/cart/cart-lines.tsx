import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { lineTotal } from '@balcao/shared/rules/sales/order-totals.ts'
import { Minus, Plus, Send, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { controlStyles } from '#/components/ui/input.tsx'
import { cn } from '#/lib/cn.ts'
import { formatMoney } from '#/lib/format.ts'
import { Price } from './price.tsx'
import { ProductPicture } from './product-picture.tsx'
import { FEW } from './product-search.tsx'
import type { CartLine } from './use-cart.ts'

/** Maximum amount of one product in an order. */
export const MAX_AMOUNT = 9999

interface CartLinesProps {
  lines: readonly CartLine[]
  /** Product added last: its line is brought into sight. */
  added: { productId: string } | null
  onAmount: (productId: string, amount: number) => void
  onRemove: (line: CartLine) => void
  /** Sends the product to the customer; `offering` is the id of the one that is being sent. */
  onOffer: (productId: string) => void
  offering: string | null
}

export function CartLines({ lines, added, onAmount, onRemove, onOffer, offering }: CartLinesProps) {
  const { t } = useTranslation('checkout')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (added) list.current?.querySelector(`[data-product="${added.productId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [added])
  return (
    <ul ref={list} aria-label={t('cart.items')} className="flex flex-col divide-y divide-line">
      {lines.map(line => (
        <li
          key={line.productId}
          data-product={line.productId}
          className={cn(
            '-mx-2 flex flex-col gap-1.5 rounded-md px-2 py-2.5',
            line.productId === added?.productId && 'bg-accent-soft',
          )}
        >
          <div className="flex items-start gap-2.5">
            <ProductPicture path={line.mediaPath} />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{line.name}</p>
              <Price price={line.price} before={line.before} />
            </div>
            <IconButton
              size="sm"
              label={t('offer.send', { name: line.name })}
              icon={<Send size={16} />}
              loading={offering === line.productId}
              onClick={() => onOffer(line.productId)}
            />
            <IconButton
              size="sm"
              tone="danger"
              label={t('cart.remove', { name: line.name })}
              icon={<Trash2 size={16} />}
              onClick={() => onRemove(line)}
            />
          </div>
          <div className="flex items-center justify-between gap-2">
            <Amount line={line} onAmount={amount => onAmount(line.productId, amount)} />
            <span className="tabular font-medium">{formatMoney(toReais(lineTotal(line)))}</span>
          </div>
          <Stock line={line} />
        </li>
      ))}
    </ul>
  )
}

/** Shows why the amount is not available, or how few are left. */
function Stock({ line: { stock, amount, gone } }: { line: CartLine }) {
  const { t } = useTranslation('checkout')
  const text = gone
    ? t('stock.gone')
    : stock === null
      ? null
      : stock === 0
        ? t('stock.none')
        : amount > stock
          ? t('stock.only', { count: stock })
          : stock <= FEW
            ? t('stock.last', { count: stock })
            : null
  if (text === null) return null
  const short = gone || (stock !== null && amount > stock)
  return (
    <p role={short ? 'alert' : undefined} className={cn('text-sm', short ? 'text-danger-ink' : 'text-warning-ink')}>
      {text}
    </p>
  )
}

function Amount({ line, onAmount }: { line: CartLine; onAmount: (amount: number) => void }) {
  const { t } = useTranslation('checkout')
  const { amount, name } = line
  const [typed, setTyped] = useState(String(amount))
  useEffect(() => setTyped(String(amount)), [amount])
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, 4)
    setTyped(digits)
    if (Number(digits) >= 1) onAmount(Number(digits))
  }
  return (
    <div className="flex items-center gap-1">
      <IconButton
        size="sm"
        label={t('amount.less', { name })}
        icon={<Minus size={16} />}
        disabled={amount <= 1}
        onClick={() => onAmount(amount - 1)}
      />
      <input
        aria-label={t('amount.label', { name })}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={event => type(event.target.value)}
        onFocus={event => event.target.select()}
        onBlur={() => setTyped(String(amount))}
        className={cn(controlStyles, 'tabular h-control-sm w-14 px-1 text-center')}
      />
      <IconButton
        size="sm"
        label={t('amount.more', { name })}
        icon={<Plus size={16} />}
        disabled={amount >= MAX_AMOUNT}
        onClick={() => onAmount(amount + 1)}
      />
    </div>
  )
}
