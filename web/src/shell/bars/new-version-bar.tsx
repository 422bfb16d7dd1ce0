import { useTranslation } from 'react-i18next'
import { barAction } from '#/components/ui/bar-action.ts'
import { ShellBar } from '#/components/ui/shell-bar.tsx'
import { takeNewVersion } from '#/lib/installed/service-worker.ts'
import type { BarProps } from './bar-props.ts'

/**
 * Offers a newer build; the person decides when it takes over, so that no reload interrupts their
 * writing.
 */
export function NewVersionBar({ onPutOff }: BarProps) {
  const { t } = useTranslation('bars')
  return (
    <ShellBar tone="info" text={t('version')} onPutOff={onPutOff}>
      <button type="button" className={barAction} onClick={() => takeNewVersion()}>
        {t('useVersion')}
      </button>
    </ShellBar>
  )
}
