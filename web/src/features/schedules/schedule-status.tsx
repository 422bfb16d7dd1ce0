import type { Schedule } from '@balcao/shared/entities/schedule.ts'
import { CircleAlert, CircleCheck, Clock, Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'

type ScheduleState = Pick<Schedule, 'status' | 'reason'>

/** Returns the status to show; a late message is still pending, and shows what it waits for. */
export const shownStatusOf = ({ status, reason }: ScheduleState) =>
  status === 'PENDENTE' && reason ? 'waiting' : status

const LOOKS = {
  PENDENTE: { tone: 'neutral', Icon: Clock },
  waiting: { tone: 'warning', Icon: Hourglass },
  ENVIADA: { tone: 'success', Icon: CircleCheck },
  ERRO: { tone: 'danger', Icon: CircleAlert },
} as const

/** Shows the icon of a scheduled message's status; the words are beside it or hidden. */
export function ScheduleSign({ schedule }: { schedule: ScheduleState }) {
  const { Icon } = LOOKS[shownStatusOf(schedule)]
  return <Icon aria-hidden size={12} className="icon shrink-0" />
}

export function ScheduleStatus({ schedule, className }: { schedule: ScheduleState; className?: string }) {
  const { t } = useTranslation('schedules')
  const reason = useScheduleReason(schedule)
  const shownStatus = shownStatusOf(schedule)
  return (
    <Badge tone={LOOKS[shownStatus].tone} className={className} title={reason}>
      <ScheduleSign schedule={schedule} />
      <span>{t(`status.${shownStatus}`)}</span>
    </Badge>
  )
}

/** Returns the reason why it was not sent, or what it waits for, as a sentence. */
export function useScheduleReason({ status, reason }: ScheduleState): string | undefined {
  const { t } = useTranslation('schedules')
  const errorText = useErrorText()
  if (!reason || status === 'ENVIADA') return undefined
  const text = errorText(new ApiError(reason, 0))
  return t(status === 'ERRO' ? 'reason.failed' : 'reason.waiting', { reason: text })
}
