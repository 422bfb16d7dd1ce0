import { productStores } from '@balcao/shared/api/catalog/products.ts'
import type { ProductOffer } from '@balcao/shared/entities/product.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { priceOf } from '@balcao/shared/rules/sales/order-totals.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search, Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { cn } from '#/lib/cn.ts'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { normalizeText } from '#/lib/normalize-text.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { isShortcut, keyText } from '#/lib/shortcuts.ts'
import { toast } from '#/lib/toast.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { Price } from './price.tsx'
import { ProductPicture } from './product-picture.tsx'
import { useStoodSearch } from './use-stood-search.ts'

/** Stock up to which the cart shows how many are left. */
export const FEW = 5

const searchIn = (storeId: string, searchParam: string) =>
  apiQuery(productStores.search, { params: { storeId }, query: { searchParam } })

/**
 * Returns the one product a text means: the only match, or the one whose code, EAN or name it is.
 */
export async function lookUp(storeId: string, text: string): Promise<ProductOffer | undefined> {
  const { productStores: found } = await fetchOrCached(queryClient, searchIn(storeId, text))
  if (found.length === 1) return found[0]
  const meant = normalizeText(text.trim())
  const exact = found.filter(({ product: { code, ean, name } }) =>
    [code, ean, name].some(each => normalizeText(each) === meant),
  )
  return exact.length === 1 ? exact[0] : undefined
}

interface ProductSearchProps {
  storeId: string | null
  text: string
  onText: (text: string) => void
  onAdd: (offer: ProductOffer) => void
  /** Sends the product to the customer. */
  onOffer: (productId: string) => void
  /** Returns the amount of a product in the cart. */
  amountOf: (productId: string) => number
}

/**
 * Searches the store's products while the person types: arrows choose, Enter adds, also after a
 * barcode reader's input, and Ctrl Enter sends the product to the customer.
 */
