import {
  meetGoal,
  moveGoals,
  nextDue,
  resumeGoal,
  startGoals,
  type TicketGoal,
} from '@balcao/shared/rules/goals/ticket-goals.ts'
import type { Write } from '../table/transact.ts'
import { isLive, type TicketRow } from '../tickets/ticket-row.ts'
import { timerWrite } from '../timers/timer.ts'
import type { GoalPlan } from './goal.ts'

const subjectOf = (ticket: TicketRow) => ({ queueId: ticket.queue?.id ?? null, priority: ticket.priority ?? 'none' })

/** Returns the goals of a ticket after it was created (`before` undefined) or changed. */
function goalsAfter(before: TicketRow | undefined, after: TicketRow, plan: GoalPlan): readonly TicketGoal[] {
  const goals = after.goals ?? []
  const isOver = !isLive(after.status)
  if (isOver && (!before || !isLive(before.status))) return goals
  // What was not answered by a person until it was closed has no first answer.
  if (isOver)
    return meetGoal(goals, 'resolution', after.closedAt ?? Date.now()).filter(
      ({ kind, metAt, breachedAt }) => kind !== 'firstAnswer' || metAt !== null || breachedAt !== null,
    )
  const { queueId, priority } = subjectOf(after)
  const calendar = plan.calendarOf(queueId)
  const targets = plan.targetsFor({ queueId, priority })
  const startedAt = after.openedAt ?? after.createdAt
  const answeredAt = after.answeredAt ?? null
  const isReopened = before !== undefined && !isLive(before.status)
  // A closing was taken back: the clocks go on from the opening that they had.
  if (isReopened && after.openedAt === before.openedAt)
    return moveGoals(resumeGoal(goals, 'resolution'), targets, { startedAt, isAnswered: answeredAt !== null }, calendar)
  if (!before || isReopened) {
    // A conversation that a person begins waits for no first answer.
    const isBegun = answeredAt !== null || (!before && after.status === 'open')
    return startGoals({ ...targets, firstAnswer: isBegun ? null : targets.firstAnswer }, startedAt, calendar)
  }
  const was = subjectOf(before)
  const moved =
    was.queueId === queueId && was.priority === priority
      ? goals
      : moveGoals(goals, targets, { startedAt, isAnswered: answeredAt !== null }, calendar)
  return answeredAt === null ? moved : meetGoal(moved, 'firstAnswer', answeredAt)
}

/**
 * Returns the row with its goals as they are after a change, and the write of the timer by which a
 * missed one is found. Without a plan the ticket keeps what it has.
 */
export function withGoals(
  plan: GoalPlan | undefined,
  before: TicketRow | undefined,
  after: TicketRow,
): { ticket: TicketRow; writes: Write[] } {
  if (!plan) return { ticket: after, writes: [] }
  const goals = goalsAfter(before, after, plan)
  const dueAt = isLive(after.status) ? nextDue(goals) : undefined
  const isArmed = dueAt === undefined || dueAt === nextDue(before?.goals ?? [])
  const { companyId, id: ticketId } = after
  return {
    ticket: goals === after.goals ? after : { ...after, goals },
    writes: isArmed ? [] : [timerWrite({ type: 'goalDue', companyId, ticketId, dueAt })],
  }
}
