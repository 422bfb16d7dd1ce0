import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { usePermission } from '#/features/account/public/use-permission.ts'
import { notificationsDeclined } from '#/lib/desktop.ts'
import { useStore } from '#/lib/store.ts'

/**
 * Asks for desktop notifications once there was something to notify of; a no is kept for this
 * browser.
 */
export function NotificationBar() {
  const { t } = useTranslation('notifications')
  const [permission, ask] = usePermission()
  const isDeclined = useStore(notificationsDeclined)
  if (permission !== 'default' || isDeclined) return null
  const allow = async () => {
    // Closing the browser's own question is an answer, too.
    if ((await ask()) === 'default') notificationsDeclined.set(true)
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-line border-b bg-info-soft px-4 py-1.5 text-info-ink text-sm"
    >
      <span className="flex min-w-0 items-center gap-2">
        <BellRing aria-hidden size={16} className="icon shrink-0" />
        <span>{t('ask.text')}</span>
      </span>
      <span className="flex gap-2">
        <Button size="sm" onClick={() => void allow()}>
          {t('ask.yes')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => notificationsDeclined.set(true)}>
          {t('ask.no')}
        </Button>
      </span>
    </div>
  )
}
