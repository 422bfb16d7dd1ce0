import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

/** Whether a store or a product is sold from. */
export function ActiveBadge({ active, className }: { active: boolean; className?: string }) {
  const { t } = useTranslation('catalog')
  return (
    <Badge tone={active ? 'success' : 'neutral'} className={className}>
      {active ? t('active') : t('inactive')}
    </Badge>
  )
}
