import { RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { Button } from './button.tsx'

interface ErrorStateProps {
  error: unknown
  /** Title above the reason: what could not be done. */
  title?: string
  onRetry?: () => void
  retrying?: boolean
  /** True if it is one line inside a panel instead of the middle of a screen. */
  compact?: boolean
}

/** Shows what happened, what to do, and a retry; the request id is under "details" for support. */
export function ErrorState({ error, title, onRetry, retrying, compact }: ErrorStateProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const known = error instanceof ApiError ? error : null
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-col items-center justify-center text-center',
        compact ? 'gap-2 p-4' : 'flex-1 gap-3 px-6 py-12',
      )}
    >
      <TriangleAlert aria-hidden size={compact ? 16 : 20} className="icon text-danger-ink" />
      <div>
        <p className="font-semibold">{title ?? errorText(error)}</p>
        {title && <p className="mt-1">{errorText(error)}</p>}
        {!compact && (
          <p className="mt-1 text-ink-2">{known?.status === 0 ? t('error.offlineHint') : t('error.hint')}</p>
        )}
      </div>
      {onRetry && (
        <Button onClick={onRetry} loading={retrying} icon={<RotateCw size={16} />} size={compact ? 'sm' : 'md'}>
          {t('action.retry')}
        </Button>
      )}
      {known && (known.requestId || known.code) && (
        <details className="text-ink-2 text-xs">
          <summary className="py-1 touch:px-4 touch:py-3.5">{t('error.details')}</summary>
          <dl className="mt-1 font-mono">
            <dd>
              {known.code} · {known.status}
            </dd>
            {known.requestId && <dd className="select-all break-all">{known.requestId}</dd>}
          </dl>
        </details>
      )}
    </div>
  )
}
