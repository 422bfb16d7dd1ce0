import { useShortcut } from '#/lib/shortcuts.ts'

const hits = () => [...document.querySelectorAll<HTMLElement>('[data-hit]')]
const lastRow = () => [...document.querySelectorAll<HTMLElement>('[data-ticket]')].at(-1)

/**
 * Goes on from the last conversation into the found messages, and back, by the keys of the list.
 */
export function useHitKeys(enabled: boolean) {
  const at = () => hits().indexOf(document.activeElement as HTMLElement)
  useShortcut('tickets.next', {
    enabled,
    when: () => at() >= 0 || !lastRow() || (lastRow()?.contains(document.activeElement) ?? false),
    run: () => {
      const all = hits()
      all[Math.min(all.length - 1, at() + 1)]?.focus()
    },
  })
  useShortcut('tickets.previous', {
    enabled,
    when: () => at() >= 0,
    run: () => {
      const before = at() > 0 ? hits()[at() - 1] : lastRow()?.querySelector<HTMLElement>('[data-open], [data-accept]')
      before?.focus()
    },
  })
}
