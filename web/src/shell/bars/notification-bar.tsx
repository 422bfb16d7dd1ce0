import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { barAction } from '#/components/ui/bar-action.ts'
import { ShellBar } from '#/components/ui/shell-bar.tsx'
import { usePermission } from '#/features/account/public/use-permission.ts'
import { notificationsDeclined } from '#/lib/desktop.ts'
import { useStore } from '#/lib/store.ts'
import { worthAsking } from '#/realtime/notifications.ts'
import type { BarProps } from './bar-props.ts'

/**
 * Returns whether to ask for desktop notifications: not before there was something to notify of, so
 * that nobody is asked right after the sign-in; a no is kept for this browser.
 */
export function useNotificationsWanted(): boolean {
  const [permission] = usePermission()
  const isDeclined = useStore(notificationsDeclined)
  return useStore(worthAsking) && permission === 'default' && !isDeclined
}

/** Asks for desktop notifications. */
export function NotificationBar({ onPutOff }: BarProps) {
  const { t } = useTranslation('notifications')
  const [, ask] = usePermission()
  const allow = async () => {
    // Closing the browser's own question is an answer, too.
    if ((await ask()) === 'default') notificationsDeclined.set(true)
  }
  return (
    <ShellBar tone="info" icon={<BellRing aria-hidden size={16} />} text={t('ask.text')} onPutOff={onPutOff}>
      <button type="button" className={barAction} onClick={() => void allow()}>
        {t('ask.yes')}
      </button>
      <button type="button" className={barAction} onClick={() => notificationsDeclined.set(true)}>
        {t('ask.no')}
      </button>
    </ShellBar>
  )
}
