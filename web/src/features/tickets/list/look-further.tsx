import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'

interface LookFurtherProps {
  /** Part of the filter that no index combines with the others. */
  part: string
  /** True if nothing was found so far. */
  isEmpty: boolean
  loading: boolean
  onLook: () => void
}

/** Says that only the newest tickets were looked through, why, and what shows all of them. */
export function LookFurther({ part, isEmpty, loading, onLook }: LookFurtherProps) {
  const { t } = useTranslation('ticketDetails')
  return (
    <div role="status" className="space-y-2 px-4 py-3 text-ink-2 text-sm">
      {isEmpty && <p className="text-ink">{t('further.none')}</p>}
      <p>{t('further.why', { part: t(`further.part.${part as 'unread'}`) })}</p>
      <Button size="sm" loading={loading} onClick={onLook}>
        {t('further.look')}
      </Button>
    </div>
  )
}
