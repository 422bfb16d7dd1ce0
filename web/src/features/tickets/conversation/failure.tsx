import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'

interface FailureProps {
  /** Code of the reason; null if it is not known. */
  code: string | null
  /** Undefined in a view that only reads. */
  onAgain?: (() => void) | undefined
  /** Undefined for a message that the server has. */
  onDiscard?: () => void
}

/** Shows why a message was not sent, under its text, and what can be done. */
export function Failure({ code, onAgain, onDiscard }: FailureProps) {
  const { t } = useTranslation('tickets')
  const errorText = useErrorText()
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 border-danger/40 border-t pt-1 text-danger-ink text-sm">
      <span>{code ? errorText(new ApiError(code, 500)) : t('ack.failed')}</span>
      {onAgain && (
        <Button size="sm" variant="link" icon={<RotateCw size={14} />} onClick={onAgain}>
          {t('message.tryAgain')}
        </Button>
      )}
      {onDiscard && (
        <Button size="sm" variant="link" onClick={onDiscard}>
          {t('message.discard')}
        </Button>
      )}
    </div>
  )
}
