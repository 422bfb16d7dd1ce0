import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { MAX_ITEMS } from '@balcao/shared/api/orders/budgets.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ProductOffer } from '@balcao/shared/entities/product.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { DraftChoice } from '@balcao/shared/rules/sales/merge-draft.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { priceOf } from '@balcao/shared/rules/sales/order-totals.ts'
import { Link } from '@tanstack/react-router'
import { CloudOff, ShoppingCart, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { Sheet } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { formatMoney } from '#/lib/format.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useOnline } from '#/lib/use-online.ts'
import { CartLines, MAX_AMOUNT } from './cart-lines.tsx'
import { CustomerChoice } from './customer-choice.tsx'
import { LinkOffer } from './link-offer.tsx'
import { ProductSearch } from './product-search.tsx'
import { useAsked } from './use-asked.ts'
import { type CartLine, type CartView, useCart } from './use-cart.ts'
import { useFirstChoice } from './use-first-choice.ts'
import { useOfferProduct } from './use-offer-product.ts'

const checkout = lazyModule(() => import('../checkout/checkout-dialog.tsx'))

interface CartPanelProps {
  ticket: Ticket
  /** True if there is room beside the conversation. */
  beside: boolean
  onClose: () => void
}

/** Shows the cart of a ticket: store, customer, products and their sum (decision 0021). */
export function CartPanel({ ticket, beside, onClose }: CartPanelProps) {
  const { t } = useTranslation('checkout')
  const cart = useCart(ticket)
  const [paying, setPaying] = useState(false)
  const [text, setText] = useState('')
  const close = () => {
    onClose()
    document.getElementById('cart-button')?.focus()
  }
  const body = <CartBody ticket={ticket} cart={cart} text={text} onText={setText} />
  const discard = cart.lines.length > 0 && (
    <IconButton
      size={beside ? 'sm' : 'md'}
      label={t('cart.discard')}
      icon={<Trash2 size={16} />}
      onClick={() => void discardDraftOrder(ticket.id, cart, t)}
    />
  )
  const footer = <CartFooter cart={cart} aside={!beside && discard} onFinish={() => setPaying(true)} />
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <>
      {beside ? (
        <aside
          aria-label={t('cart.title')}
          onKeyDown={onKeyDown}
          className="flex w-80 shrink-0 flex-col border-line border-l bg-surface"
        >
          <header className="flex items-center gap-1 py-2 pr-2 pl-4">
            <h2 className="min-w-0 flex-1 truncate font-semibold text-md">{t('cart.title')}</h2>
            {discard}
            <IconButton size="sm" label={t('cart.close')} icon={<X size={16} />} onClick={close} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{body}</div>
          <footer className="border-line border-t px-4 py-3">{footer}</footer>
        </aside>
      ) : paying ? null : (
        <Sheet open onOpenChange={open => !open && onClose()} title={t('cart.title')} size="xs" footer={footer}>
          {body}
        </Sheet>
      )}
      {paying && <Checkout ticket={ticket} cart={cart} onClose={() => setPaying(false)} />}
    </>
  )
}

function Checkout(props: { ticket: Ticket; cart: CartView; onClose: () => void }) {
  const CheckoutDialog = useLazyModule(checkout, props.onClose)?.CheckoutDialog
  return CheckoutDialog ? <CheckoutDialog {...props} /> : null
}

type Translate = ReturnType<typeof useTranslation<'checkout'>>['t']

/** Deletes the draft order at once; the toast's undo begins it again. */
async function discardDraftOrder(ticketId: string, { cart, choice }: CartView, t: Translate) {
  const before = choice
  cart.forget()
  try {
    await api(draftOrder.remove, { params: { ticketId } })
    toast.undo(t('cart.discarded'), () => cart.change(() => before))
  } catch (error) {
    toast.error(error)
    void queryClient.invalidateQueries({ queryKey: queryKey(draftOrder.get, { params: { ticketId } }) })
  }
}

interface CartBodyProps {
  ticket: Ticket
  cart: CartView
  /** Text of the search. */
  text: string
  onText: (text: string) => void
}

