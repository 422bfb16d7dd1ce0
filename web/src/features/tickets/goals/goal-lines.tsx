import type { ShownGoal } from '@balcao/shared/entities/ticket-goal.ts'
import { cn } from '#/lib/cn.ts'
import { useNow } from '../list/use-now.ts'
import { TONES, useGoalText } from './goal-text.ts'

/** Says of each goal of a ticket how it stands. */
export function GoalLines({ goals }: { goals: readonly ShownGoal[] }) {
  const textOf = useGoalText()
  const now = useNow()
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {goals.map(goal => {
        const { state, long } = textOf(goal, now)
        return (
          <li key={goal.kind} className={cn(TONES[state])}>
            {long}
          </li>
        )
      })}
    </ul>
  )
}
