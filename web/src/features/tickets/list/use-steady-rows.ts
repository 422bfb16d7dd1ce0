import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { held, type SteadyRow } from './steady-rows.ts'

/** Time without a movement or key in the list after which it no longer counts as used, ms. */
const STILL_MS = 20_000

/**
 * Keeps the order of the rows while somebody points at them or has the focus there, so that no row
 * moves under the pointer. Rows that left stay, marked as gone, and new ones are held back until
 * the pointer and the focus leave, the list was still for 20 s, or `apply` is called. Another
 * `view` (filter, order) applies at once.
 */
export function useSteadyRows(list: RefObject<HTMLElement | null>, rows: readonly Ticket[], view: string) {
  const [isHeld, setHeld] = useState(false)
  const apply = useCallback(() => setHeld(false), [])
  useEffect(() => {
    let still: ReturnType<typeof setTimeout> | undefined
    const note = (event: Event) => {
      const box = list.current
      // A finger does not rest on a row.
      if (!box || (event as PointerEvent).pointerType === 'touch') return
      if (box.contains(event.target as Node)) {
        clearTimeout(still)
        still = setTimeout(apply, STILL_MS)
        setHeld(true)
      } else if (!box.contains(document.activeElement) && !box.matches(':hover')) apply()
    }
    const events = ['pointermove', 'focusin', 'keydown']
    for (const name of events) document.addEventListener(name, note)
    return () => {
      clearTimeout(still)
      for (const name of events) document.removeEventListener(name, note)
    }
  }, [list, apply])

  const last = useRef<{ view: string; rows: readonly SteadyRow[] }>({ view, rows: [] })
  const shown = useMemo(() => {
    const before = isHeld && last.current.view === view ? last.current.rows : undefined
    return before ? held(before, rows) : rows.map(ticket => ({ ticket, gone: false }))
  }, [rows, isHeld, view])
  last.current = { view, rows: shown }
  const known = new Set(shown.map(({ ticket }) => ticket.id))
  /** Number of rows that are held back. */
  const fresh = isHeld ? rows.filter(({ id }) => !known.has(id)).length : 0
  return { rows: shown, fresh, apply }
}
