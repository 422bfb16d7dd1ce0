import { customers } from '@balcao/shared/api/customers/customers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from './queries.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

/** Letters or digits from which on customers are searched (decision 0034). */
const LEAST = 3

/** Customers by name or document, as one types. `enough`: so much is typed that it was searched; `found` is empty before. */
export function useCustomerSearch(typed: string) {
  const text = useDebouncedValue(typed.trim().toLowerCase())
  const enough = typed.trim().length >= LEAST && text.length >= LEAST
  const query = useQuery({
    ...apiQuery(customers.listAll, { query: { searchParam: text } }),
    enabled: enough,
    placeholderData: keepPreviousData,
  })
  return { enough, found: enough ? (query.data ?? []) : [], searching: enough && query.isFetching }
}
