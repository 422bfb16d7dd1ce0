import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from './shortcuts.ts'

/**
 * Moves a mark through a list with `j` and `k` (or the arrows); Enter opens the marked row. -1: no
 * row is marked.
 */
export function useListKeys(count: number, onOpen: (index: number) => void) {
  const { t } = useTranslation('common')
  const [active, setActive] = useState(-1)
  useEffect(() => {
    if (active >= count) setActive(count - 1)
  }, [active, count])
  const group = t('shortcuts.lists')
  useShortcut({
    keys: ['j', 'ArrowDown'],
    label: t('shortcuts.next'),
    group,
    enabled: count > 0,
    run: () => setActive(now => Math.min(now + 1, count - 1)),
  })
  useShortcut({
    keys: ['k', 'ArrowUp'],
    label: t('shortcuts.previous'),
    group,
    enabled: count > 0,
    run: () => setActive(now => Math.max(now - 1, 0)),
  })
  useShortcut({
    keys: 'Enter',
    label: t('shortcuts.openRow'),
    group,
    // A focused button or link keeps its own Enter.
    enabled: active >= 0 && active < count,
    run: event => {
      const focused = event.target instanceof HTMLElement ? event.target.closest('button,a') : null
      if (focused instanceof HTMLElement) focused.click()
      else onOpen(active)
    },
  })
  return active
}
