import { CloudOff, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { useOnline } from '#/lib/use-online.ts'
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

/**
 * Shows what happened, what to do, and a retry; the request id is under "details" for support.
 * Without a network it only says so, since what is shown here comes by itself when that returns.
 */
export function ErrorState({ error, title, onRetry, retrying, compact }: ErrorStateProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const known = error instanceof ApiError ? error : null
  const isOffline = !useOnline() && known?.status === 0
  const Icon = isOffline ? CloudOff : TriangleAlert
  const reason = isOffline ? t('offline.wait') : errorText(error)
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-col items-center justify-center text-center',
        compact ? 'gap-2 p-4' : 'flex-1 gap-3 px-6 py-12',
      )}
    >
      <Icon aria-hidden size={compact ? 16 : 20} className={cn('icon', isOffline ? 'text-ink-2' : 'text-danger-ink')} />
      <div>
        <p className="font-semibold">{title ?? reason}</p>
        {title && <p className="mt-1">{reason}</p>}
        {!compact && !isOffline && (
          <p className="mt-1 text-ink-2">{known?.status === 0 ? t('error.offlineHint') : t('error.hint')}</p>
        )}
      </div>
      {onRetry && !isOffline && (
        <Button onClick={onRetry} loading={retrying} icon={<RotateCw size={16} />} size={compact ? 'sm' : 'md'}>
          {t('action.retry')}
        </Button>
      )}
      {known && !isOffline && (known.requestId || known.code) && (
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
