import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PhoneFilters } from '#/components/list/phone-filters.tsx'
import { Select } from '#/components/ui/select.tsx'
import { apiQuery } from '#/lib/queries.ts'
import type { ProductSearch } from './product-search.ts'

type Changes = { [Name in keyof ProductSearch]?: ProductSearch[Name] | undefined }

/** Returns the filters with changes; an undefined one is taken out. */
export const withChanges = (filters: ProductSearch, changes: Changes): ProductSearch =>
  Object.fromEntries(Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined))

interface ProductFiltersProps {
  filters: ProductSearch
  onChange: (changes: Changes) => void
}

/**
 * Limits the products to a category, to a store, and to a state: active, inactive, running out; on
 * phones behind a button.
 */
export function ProductFilters(props: ProductFiltersProps) {
  const { category, store, active, low } = props.filters
  const count = [category, store, active, low].filter(value => value !== undefined).length
  return (
    <PhoneFilters count={count}>
      <Fields {...props} />
    </PhoneFilters>
  )
}

function Fields({ filters, onChange }: ProductFiltersProps) {
  const { t } = useTranslation('catalog')
  const kinds = useQuery(apiQuery(categories.listAll)).data ?? []
  const places = useQuery(apiQuery(stores.listAll)).data ?? []
  const options = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  const { category, store, active, low } = filters
  const state = low ? 'low' : active === undefined ? '' : active ? 'active' : 'inactive'
  const control = 'w-full min-[420px]:w-48'
  return (
    <>
      {kinds.length > 0 && (
        <Select
          aria-label={t('products.byCategory')}
          className={control}
          value={category ?? ''}
          placeholder={t('products.anyCategory')}
          options={options(kinds)}
          onChange={({ target }) => onChange({ category: target.value || undefined })}
        />
      )}
      {places.length > 1 && (
        <Select
          aria-label={t('products.byStore')}
          className={control}
          value={store ?? ''}
          placeholder={t('products.anyStore')}
          options={options(places)}
          onChange={({ target }) => onChange({ store: target.value || undefined })}
        />
      )}
      <Select
        aria-label={t('products.state')}
        className={control}
        value={state}
        placeholder={t('products.anyState')}
        options={[
          { value: 'active', label: t('products.activeOnes') },
          { value: 'inactive', label: t('products.inactiveOnes') },
          { value: 'low', label: t('products.lowOnes') },
        ]}
        onChange={({ target: { value } }) =>
          onChange({
            low: value === 'low' ? true : undefined,
            active: value === 'active' ? true : value === 'inactive' ? false : undefined,
          })
        }
      />
    </>
  )
}
