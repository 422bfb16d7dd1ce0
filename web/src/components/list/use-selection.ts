import { useMemo, useState } from 'react'

/** Rows a person has selected in a list. */
export interface Selection<Row> {
  count: number
  rows: readonly Row[]
  has: (id: string) => boolean
  toggle: (id: string, on: boolean) => void
  /** Selects all rows that are loaded, or none. */
  toggleAll: (on: boolean) => void
  clear: () => void
}

/** Keeps which rows are selected; a row that leaves the list leaves the selection. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const chosen = rows.filter(({ id }) => ids.has(id))
    return {
      count: chosen.length,
      rows: chosen,
      has: id => ids.has(id),
      toggle: (id, on) =>
        setIds(now => {
          const next = new Set(now)
          if (on) next.add(id)
          else next.delete(id)
          return next
        }),
      toggleAll: on => setIds(on ? new Set(rows.map(({ id }) => id)) : new Set()),
      clear: () => setIds(new Set()),
    }
  }, [rows, ids])
}
