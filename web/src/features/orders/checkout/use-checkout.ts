/**
 * State of a checkout: the server's quote and the person's input. Amounts are in cents here, in
 * reais on the wire.
 */
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { payments as paymentsApi } from '@balcao/shared/api/orders/payments.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ArgsOf } from '@balcao/shared/api-contract/route.ts'
import type { Budget, Quote } from '@balcao/shared/entities/budget.ts'
import type { DraftChoice } from '@balcao/shared/rules/sales/merge-draft.ts'
import { toCents, toReais } from '@balcao/shared/rules/sales/money.ts'
import { checkPayments, type PaymentPart, remainingOf, wholePayment } from '@balcao/shared/rules/sales/payments.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#/lib/api-error.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { isSilence, UNPAID } from '../cart/cart.ts'
import type { CartView } from '../cart/use-cart.ts'
import { presetOf } from '../cart/use-first-choice.ts'

type Order = ArgsOf<typeof budgets.create>['body']

/** Returns the part of a choice that a quote needs; null while there is nothing to quote. */
function askedOf(choice: DraftChoice): ArgsOf<typeof budgets.quote>['body'] | null {
  const { storeId, customerId, itens, typeDelivery, addressId, coupon } = choice
  if (!storeId || itens.length === 0) return null
  const delivered = typeDelivery === 'entrega' && addressId !== null
  return {
    storeId,
    customerId,
    itens,
    // Without an address only the goods are quoted.
    typeDelivery: delivered ? 'entrega' : 'retirada',
    addressId: delivered ? addressId : null,
    coupon,
  }
}

export const fetchQuote = (choice: DraftChoice): Promise<Quote> => api(budgets.quote, { body: askedOf(choice)! })

/** A difference between the shown amounts and the current ones. */
export type PriceChange = {
  total: { before: number; now: number }
  items: { name: string; before: number; now: number }[]
}

/** Reason of a refused order, where the checkout shows more than its text. */
export type Refusal =
  | { kind: 'price'; change: PriceChange }
  | { kind: 'stock'; items: { name: string; stock: number }[] }
  | { kind: 'silence' }
  | { kind: 'other'; error: unknown }

