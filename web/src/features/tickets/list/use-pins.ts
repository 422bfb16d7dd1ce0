import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiPages } from '#/lib/queries.ts'
import { keepRows } from './keep-rows.ts'

const NO_IDS: readonly string[] = []

/** Returns the pinned tickets that are open, in their order; the others no longer count. */
export function usePins(pinned: readonly string[] | undefined, active: boolean): readonly Ticket[] {
  const ids = pinned ?? NO_IDS
  const found = useInfiniteQuery({
    ...apiPages(tickets.list, { query: { ids: JSON.stringify(ids), status: 'open' } }),
    enabled: active && ids.length > 0,
    placeholderData: keepRows,
  })
  return useMemo(
    () => (found.data?.pages.flatMap(page => page.tickets) ?? []).filter(({ id }) => ids.includes(id)),
    [found.data, ids],
  )
}
