import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#/lib/screen-title.ts'
import { useActiveItem } from './use-active-item.ts'
import { useScreenPath } from './use-screen-path.ts'
import { useTicketCounts } from './use-ticket-counts.ts'

/**
 * Keeps the document's title: what waits for this person, and the name of the screen as the menu
 * has it. Renders nothing.
 */
export function ScreenName() {
  const { t } = useTranslation('shell')
  const path = useScreenPath()
  const item = useActiveItem()
  const { waiting, unread } = useTicketCounts()
  const own = path === '/security' || path === '/notifications' ? t(`top.${path.slice(1) as 'security'}`) : undefined
  useDocumentTitle(item ? t(`nav.${item.key}`) : own, waiting + unread)
  return null
}
