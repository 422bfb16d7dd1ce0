import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useCallback, useMemo, useRef, useState } from 'react'

/**
 * Returns the selected rows, in the order of the list. A ticket that leaves the list is no longer
 * selected.
 */
export function useSelection(rows: readonly Ticket[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const latest = useRef(rows)
  latest.current = rows
  const chosen = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids])

  /** Selects a row; with `range` all from the last selected one to this one. */
  const toggle = useCallback((id: string, range: boolean) => {
    const order = latest.current.map(row => row.id)
    const from = anchor.current === null ? -1 : order.indexOf(anchor.current)
    const to = order.indexOf(id)
    setIds(before => {
      const after = new Set(before)
      if (range && from >= 0)
        for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) after.add(each)
      else if (!after.delete(id)) after.add(id)
      return after
    })
    anchor.current = id
  }, [])
  const all = useCallback(() => setIds(new Set(latest.current.map(({ id }) => id))), [])
  const clear = useCallback(() => {
    anchor.current = null
    setIds(new Set())
  }, [])
  return { chosen, toggle, all, clear }
}
