import { customers } from '@balcao/shared/api/customers/customers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'

/** Minimum number of letters or digits for a search of customers (decision 0034). */
const MIN_LENGTH = 3

/**
 * Searches customers by name or document while the person types. `enough`: the text was long enough
 * for a search; before that `found` is empty.
 */
export function useCustomerSearch(typed: string) {
  const text = useDebouncedValue(typed.trim().toLowerCase())
  const enough = typed.trim().length >= MIN_LENGTH && text.length >= MIN_LENGTH
  const query = useQuery({
    ...apiQuery(customers.listAll, { query: { searchParam: text } }),
    enabled: enough,
    placeholderData: keepPreviousData,
  })
  return { enough, found: enough ? (query.data ?? []) : [], searching: enough && query.isFetching }
}
