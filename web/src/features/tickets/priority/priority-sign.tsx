import type { TicketPriority } from '@balcao/shared/entities/ticket.ts'
import { ChevronDown, ChevronsUp, ChevronUp, Equal, type LucideIcon, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'

const ICONS: Record<TicketPriority, LucideIcon> = {
  none: Minus,
  low: ChevronDown,
  medium: Equal,
  high: ChevronUp,
  urgent: ChevronsUp,
}
const TONES: Record<TicketPriority, string> = {
  none: 'text-ink-2',
  low: 'text-ink-2',
  medium: 'text-info-ink',
  high: 'text-warning-ink',
  urgent: 'text-danger-ink',
}

/** Shows the icon of a priority. */
export function PriorityIcon({ priority, size = 16 }: { priority: TicketPriority; size?: number }) {
  const Icon = ICONS[priority]
  return <Icon size={size} className={cn('icon shrink-0', TONES[priority])} aria-hidden />
}

/** Shows a ticket's priority as a sign with its word; nothing for a ticket without one. */
export function PrioritySign({ priority, className }: { priority: TicketPriority; className?: string }) {
  const { t } = useTranslation('ticketDetails')
  if (priority === 'none') return null
  const level = t(`priority.${priority}`)
  return (
    <span
      data-priority={priority}
      title={t('priority.sign', { level })}
      className={cn('flex shrink-0 items-center gap-0.5 font-medium text-xs', TONES[priority], className)}
    >
      <PriorityIcon priority={priority} size={14} />
      <span className="sr-only">{t('priority.title')}: </span>
      {level}
    </span>
  )
}
