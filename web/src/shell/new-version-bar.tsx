import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { newVersion, takeNewVersion } from '#/lib/installed/service-worker.ts'
import { useStore } from '#/lib/store.ts'

/**
 * Shows a discreet line when a newer build is available; the person decides when it takes over, so
 * that no reload interrupts their writing.
 */
export function NewVersionBar() {
  const { t } = useTranslation()
  const worker = useStore(newVersion)
  return (
    <div role="status">
      {worker && (
        <p className="flex items-center justify-center gap-2 border-line border-b bg-info-soft px-4 py-1 text-info-ink text-sm">
          {t('version.ready')}
          <Button variant="link" size="inline" className="h-control-sm px-1 text-sm" onClick={() => takeNewVersion()}>
            {t('version.use')}
          </Button>
        </p>
      )}
    </div>
  )
}
