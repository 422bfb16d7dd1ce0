import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#/lib/use-online.ts'

/** Shows a discreet line while there is no network. Typed text is kept. */
export function OfflineBar() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 border-line border-b bg-warning-soft px-4 py-1.5 text-sm text-warning-ink">
          <CloudOff aria-hidden size={16} className="icon" />
          {t('offline.bar')}
        </p>
      )}
    </div>
  )
}