export function ProductSearch({ storeId, text, onText, onAdd, onOffer, amountOf }: ProductSearchProps) {
  const { t } = useTranslation('checkout')
  const listId = useId()
  const hintId = useId()
  const settled = useDebouncedValue(text.trim())
  const [at, setAt] = useState(0)
  /** True after an addition: the results make room for the order until the next search. */
  const [folded, setFolded] = useState(false)
  /**
   * Text that Enter was pressed on before its results were there, and that means several products.
   */
  const [entered, setEntered] = useState<string | null>(null)
  const query = useQuery({
    ...searchIn(storeId ?? '', settled),
    enabled: storeId !== null && settled !== '',
    placeholderData: keepPreviousData,
  })
  const shown = text.trim() !== '' && settled !== ''
  const found = shown ? (query.data?.productStores ?? []) : []
  const offers = folded ? [] : found
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at the top
  useEffect(() => setAt(0), [settled])
  // Another text, typed here or asked for by a message, shows its results.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    setFolded(false)
    setEntered(null)
  }, [text])

  useStoodSearch(storeId, settled, query.isSuccess && !query.isPlaceholderData && query.data.productStores.length === 0)
  const isSettled = settled === text.trim() && !query.isPlaceholderData && query.isSuccess
  const add = (offer: ProductOffer) => {
    if (offer.stock <= 0) return
    onAdd(offer)
    setFolded(true)
  }
  const first = entered === settled && isSettled ? found[0] : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the results are there
  useEffect(() => {
    if (!first) return
    setEntered(null)
    add(first)
  }, [first])
  const enter = () => {
    const asked = text.trim()
    const offer = found[at]
    if (isSettled) return offer && add(offer)
    // Runs before the delayed search: a barcode reader types fast and ends with Enter.
    if (storeId && asked)
      void lookUp(storeId, asked)
        .then(found => (found ? add(found) : setEntered(asked)))
        .catch(toast.error)
    return undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text) {
      event.preventDefault()
      event.stopPropagation()
      return onText('')
    }
    if (!text.trim() || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return
    event.preventDefault()
    if (isShortcut(event, 'cart.offer')) {
      const chosen = isSettled ? offers[at] : undefined
      if (chosen) onOffer(chosen.productId)
    } else if (event.key === 'Enter') enter()
    else if (folded) setFolded(false)
    else setAt(Math.max(0, Math.min(offers.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))))
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <Search
          aria-hidden
          size={16}
          className="icon pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
        />
        <Input
          type="search"
          id="cart-search"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          value={text}
          onChange={event => {
            setFolded(false)
            onText(event.target.value)
          }}
          onClick={() => setFolded(false)}
          onKeyDown={onKeyDown}
          disabled={storeId === null}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={offers.length > 0}
          aria-controls={listId}
          aria-describedby={offers.length > 0 ? hintId : undefined}
          aria-activedescendant={offers[at] ? `${listId}-${offers[at].id}` : undefined}
          autoComplete="off"
          data-autofocus
          className="pl-9"
        />
      </div>
      {shown && query.isError && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
      {shown && query.isPending && storeId !== null && !query.isError && <Skeleton className="h-14" />}
      {shown && isSettled && found.length === 0 && (
        <p role="status" className="rounded-md bg-hover px-3 py-3 text-ink-2 text-sm">
          {t('search.nothing', { text: settled })}
        </p>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={t('search.results')}
        className={cn(
          'max-h-80 overflow-y-auto rounded-md border border-line bg-surface',
          offers.length === 0 && 'hidden',
          query.isPlaceholderData && 'opacity-60',
        )}
      >
        {offers.map((offer, i) => (
          <OfferOption
            key={offer.id}
            id={`${listId}-${offer.id}`}
            offer={offer}
            active={i === at}
            inCart={amountOf(offer.productId)}
            onChoose={() => add(offer)}
            onOffer={() => onOffer(offer.productId)}
          />
        ))}
      </div>
      {offers.length > 0 && (
        <p id={hintId} className="text-ink-2 text-sm touch:hidden">
          {t('offer.hint', { key: keyText('cart.offer') })}
        </p>
      )}
    </div>
  )
}

interface OfferOptionProps {
  id: string
  offer: ProductOffer
  active: boolean
  inCart: number
  onChoose: () => void
  onOffer: () => void
}

function OfferOption({ id, offer, active, inCart, onChoose, onOffer }: OfferOptionProps) {
  const { t } = useTranslation('checkout')
  const { product, stock } = offer
  useEffect(() => {
    if (active) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and points to it
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the search box does it
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={stock === 0 || undefined}
      // The search box keeps the focus.
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
      className={cn(
        'flex items-center gap-2.5 px-2 py-2',
        active && 'bg-hover',
        stock > 0 ? 'cursor-pointer hover:bg-hover' : 'cursor-not-allowed',
      )}
    >
      <ProductPicture path={product.thumbPath ?? product.mediaPath} />
      <span className="min-w-0 flex-1">
        <span className={cn('wrap-anywhere block', stock === 0 && 'text-ink-2')}>{product.name}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Price price={priceOf(offer)} before={offer.promotionPrice > 0 ? toCents(offer.sellingPrice) : null} />
          {stock === 0 && <Badge>{t('stock.none')}</Badge>}
          {stock > 0 && stock <= FEW && <Badge tone="warning">{t('stock.last', { count: stock })}</Badge>}
          {inCart > 0 && <Badge tone="accent">{t('search.inCart', { count: inCart })}</Badge>}
        </span>
      </span>
      {/* For the pointer alone: an option has no controls, its key is named in the description of the field. */}
      <span
        aria-hidden
        data-testid="offer"
        title={t('offer.send', { name: product.name })}
        onClick={event => {
          event.stopPropagation()
          onOffer()
        }}
        className="flex size-control-sm shrink-0 cursor-pointer items-center justify-center rounded-md text-ink-2 hover:bg-active hover:text-ink pointer-coarse:size-11"
      >
        <Send size={16} className="icon" />
      </span>
    </div>
  )
}
