import { useEffect, useState } from 'react'
import { useShortcut } from './shortcuts.ts'

/**
 * Moves a mark through a list with `j` and `k` (or the arrows); Enter opens the marked row. -1: no
 * row is marked.
 */
export function useListKeys(count: number, onOpen: (index: number) => void) {
  const [active, setActive] = useState(-1)
  useEffect(() => {
    if (active >= count) setActive(count - 1)
  }, [active, count])
  useShortcut('lists.next', { enabled: count > 0, run: () => setActive(now => Math.min(now + 1, count - 1)) })
  useShortcut('lists.previous', { enabled: count > 0, run: () => setActive(now => Math.max(now - 1, 0)) })
  useShortcut('lists.open', {
    // A focused button or link keeps its own Enter.
    enabled: active >= 0 && active < count,
    run: event => {
      const focused = event?.target instanceof HTMLElement ? event.target.closest('button,a') : null
      if (focused instanceof HTMLElement) focused.click()
      else onOpen(active)
    },
  })
  return active
}
