import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

interface ActiveBadgeProps {
  /** What it is said of. */
  of: 'stores' | 'products'
  active: boolean
  className?: string
}

/** Whether a store or a product is sold from. */
export function ActiveBadge({ of, active, className }: ActiveBadgeProps) {
  const { t } = useTranslation('catalog')
  return (
    <Badge tone={active ? 'success' : 'neutral'} className={className}>
      {t(`${of}.${active ? 'active' : 'inactive'}`)}
    </Badge>
  )
}
