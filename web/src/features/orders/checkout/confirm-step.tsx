import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { formatMoney } from '#/lib/format.ts'
import type { CartView } from '../cart/use-cart.ts'
import { ChosenAddress } from './chosen-address.tsx'
import { PaymentLine } from './payment-step.tsx'
import { Totals } from './totals.tsx'
import type { Checkout, Refusal } from './use-checkout.ts'

/** Shows the whole order once more before it is created. */
export function ConfirmStep({ cart, checkout, onCart }: { cart: CartView; checkout: Checkout; onCart: () => void }) {
  const { t } = useTranslation('checkout')
  const { quote, payments, options, typeDelivery, refusal } = checkout
  const { customerId, addressId, coupon } = cart.choice
  const customer = cart.saved?.customerId === customerId ? cart.saved : null
  return (
    <div className="flex flex-col gap-4">
      {refusal && <Refused refusal={refusal} onCart={onCart} />}
      <section aria-label={t('confirm.customer')}>
        {customerId ? (
          <p>
            <bdi className="font-medium">{customer?.customerName}</bdi>{' '}
            <span className="tabular text-ink-2 text-sm">{customer && formatDocument(customer.customerDocument)}</span>
          </p>
        ) : (
          <p role="alert" className="text-danger-ink">
            {t('customer.none')}
          </p>
        )}
        {cart.saved?.storeName && <p className="text-ink-2 text-sm">{cart.saved.storeName}</p>}
      </section>
      <section aria-label={t('cart.items')}>
        <ul className="flex flex-col divide-y divide-line border-line border-y">
          {(quote.data?.items ?? []).map(item => (
            <li key={item.productId} className="flex items-baseline gap-3 py-1.5">
              <span className="tabular w-10 shrink-0 text-ink-2">{item.amount} ×</span>
              <span className="min-w-0 flex-1 truncate" title={item.name}>
                {item.name}
              </span>
              <span className="tabular">{formatMoney(item.total)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('confirm.delivery')}>
        {typeDelivery === 'entrega' && customerId && addressId ? (
          <ChosenAddress customerId={customerId} addressId={addressId} />
        ) : (
          <p>{t('delivery.retirada')}</p>
        )}
        {coupon.length > 0 && (
          <p className="text-ink-2 text-sm">{t('confirm.coupons', { names: coupon.join(', ') })}</p>
        )}
      </section>
      <Totals checkout={checkout} />
      {payments.length > 0 && (
        <ul aria-label={t('payment.list')} className="flex flex-col gap-1 border-line border-t pt-3">
          {payments.map(part => (
            <li key={part.method} className="flex items-start gap-3">
              <PaymentLine part={part} options={options.data ?? []} />
            </li>
          ))}
        </ul>
      )}
      {!checkout.paid && !checkout.unanswered && (
        <p role="alert" className="text-danger-ink">
          {checkout.exceeded ? t('payment.exceeded') : t('confirm.unpaid')}
        </p>
      )}
    </div>
  )
}

function Refused({ refusal, onCart }: { refusal: Refusal; onCart: () => void }) {
  const { t } = useTranslation('checkout')
  const errorText = useErrorText()
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
      <p className="font-medium">{t('failed')}</p>
      {refusal.kind === 'silence' && <p>{t('confirm.silence')}</p>}
      {refusal.kind === 'other' && <p>{errorText(refusal.error)}</p>}
      {refusal.kind === 'stock' && (
        <>
          {refusal.items.map(({ name, stock }) => (
            <p key={name}>{t('confirm.short', { name, count: stock })}</p>
          ))}
          <Button size="sm" variant="link" onClick={onCart} className="self-start">
            {t('confirm.toCart')}
          </Button>
        </>
      )}
      {refusal.kind === 'price' && (
        <>
          <p>{t('confirm.priceChanged')}</p>
          <ul className="tabular">
            {refusal.change.items.map(({ name, before, now }) => (
              <li key={name}>
                {name}: <s>{formatMoney(before)}</s> {formatMoney(now)}
              </li>
            ))}
            <li>
              {t('totals.total')}: <s>{formatMoney(refusal.change.total.before)}</s>{' '}
              {formatMoney(refusal.change.total.now)}
            </li>
          </ul>
        </>
      )}
    </div>
  )
}
