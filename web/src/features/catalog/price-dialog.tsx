import { productStores } from '@balcao/shared/api/catalog/products.ts'
import type { ProductStore } from '@balcao/shared/entities/product.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { Controller, type FieldError, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { fieldError, type ProblemError, problemText } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

type PriceError = Pick<FieldError, 'type' | 'message'> | undefined

/** Returns whether a problem is told once for all prices. */
const isPriceMissing = (error: PriceError): boolean =>
  (error as Partial<ProblemError> | undefined)?.problem?.field === 'productStore.price'

const markOf = (error: PriceError) => (isPriceMissing(error) ? problemText({ code: 'required' }) : fieldError(error))

interface PriceDialogProps {
  productId: string
  /**
   * The store price to edit; null: a new one, of a store among `stores` that does not sell the
   * product yet.
   */
  price: ProductStore | null
  stores: readonly Store[]
  /** Store price whose values a new one begins with: mostly the price is the same everywhere. */
  like?: ProductStore | undefined
  onClose: () => void
}

const AMOUNTS = ['costPrice', 'sellingPrice', 'promotionPrice'] as const

export function PriceDialog({ productId, price, stores, like, onClose }: PriceDialogProps) {
  const { t } = useTranslation('catalog')
  const start = price ?? like
  const form = useForm({
    resolver: formResolver(productStores.create.body),
    defaultValues: {
      storeId: price?.storeId ?? (stores.length === 1 ? stores[0]!.id : ''),
      productId,
      stock: price?.stock ?? 0,
      costPrice: start?.costPrice ?? 0,
      sellingPrice: start?.sellingPrice ?? 0,
      promotionPrice: start?.promotionPrice ?? 0,
      // Sales made meanwhile stay counted.
      ...(price ? { stockBefore: price.stock } : {}),
    },
  })
  const { errors } = form.formState
  const short = [errors.stock, errors.costPrice, errors.sellingPrice].find(isPriceMissing)
  return (
    <RowDialog
      form={form}
      title={price ? t('prices.edit', { name: price.store.name }) : t('prices.add')}
      save={body => api(productStores.create, { body })}
      list={productStores.list}
      rowsKey="productStores"
      saved={t('prices.saved')}
      fieldOf={{ ERR_NO_STORE_FOUND: 'storeId' }}
      onClose={onClose}
    >
      {!price && (
        <Field label={t('prices.store')} error={fieldError(errors.storeId)} required>
          <Select
            {...form.register('storeId')}
            placeholder={t('prices.chooseStore')}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="stock"
          render={({ field }) => (
            <Field label={t('prices.stock')} error={markOf(errors.stock)} required>
              <Input
                ref={field.ref}
                inputMode="numeric"
                autoComplete="off"
                className="tabular text-right"
                value={String(field.value)}
                onBlur={field.onBlur}
                onChange={event => field.onChange(Number(event.target.value.replace(/\D/g, '').slice(0, 7)))}
              />
            </Field>
          )}
        />
        {AMOUNTS.map(name => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <Field
                label={t(`prices.${name}`)}
                hint={name === 'promotionPrice' ? t('prices.promotionHint') : undefined}
                error={markOf(errors[name])}
                required={name !== 'promotionPrice'}
              >
                <MoneyInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
              </Field>
            )}
          />
        ))}
      </div>
      {short && (
        <p role="alert" className="text-danger-ink text-sm">
          {fieldError(short)}
        </p>
      )}
    </RowDialog>
  )
}
