import { type FileFormat, HEADER_FILES } from '@balcao/shared/rules/templates/header-files.ts'
import { useTranslation } from 'react-i18next'
import { MediaField } from '#/components/media-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatNumber } from '#/lib/format.ts'
import type { Sample } from './use-sample.ts'

interface SampleFieldProps {
  format: FileFormat
  sample: Sample | null
  /** Problem of the draft: there is no handle yet. */
  error: string | undefined
  disabled: boolean
  onChoose: (file: File | null) => void
}

/** Lets the maker of a template choose the sample of its header, which is uploaded at once. */
export function SampleField({ format, sample, error, disabled, onChoose }: SampleFieldProps) {
  const { t } = useTranslation(['templates', 'common'])
  const errorText = useErrorText()
  const { types, maxBytes } = HEADER_FILES[format]
  const isSending = sample?.state === 'sending'
  const percent = formatNumber(sample?.share ?? 0, { style: 'percent' })
  const problem =
    sample?.state === 'failed'
      ? [errorText(sample.error), reasonOf(sample.error)].filter(Boolean).join(' ')
      : error && t(isSending ? 'sample.wait' : 'sample.required')
  return (
    <div className="flex flex-col gap-2">
      <MediaField
        label={t('field.sampleFile')}
        value={sample?.file ?? null}
        onChange={value => onChoose(value instanceof File ? value : null)}
        error={problem}
        hint={t('field.sampleFileHint')}
        accept={types.join(',')}
        largest={maxBytes}
        disabled={disabled}
      />
      {isSending && (
        <progress value={sample.share} max={1} aria-label={t('sample.sending', { percent })} className="h-1 w-full" />
      )}
      {sample?.state === 'failed' && (
        <Button size="sm" className="self-start" onClick={() => onChoose(sample.file)}>
          {t('common:action.retry')}
        </Button>
      )}
      <span role="status" className="text-ink-2 text-xs">
        {isSending && t('sample.sending', { percent })}
        {sample?.state === 'ready' && t('sample.ready')}
      </span>
    </div>
  )
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiError && typeof error.body.reason === 'string' ? error.body.reason : ''
