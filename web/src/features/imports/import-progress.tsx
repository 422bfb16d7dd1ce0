import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '#/components/ui/progress-bar.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { formatNumber } from '#/lib/format.ts'
import { useImportTexts } from './use-import-texts.ts'

interface ImportProgressProps {
  row: DataImport
  title: string
  /** True while the server does not answer. */
  lost: boolean
}

/** Shows how far the work is, and an estimate of what is left. */
export function ImportProgress({ row: { state, done, total, secondsLeft }, title, lost }: ImportProgressProps) {
  const { t } = useTranslation('imports')
  const { timeLeft } = useImportTexts()
  const share = total ? Math.min(1, done / total) : undefined
  const parts = [
    share === undefined ? t('progress.unknown') : t('progress.percent', { percent: Math.floor(share * 100) }),
    // A dump is read by its bytes, which say nothing to a person.
    ...(total && state !== 'reading'
      ? [t('progress.count', { done: formatNumber(done), total: formatNumber(total) })]
      : []),
    ...(secondsLeft === null ? [] : [timeLeft(secondsLeft)]),
  ]
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2 font-medium">
        <Spinner />
        {title}
      </p>
      <ProgressBar className="h-1.5 [&>div]:transition-[width] [&>div]:duration-500" label={title} share={share} />
      <p className="tabular text-ink-2 text-sm">{parts.join(' · ')}</p>
      <p role="status" className="text-ink-2 text-sm">
        {lost ? t('progress.lost') : t('progress.leave')}
      </p>
    </div>
  )
}
