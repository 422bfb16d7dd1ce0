import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Pill } from '#/components/ui/pill.tsx'
import { RadioGroup } from '#/components/ui/radio-group.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { AddressDialog } from '#/features/customers/public/lazy-customer-dialogs.ts'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { addressText } from '#/lib/format.ts'
import { normalizeText } from '#/lib/normalize-text.ts'
import type { CartView } from '../cart/use-cart.ts'
import { addressesOf } from './chosen-address.tsx'
import { type Checkout, fetchQuote } from './use-checkout.ts'

/** Chooses pickup or delivery, the address, and the coupons. */
export function FreightStep({ cart, checkout }: { cart: CartView; checkout: Checkout }) {
  const { t } = useTranslation('checkout')
  const { choice } = cart
  const { typeDelivery, delivers } = checkout
  const choose = (type: string) =>
    cart.cart.change(now => ({
      ...now,
      typeDelivery: type === 'entrega' ? 'entrega' : 'retirada',
      addressId: type === 'entrega' ? now.addressId : null,
    }))
  return (
    <div className="flex flex-col gap-5">
      {delivers ? (
        <RadioGroup
          begins
          label={t('delivery.title')}
          value={typeDelivery ?? ''}
          onChange={choose}
          options={[
            { value: 'retirada', label: t('delivery.retirada'), hint: t('delivery.retiradaHint') },
            { value: 'entrega', label: t('delivery.entrega'), hint: t('delivery.entregaHint') },
          ]}
        />
      ) : (
        <p>{t('delivery.only')}</p>
      )}
      {typeDelivery === 'entrega' &&
        (choice.customerId ? (
          <Addresses cart={cart} customerId={choice.customerId} />
        ) : (
          <p role="alert" className="text-danger-ink">
            {t('customer.none')}
          </p>
        ))}
      <Coupons cart={cart} />
    </div>
  )
}

function Addresses({ cart, customerId }: { cart: CartView; customerId: string }) {
  const { t } = useTranslation('checkout')
  const query = useQuery(addressesOf(customerId))
  const [adding, setAdding] = useState(false)
  const choose = (addressId: string) => cart.cart.change(now => ({ ...now, addressId }))
  if (query.isError && !query.data)
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="h-16" />
  const all = query.data.customerAddress
  return (
    <div className="flex flex-col items-start gap-2">
      {all.length > 0 ? (
        <RadioGroup
          label={t('delivery.address')}
          value={cart.choice.addressId ?? ''}
          onChange={choose}
          options={all.map(address => ({ value: address.id, label: address.name, hint: addressText(address) }))}
        />
      ) : (
        <p className="text-ink-2">{t('delivery.noAddress')}</p>
      )}
      <Button size="sm" icon={<Plus size={16} />} onClick={() => setAdding(true)}>
        {t('delivery.newAddress')}
      </Button>
      <Suspense>
        {adding && (
          <AddressDialog
            customerId={customerId}
            address={null}
            isFirst={all.length === 0}
            onSaved={({ id }) => choose(id)}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Edits the coupons. A coupon is checked before it is added: its refusal shows at the field. */
function Coupons({ cart: { cart, choice } }: { cart: CartView }) {
  const { t } = useTranslation('checkout')
  const errorText = useErrorText()
  const [name, setName] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [asking, setAsking] = useState(false)
  const add = async () => {
    const typed = name.trim()
    if (!typed) return
    if (choice.coupon.some(each => normalizeText(each) === normalizeText(typed))) return setName('')
    setAsking(true)
    try {
      await fetchQuote({ ...choice, coupon: [...choice.coupon, typed] })
      cart.change(now => ({ ...now, coupon: [...now.coupon, typed] }))
      setName('')
    } catch (refused) {
      setError(refused)
    } finally {
      setAsking(false)
    }
  }
  const refused = error instanceof ApiError && typeof error.body.coupon === 'string' ? error.body.coupon : null
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-4">
      <Form onSubmit={() => void add()} busy={asking} className="gap-2">
        <Field
          label={t('coupon.label')}
          error={error === null ? undefined : `${refused ? `${refused}: ` : ''}${errorText(error)}`}
        >
          <CouponInput
            value={name}
            asking={asking}
            onChange={value => {
              setName(value)
              setError(null)
            }}
          />
        </Field>
      </Form>
      {choice.coupon.length > 0 && (
        <ul aria-label={t('coupon.list')} className="flex flex-wrap gap-1.5">
          {choice.coupon.map(each => (
            <li key={each}>
              <Pill
                onRemove={() => cart.change(now => ({ ...now, coupon: now.coupon.filter(other => other !== each) }))}
                removeLabel={t('coupon.remove', { name: each })}
              >
                {each}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface CouponInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  value: string
  asking: boolean
  onChange: (value: string) => void
}

/** Shows the input with its button beside it, in one line below the label. */
function CouponInput({ value, asking, onChange, ...props }: CouponInputProps) {
  const { t } = useTranslation('checkout')
  return (
    <span className="flex items-center gap-2">
      <Input
        {...props}
        value={value}
        maxLength={50}
        autoComplete="off"
        placeholder={t('coupon.placeholder')}
        onChange={event => onChange(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" loading={asking} disabled={!value.trim()}>
        {t('coupon.add')}
      </Button>
    </span>
  )
}
