import type { ShownGoal } from '@balcao/shared/entities/ticket-goal.ts'
import { type GoalState, goalState } from '@balcao/shared/rules/goals/ticket-goals.ts'
import { useTranslation } from 'react-i18next'
import { daysBetween, formatTime, formatWhen } from '#/lib/format.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 1440

/** Colour of the text of a goal, by how it stands. */
export const TONES: Record<GoalState, string> = {
  running: 'text-success-ink',
  warned: 'text-warning-ink',
  late: 'text-danger-ink',
  met: 'text-success-ink',
  breached: 'text-danger-ink',
}

const at = (time: string | null): number | null => (time === null ? null : Date.parse(time))

/** Returns a function that says how a goal stands: in short, and in a sentence. */
export function useGoalText() {
  const { t } = useTranslation('ticketDetails', { keyPrefix: 'goal' })
  /** Formats an end of the time that is left or passed: "14:30" today, else with its day. */
  const endText = (dueAt: string, now: number): string => {
    const days = daysBetween(now, dueAt)
    if (days === 0) return formatTime(dueAt)
    return days === 1 ? t('tomorrowAt', { time: formatTime(dueAt) }) : formatWhen(dueAt, now)
  }
  return (goal: ShownGoal, now: number): { state: GoalState; short: string; long: string } => {
    const { kind, dueAt, metAt, breachedAt, warnAt } = goal
    const times = { warnAt: Date.parse(warnAt), dueAt: Date.parse(dueAt), breachedAt: at(breachedAt), metAt: at(metAt) }
    const state = goalState(times, now)
    const minutes = Math.floor(Math.abs(times.dueAt - now) / MINUTE_MS)
    const short =
      minutes < 1
        ? t('now')
        : minutes < HOUR_MINUTES
          ? t('minutes', { count: minutes })
          : minutes < DAY_MINUTES
            ? t('hours', { count: Math.floor(minutes / HOUR_MINUTES) })
            : t('days', { count: Math.floor(minutes / DAY_MINUTES) })
    const said = { running: 'left', warned: 'left', late: 'late', met: 'met', breached: 'missed' } as const
    const long = t(said[state], {
      kind: t(kind),
      time: short,
      at: metAt ? formatWhen(metAt, now) : endText(dueAt, now),
    })
    return { state, short: state === 'late' ? `−${short}` : short, long }
  }
}
