import { useTranslation } from 'react-i18next'
import { Spinner } from '../ui/spinner.tsx'

interface OlderMessagesProps {
  loading: boolean
  /** True if loading them failed; only the person's retry requests them again. */
  failed: boolean
  onRetry: () => void
}

/** Shows at the top of a log that older messages are loading, or failed to load. */
export function OlderMessages({ loading, failed, onRetry }: OlderMessagesProps) {
  const { t } = useTranslation()
  if (loading)
    return (
      <span className="absolute top-10 left-1/2 flex size-8 -translate-x-1/2 items-center justify-center rounded-full bg-raised text-ink-2 shadow-overlay">
        <Spinner />
      </span>
    )
  if (!failed) return null
  return (
    <p
      role="alert"
      className="absolute top-10 left-1/2 z-20 flex w-max max-w-[calc(100%-16px)] -translate-x-1/2 items-center gap-2 rounded-full border border-line-strong bg-raised px-3 py-1 text-ink-2 text-xs shadow-overlay"
    >
      {t('error.older')}
      <button
        type="button"
        onClick={onRetry}
        className="relative shrink-0 font-medium text-accent-ink underline underline-offset-2 touch:after:absolute touch:after:-inset-3"
      >
        {t('action.retry')}
      </button>
    </p>
  )
}
