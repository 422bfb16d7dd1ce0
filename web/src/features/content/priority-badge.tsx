import type { Priority } from '@balcao/shared/entities/announcement.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

/** Red, orange, grey (1-support §9), and the word. */
const TONES = { 1: 'danger', 2: 'warning', 3: 'neutral' } as const

export function PriorityBadge({ priority }: { priority: Priority }) {
  const { t } = useTranslation('announcements')
  return <Badge tone={TONES[priority]}>{t(`level.${priority}`)}</Badge>
}
