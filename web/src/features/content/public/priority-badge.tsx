import type { Priority } from '@balcao/shared/entities/announcement.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

/** Tones of the priorities: red, orange, grey, each with its word (decision 0041). */
const TONES = { 1: 'danger', 2: 'warning', 3: 'neutral' } as const

export function PriorityBadge({ priority }: { priority: Priority }) {
  const { t } = useTranslation('announcements')
  return <Badge tone={TONES[priority]}>{t(`level.${priority}`)}</Badge>
}
