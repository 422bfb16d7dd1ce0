import { useTranslation } from 'react-i18next'
import { useShortcut } from '#/lib/shortcuts.ts'

const hits = () => [...document.querySelectorAll<HTMLElement>('[data-hit]')]
const lastRow = () => [...document.querySelectorAll<HTMLElement>('[data-ticket]')].at(-1)

/** Goes on from the last conversation into the found messages, and back, by the keys of the list. */
export function useHitKeys(enabled: boolean) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const at = () => hits().indexOf(document.activeElement as HTMLElement)
  useShortcut({
    keys: ['j', 'ArrowDown'],
    label: t('ticketDetails:find.older'),
    group: t('title'),
    enabled,
    when: () => at() >= 0 || !lastRow() || (lastRow()?.contains(document.activeElement) ?? false),
    run: () => {
      const all = hits()
      all[Math.min(all.length - 1, at() + 1)]?.focus()
    },
  })
  useShortcut({
    keys: ['k', 'ArrowUp'],
    label: t('ticketDetails:find.newer'),
    group: t('title'),
    enabled,
    when: () => at() >= 0,
    run: () => {
      const before = at() > 0 ? hits()[at() - 1] : lastRow()?.querySelector<HTMLElement>('[data-open], [data-accept]')
      before?.focus()
    },
  })
}