function CartBody({ ticket, cart: view, text, onText }: CartBodyProps) {
  const { t } = useTranslation('checkout')
  const errorText = useErrorText()
  const online = useOnline()
  const first = useFirstChoice(ticket)
  const { cart, choice, lines, saved } = view
  const body = useRef<HTMLDivElement>(null)
  /** Product added last, whose line is brought into sight. */
  const [added, setAdded] = useState<{ productId: string } | null>(null)
  const storeId = choice.storeId ?? first.storeId
  const customerId = choice.customerId ?? first.customer?.id ?? null
  const given = (now: DraftChoice): DraftChoice => ({
    ...now,
    storeId: now.storeId ?? first.storeId,
    customerId: now.customerId ?? first.customer?.id ?? null,
  })
  const edit: typeof cart.change = (change, faces) => cart.change(now => change(given(now)), faces)

  // A draft order begun before its customer was loaded gets the customer afterwards.
  const lacksCustomer = choice.itens.length > 0 && choice.customerId === null && first.customer !== undefined
  useEffect(() => {
    if (lacksCustomer) cart.change(now => ({ ...now, customerId: now.customerId ?? first.customer?.id ?? null }))
  }, [lacksCustomer, cart, first.customer])

  useEffect(() => {
    if (storeId) body.current?.querySelector<HTMLElement>('#cart-search')?.focus()
  }, [storeId])

  const offering = useOfferProduct(ticket.id, storeId)
  const offer = (productId: string) => offering.isPending || offering.mutate(productId)
  const amountOf = (productId: string) => choice.itens.find(each => each.productId === productId)?.amount ?? 0

  const add = (offer: ProductOffer) => {
    const { productId, product, stock } = offer
    if (!storeId) return toast.info(t('cart.noStore'))
    const had = amountOf(productId)
    if (had >= Math.min(stock, MAX_AMOUNT)) return toast.info(t('stock.only', { count: stock }))
    if (had === 0 && choice.itens.length >= MAX_ITEMS) return toast.info(t('cart.most', { count: MAX_ITEMS }))
    queryClient.setQueryData(queryKey(productStores.get, { params: { storeId, productId } }), offer)
    edit(now => ({ ...now, itens: withAmount(now.itens, productId, had + 1) }), {
      [productId]: {
        name: product.name,
        price: toReais(priceOf(offer)),
        mediaPath: product.thumbPath ?? product.mediaPath,
      },
    })
    toast.success(t(had > 0 ? 'cart.updated' : 'cart.added'))
    setAdded({ productId })
    const input = body.current?.querySelector<HTMLInputElement>('#cart-search')
    input?.focus()
    input?.select()
    return undefined
  }

  const remove = (line: CartLine) => {
    const place = choice.itens.findIndex(({ productId }) => productId === line.productId)
    edit(now => ({ ...now, itens: now.itens.filter(({ productId }) => productId !== line.productId) }))
    body.current?.querySelector<HTMLElement>('#cart-search')?.focus()
    toast.undo(t('cart.removed', { name: line.name }), () =>
      edit(now =>
        now.itens.some(({ productId }) => productId === line.productId)
          ? now
          : { ...now, itens: now.itens.toSpliced(place, 0, { productId: line.productId, amount: line.amount }) },
      ),
    )
  }

  useAsked(ticket.id, storeId, first.query.isSuccess, onText, add)

  const chooseStore = async (id: string) => {
    if (!id || id === storeId) return
    const yes =
      choice.itens.length === 0 ||
      (await confirm({
        title: t('store.changeTitle'),
        description: t('store.changeHint'),
        confirmLabel: t('store.changeConfirm'),
        tone: 'neutral',
      }))
    if (yes) edit(now => ({ ...now, storeId: id, itens: [], coupon: [] }))
  }

  if (first.query.isError && !first.query.data)
    return <ErrorState compact error={first.query.error} onRetry={() => void first.query.refetch()} />
  if (view.error) return <ErrorState compact error={view.error} onRetry={view.retry} />
  if (first.query.isPending || view.loading)
    return (
      <div role="status" aria-label={t('cart.loading')} className="flex flex-col gap-3">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-24" />
      </div>
    )
  if (first.stores.length === 0)
    return (
      <div className="flex flex-col items-center gap-3 px-2 py-8 text-center text-ink-2">
        <ShoppingCart aria-hidden size={20} className="icon" />
        <p className="font-medium text-ink">{t('store.firstTitle')}</p>
        <p>{t('store.firstHint')}</p>
        <Button asChild>
          <Link to="/stores">{t('store.first')}</Link>
        </Button>
      </div>
    )

  const chosen =
    customerId && saved?.customerId === customerId
      ? { id: customerId, name: saved.customerName, document: saved.customerDocument }
      : customerId && first.customer?.id === customerId
        ? { id: customerId, name: first.customer.fullName, document: first.customer.document }
        : null

  return (
    <div ref={body} className="flex flex-col gap-3">
      {(view.waiting || !online) && (
        <p role="status" className="flex items-start gap-2 rounded-md bg-hover px-3 py-2 text-ink-2 text-sm">
          <CloudOff aria-hidden size={16} className="icon mt-0.5 shrink-0" />
          {t('cart.waiting')}
        </p>
      )}
      {view.problem !== null && (
        <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink text-sm">
          <p>{errorText(view.problem)}</p>
          <Button size="sm" variant="link" onClick={cart.revert}>
            {t('cart.revert')}
          </Button>
        </div>
      )}
      <Field label={t('store.label')}>
        <Select
          value={storeId ?? ''}
          placeholder={storeId ? undefined : t('store.choose')}
          onChange={event => void chooseStore(event.target.value)}
          options={first.stores.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <CustomerChoice
        value={customerId}
        chosen={chosen}
        onChange={id =>
          edit(now => ({ ...now, customerId: id, addressId: id === now.customerId ? now.addressId : null }))
        }
      />
      {first.unlinked && customerId !== null && customerId !== first.presetId && (
        <LinkOffer contact={first.unlinked} customerId={customerId} />
      )}
      <ProductSearch storeId={storeId} text={text} onText={onText} onAdd={add} onOffer={offer} amountOf={amountOf} />
      {lines.length > 0 ? (
        <CartLines
          lines={lines}
          added={added}
          onAmount={(productId, amount) =>
            edit(now => ({ ...now, itens: withAmount(now.itens, productId, Math.min(amount, MAX_AMOUNT)) }))
          }
          onRemove={remove}
          onOffer={offer}
          offering={offering.isPending ? offering.variables : null}
        />
      ) : (
        text.trim() === '' && (
          <div className="flex flex-col items-center gap-1 px-2 py-8 text-center text-ink-2">
            <ShoppingCart aria-hidden size={20} className="icon mb-1" />
            <p className="font-medium text-ink">{t('cart.empty')}</p>
            <p className="text-sm">{storeId ? t('cart.emptyHint') : t('store.choose')}</p>
          </div>
        )
      )}
    </div>
  )
}

const withAmount = (itens: DraftChoice['itens'], productId: string, amount: number): DraftChoice['itens'] =>
  itens.some(each => each.productId === productId)
    ? itens.map(each => (each.productId === productId ? { productId, amount } : each))
    : [...itens, { productId, amount }]

interface CartFooterProps {
  cart: CartView
  /** Content before the button. */
  aside: ReactNode
  onFinish: () => void
}

function CartFooter({ cart, aside, onFinish }: CartFooterProps) {
  const { t } = useTranslation('checkout')
  useEffect(checkout.preload, [])
  const { lines, subTotal, count } = cart
  const short = lines.some(({ stock, amount, gone }) => gone || (stock !== null && amount > stock))
  return (
    <div className="flex w-full flex-col gap-3">
      <p className="flex items-baseline justify-between gap-2" role="status">
        <span className="text-ink-2">{t('cart.subTotal', { count })}</span>
        <span className="tabular font-semibold text-md">{formatMoney(toReais(subTotal))}</span>
      </p>
      {(lines.length === 0 || short) && (
        <p id="cart-missing" className="text-ink-2 text-sm">
          {t(short ? 'missing.stock' : 'missing.items')}
        </p>
      )}
      <div className="flex gap-2">
        {aside}
        <Button
          variant="primary"
          disabled={lines.length === 0 || short}
          aria-describedby={lines.length === 0 || short ? 'cart-missing' : undefined}
          onClick={onFinish}
          className="flex-1"
        >
          {t('cart.finish')}
        </Button>
      </div>
    </div>
  )
}
