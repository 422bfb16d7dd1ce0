import type { DataImport, DataImportNotice } from '@balcao/shared/entities/data-import.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#/lib/format.ts'

/** Returns functions that put parts of an import into words. */
export function useImportTexts() {
  const { t, i18n } = useTranslation('imports')
  const anyText = t as (key: string) => string
  return {
    /** Names the other system as its tables tell, else as it was chosen. */
    systemOf: ({ system, systemName }: Pick<DataImport, 'system' | 'systemName'>): string =>
      systemName ?? t(`systemName.${system}`),
    /** Puts a reason into words; one that this page does not know yet stands as its code. */
    reasonOf: (effect: DataImportNotice['effect'], reason: string): string =>
      i18n.exists(`imports:${effect}.${reason}`) ? anyText(`${effect}.${reason}`) : reason,
    /** Puts an estimate into words. */
    timeLeft: (seconds: number): string => {
      if (seconds < 60) return t('progress.soon')
      const minutes = Math.round(seconds / 60)
      if (minutes < 60) return t('progress.minutes', { count: minutes })
      return t('progress.hours', { hours: formatNumber(Math.floor(minutes / 60)), minutes: minutes % 60 })
    },
  }
}
