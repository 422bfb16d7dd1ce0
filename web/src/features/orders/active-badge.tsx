import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

/** Shows whether a row is active. */
export function ActiveBadge({ active, className }: { active: boolean; className?: string }) {
  const { t } = useTranslation('orders')
  return (
    <Badge tone={active ? 'success' : 'neutral'} className={className}>
      {active ? t('active') : t('inactive')}
    </Badge>
  )
}
