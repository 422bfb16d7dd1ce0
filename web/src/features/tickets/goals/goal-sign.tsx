import type { ShownGoal } from '@balcao/shared/entities/ticket-goal.ts'
import { Timer } from 'lucide-react'
import { cn } from '#/lib/cn.ts'
import { useNow } from '../list/use-now.ts'
import { TONES, useGoalText } from './goal-text.ts'

/** Shows the time left of the open goal that is due next; of one that is late, how late it is. */
export function GoalSign({ goals, className }: { goals: readonly ShownGoal[]; className?: string }) {
  const textOf = useGoalText()
  const now = useNow()
  const [next] = goals.filter(goal => goal.metAt === null).sort((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt))
  if (!next) return null
  const { state, short, long } = textOf(next, now)
  return (
    <span
      data-goal={state}
      role="img"
      aria-label={long}
      title={long}
      className={cn('tabular flex shrink-0 items-center gap-0.5 font-medium text-xs', TONES[state], className)}
    >
      <Timer size={14} className="icon" aria-hidden />
      {short}
    </span>
  )
}
