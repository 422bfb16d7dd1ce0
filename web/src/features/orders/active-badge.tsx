import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

/** Shows whether a row is active. */
export function ActiveBadge({ active }: { active: boolean }) {
  const { t } = useTranslation('orders')
  return <Badge tone={active ? 'success' : 'neutral'}>{active ? t('active') : t('inactive')}</Badge>
}
