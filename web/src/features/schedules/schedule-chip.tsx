import type { Schedule } from '@balcao/shared/entities/schedule.ts'
import { Paperclip, Repeat } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { formatTime } from '#/lib/format.ts'
import { ScheduleSign, shownStatusOf, useScheduleReason } from './schedule-status.tsx'
import { useMayChangeSchedule } from './use-remove-schedule.ts'

/** Data type of a dragged message, so that dropped files and texts are not taken for one. */
export const DRAGGED = 'application/x-balcao-schedule'

const TONES = {
  PENDENTE: 'border-accent-line bg-accent-soft text-accent-ink',
  waiting: 'border-warning-ink bg-warning-soft text-warning-ink',
  ENVIADA: 'border-line-strong bg-active text-ink-2',
  ERRO: 'border-danger-ink bg-danger-soft text-danger-ink',
}

interface ScheduleChipProps {
  schedule: Schedule
  zone: string
  onOpen: (schedule: Schedule) => void
  /** True if its position already shows the time. */
  placed?: boolean
  className?: string
  style?: CSSProperties
}

/**
 * Shows a scheduled message in a calendar: a click or Enter opens it, dragging moves it while that
 * is allowed.
 */
export function ScheduleChip({ schedule, zone, onOpen, placed, className, style }: ScheduleChipProps) {
  const { t } = useTranslation('schedules')
  const mayChange = useMayChangeSchedule()(schedule)
  const reason = useScheduleReason(schedule)
  const time = formatTime(schedule.sendAt, zone)
  const name = schedule.contact?.name ?? t('noContact')
  const shownStatus = shownStatusOf(schedule)
  return (
    <button
      type="button"
      draggable={mayChange && schedule.status !== 'ENVIADA'}
      onDragStart={event => {
        event.dataTransfer.setData(DRAGGED, schedule.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onClick={() => onOpen(schedule)}
      title={[`${time} ${name}`, schedule.body, reason].filter(Boolean).join('\n')}
      style={style}
      className={cn(
        'flex min-w-0 items-center gap-1 rounded border px-1.5 text-left text-xs hover:brightness-95 dark:hover:brightness-125',
        TONES[shownStatus],
        className,
      )}
    >
      <ScheduleSign schedule={schedule} />
      <span className={placed ? 'sr-only' : 'tabular shrink-0'}>{time}</span>
      <bdi className="min-w-0 truncate font-medium">{name}</bdi>
      {schedule.recurrence !== 'none' && <Repeat aria-hidden size={12} className="icon ml-auto shrink-0" />}
      {schedule.mediaPath && <Paperclip aria-hidden size={12} className="icon shrink-0" />}
      <span className="sr-only">
        {[
          t(`status.${shownStatus}`),
          schedule.recurrence !== 'none' && t('repeats'),
          schedule.mediaPath && t('hasFile'),
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
    </button>
  )
}
