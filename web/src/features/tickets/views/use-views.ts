import { views } from '@balcao/shared/api/tickets/views.ts'
import type { View } from '@balcao/shared/entities/view.ts'
import { useQuery } from '@tanstack/react-query'
import { usePreferences } from '#/lib/preferences.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Returns the views in the user's order; those without a place come last, by name. */
function inOrder(rows: readonly View[], order: readonly string[]): View[] {
  const placeOf = ({ id }: View) => {
    const at = order.indexOf(id)
    return at < 0 ? order.length : at
  }
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Reads the user's views with their counts, in the order of their tabs. */
export function useViews() {
  const { viewOrder } = usePreferences()
  const query = useQuery(apiQuery(views.listAll))
  return { query, rows: inOrder(query.data ?? [], viewOrder) }
}
