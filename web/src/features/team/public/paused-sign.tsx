import { Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Shows that queues give the signed-in user no further tickets. */
export function PausedSign() {
  const { t } = useTranslation('team')
  return (
    <span
      title={t('pause.hint')}
      className="ml-1 flex shrink-0 items-center gap-1 rounded-full bg-warning-soft px-2 py-0.5 font-medium text-warning-ink text-xs"
    >
      <Pause size={12} className="icon" aria-hidden />
      {t('users.paused')}
    </span>
  )
}
