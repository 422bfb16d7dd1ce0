import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

interface ActiveBadgeProps {
  /** Kind of the row. */
  of: 'stores' | 'products'
  active: boolean
}

/** Shows whether a store or a product is active. */
export function ActiveBadge({ of, active }: ActiveBadgeProps) {
  const { t } = useTranslation('catalog')
  return <Badge tone={active ? 'success' : 'neutral'}>{t(`${of}.${active ? 'active' : 'inactive'}`)}</Badge>
}