export function useCheckout(ticketId: string, { cart, choice, lines, saved }: CartView) {
  const { t } = useTranslation('checkout')
  const { payments } = useStore(cart.paid)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [sending, setSending] = useState(false)
  const [made, setMade] = useState<Budget | null>(null)
  /**
   * Order that was sent and not answered: it is sent again unchanged, so that it is created once.
   */
  const attempt = useRef<Order | null>(null)
  const delivers = useSetting('deliveryMethods') !== 'notDelivery'
  const asked = askedOf(choice)
  const quoteKey = [
    ...queryKey(budgets.quote),
    asked,
    // Another price or stock needs another quote.
    lines.map(({ price, stock }) => [price, stock]),
  ]
  const quote = useQuery({
    queryKey: quoteKey,
    queryFn: () => fetchQuote(choice),
    enabled: asked !== null && !made && !sending,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  const options = useQuery(apiQuery(paymentsApi.listAll))
  const total = quote.data && !quote.isError ? toCents(quote.data.total) : null
  const remaining = total === null ? 0 : remainingOf(total, payments)
  const paid = total === null ? null : checkPayments({ total, payments, options: options.data ?? [] })
  const typeDelivery = delivers ? choice.typeDelivery : 'retirada'

  // There is no delivery to choose: the order is picked up.
  const mustPickUp = !delivers && choice.typeDelivery !== 'retirada' && choice.itens.length > 0
  useEffect(() => {
    if (mustPickUp) cart.change(now => ({ ...now, typeDelivery: 'retirada', addressId: null }))
  }, [mustPickUp, cart])

  // A new order begins with delivery and destination of the contact's last one.
  const preset = useQuery(presetOf(ticketId)).data
  const isPreset = useRef(false)
  const usualDelivery =
    delivers && choice.typeDelivery === null && preset?.customer?.id === choice.customerId ? preset?.typeDelivery : null
  useEffect(() => {
    if (!usualDelivery || !preset || isPreset.current) return
    isPreset.current = true
    cart.change(now => ({ ...now, typeDelivery: usualDelivery, addressId: preset.addressId }))
  }, [usualDelivery, preset, cart])

  // Payments entered before the dialog was closed still count for the same draft and total.
  const draftId = saved?.id ?? null
  const lookedAt = useRef(false)
  const known = quote.isFetchedAfterMount && quote.isSuccess && !quote.isPlaceholderData
  useEffect(() => {
    if (!known || lookedAt.current) return
    lookedAt.current = true
    const now = cart.paid.get()
    if (now.draftId !== draftId || now.total !== total) cart.paid.set(UNPAID)
  }, [known, cart, draftId, total])
  const setPayments = (change: (now: readonly PaymentPart[]) => readonly PaymentPart[]) =>
    cart.paid.set(now => ({ draftId, total, payments: change(now.payments) }))

  // One payment of the whole sum, by the method of the last order at first, follows the total.
  const [divided, setDivided] = useState(() => {
    const before = cart.paid.get()
    return before.payments.some(({ value }) => value !== before.total)
  })
  const isChosen = useRef(payments.length > 0)
  const [only] = payments
  const wholeOption = options.data?.find(
    ({ id }) => id === (only ? only.method : isChosen.current ? '' : preset?.paymentId),
  )
  const isOutdated = total !== null && total > 0 && only?.value !== total && known && !divided && payments.length < 2
  useEffect(() => {
    if (!isOutdated || !wholeOption || !lookedAt.current) return
    isChosen.current = true
    const received = only ? only.value + only.change : total
    cart.paid.set({ draftId, total, payments: [wholePayment(total, wholeOption, { ...only, received })] })
  }, [isOutdated, wholeOption, only, total, draftId, cart])

  async function confirm() {
    setSending(true)
    setRefusal(null)
    try {
      attempt.current ??= await orderOf()
      const order = await api(budgets.create, { body: attempt.current })
      attempt.current = null
      setMade(order)
      cart.forget()
      toast.success(t('done.toast'))
    } catch (error) {
      const silent = isSilence(error)
      if (!silent) attempt.current = null
      setRefusal(silent ? { kind: 'silence' } : refusalOf(error, quote.data))
      toast.error(new Error(t('failed')))
      void queryClient.invalidateQueries({ queryKey: queryKey(budgets.quote) })
      void queryClient.invalidateQueries({ queryKey: ['productStores'] })
    } finally {
      setSending(false)
    }
  }

  /**
   * Returns the order on screen; its draft is saved first, since the draft's id makes the call
   * idempotent.
   */
  async function orderOf(): Promise<Order> {
    const draft = await cart.settled()
    const shown = quote.data
    if (!draft || !shown || !asked) throw new ApiError('ERR_NO_DRAFT_FOUND', 404)
    return {
      ...asked,
      customerId: asked.customerId ?? '',
      ticketId,
      draftId: draft.id,
      itens: shown.items.map(({ productId, amount, price, total }) => ({ productId, amount, price, total })),
      payments: payments.map(({ method, value, change, installments }) => ({
        method,
        value: toReais(value),
        change: toReais(change),
        installments,
      })),
      subTotal: shown.subTotal,
      freight: shown.freight,
      discount: shown.discount,
      increase: shown.increase,
      total: shown.total,
    }
  }

  return {
    delivers,
    typeDelivery,
    quote,
    options,
    /** Total in cents; null until it is known. */
    total,
    remaining,
    payments,
    setPayments,
    /** True if the sum is divided among payments; else one payment is all of it. */
    divided,
    setDivided,
    paid: paid !== null && !('refused' in paid),
    exceeded: total !== null && payments.reduce((sum, { value }) => sum + value, 0) > total,
    /** First payment that does not match the current total. */
    wrongPayment: paid !== null && 'refused' in paid && paid.place !== null ? paid : null,
    refusal,
    forgive: () => setRefusal(null),
    sending,
    unanswered: attempt.current !== null,
    made,
    confirm,
  }
}

export type Checkout = ReturnType<typeof useCheckout>

function refusalOf(error: unknown, shown: Quote | undefined): Refusal {
  if (!(error instanceof ApiError)) return { kind: 'other', error }
  if (error.code === 'ERR_OUT_OF_STOCK')
    return { kind: 'stock', items: (error.body.items ?? []) as { name: string; stock: number }[] }
  if (error.code === 'ERR_PRICE_CHANGED' && shown) {
    const { total, items } = error.body as unknown as Pick<Quote, 'total' | 'items'>
    return {
      kind: 'price',
      change: {
        total: { before: shown.total, now: total },
        items: items.flatMap(({ productId, name, price }) => {
          const before = shown.items.find(item => item.productId === productId)?.price
          return before === undefined || before === price ? [] : [{ name, before, now: price }]
        }),
      },
    }
  }
  return { kind: 'other', error }
}
