import type { Goal } from '../../entities/goal.ts'
import type { TicketPriority } from '../../entities/ticket.ts'
import { GOAL_KINDS, type GoalKind } from '../../entities/ticket-goal.ts'
import { afterWorkingTime, type WorkingCalendar } from './working-time.ts'

/** Goal of one ticket. Times are epoch milliseconds. */
export type TicketGoal = {
  kind: GoalKind
  /**
   * Goal that set its time; missing in tickets from before this field.
   * Only the end of its id is kept.
   */
  goal?: string
  /** Moment from which the time counts: the opening, or the last reopening, of the ticket. */
  startedAt: number
  /** Moment at which three quarters of the time are used. */
  warnAt: number
  dueAt: number
  /** Moment at which it was missed; stays when it is met afterwards. */
  breachedAt: number | null
  metAt: number | null
}

const MINUTE_MS = 60_000
const WARNED = 0.75

/** Fields of a ticket that decide which goals it has. */
export type GoalSubject = { queueId: string | null; priority: TicketPriority }

type GoalContent = Pick<Goal, 'id' | 'queueId' | 'priority' | 'firstAnswerMinutes' | 'resolutionMinutes'>

/**
 * Returns how closely a goal names a ticket: by queue before by priority; undefined if it does not.
 */
function closeness(goal: GoalContent, { queueId, priority }: GoalSubject) {
  if (goal.queueId !== null && goal.queueId !== queueId) return undefined
  if (goal.priority !== null && goal.priority !== priority) return undefined
  return (goal.queueId === null ? 0 : 2) + (goal.priority === null ? 0 : 1)
}

/** Minutes of a kind, and the end of the id of the goal they are from. */
export type GoalTarget = { minutes: number; goal: string }
export type GoalTargets = Record<GoalKind, GoalTarget | null>

/** Length of the random end of a goal's id, by which a ticket's goal names it. */
const END = 12

/** Returns the end of a goal's id, as a ticket's row and the counters keep it. */
export const goalKeyOf = (goalId: string): string => goalId.slice(-END)

/**
 * Returns the minutes a ticket has for each kind, from the goal that names it most closely and has
 * that kind; of two as close ones the older.
 */
export function targetsFor(goals: readonly GoalContent[], ticket: GoalSubject): GoalTargets {
  const close = goals
    .flatMap(goal => {
      const near = closeness(goal, ticket)
      return near === undefined ? [] : [{ goal, near }]
    })
    .sort((a, b) => b.near - a.near || (a.goal.id < b.goal.id ? -1 : 1))
  const first = (name: 'firstAnswerMinutes' | 'resolutionMinutes'): GoalTarget | null => {
    const found = close.find(({ goal }) => goal[name] !== null)?.goal
    return found ? { minutes: found[name]!, goal: goalKeyOf(found.id) } : null
  }
  return { firstAnswer: first('firstAnswerMinutes'), resolution: first('resolutionMinutes') }
}

/** Returns the goal of a kind that starts at a moment; undefined if its time never comes. */
function timed(
  kind: GoalKind,
  startedAt: number,
  { minutes, goal }: GoalTarget,
  calendar: WorkingCalendar,
): TicketGoal | undefined {
  const dueAt = afterWorkingTime(startedAt, minutes * MINUTE_MS, calendar)
  const warnAt = afterWorkingTime(startedAt, minutes * MINUTE_MS * WARNED, calendar)
  if (dueAt === null || warnAt === null) return undefined
  return { kind, goal, startedAt, warnAt, dueAt, breachedAt: null, metAt: null }
}

/** Returns the goals of a ticket that is opened or reopened at a moment. */
export function startGoals(targets: GoalTargets, startedAt: number, calendar: WorkingCalendar): TicketGoal[] {
  return GOAL_KINDS.flatMap(kind => {
    const given = targets[kind]
    const goal = given === null ? undefined : timed(kind, startedAt, given, calendar)
    return goal ? [goal] : []
  })
}

/**
 * Returns a ticket's goals after its queue or priority changed: what is decided stays, what is open
 * is timed anew from the same start. A kind that has a goal only now starts with the ticket, too.
 * @param startedAt opening or last reopening of the ticket
 * @param isAnswered whether a person has answered since
 */
export function moveGoals(
  before: readonly TicketGoal[],
  targets: GoalTargets,
  { startedAt, isAnswered }: { startedAt: number; isAnswered: boolean },
  calendar: WorkingCalendar,
): TicketGoal[] {
  const open = startGoals(targets, startedAt, calendar)
  return GOAL_KINDS.flatMap(kind => {
    const had = before.find(goal => goal.kind === kind)
    if (had && (had.metAt !== null || had.breachedAt !== null)) return [had]
    if (kind === 'firstAnswer' && isAnswered) return []
    return open.filter(goal => goal.kind === kind)
  })
}

/** Returns the goals after a moment met those of one kind; unchanged if it was met or has none. */
export function meetGoal(goals: readonly TicketGoal[], kind: GoalKind, at: number): readonly TicketGoal[] {
  if (!goals.some(goal => goal.kind === kind && goal.metAt === null)) return goals
  return goals.map(goal =>
    goal.kind === kind && goal.metAt === null
      ? // A moment past the due one is a breach, though its timer was late.
        { ...goal, metAt: at, breachedAt: goal.breachedAt ?? (at > goal.dueAt ? goal.dueAt : null) }
      : goal,
  )
}

/** Returns the goals after what met those of one kind was taken back. A missed one stays missed. */
export const resumeGoal = (goals: readonly TicketGoal[], kind: GoalKind): readonly TicketGoal[] =>
  goals.map(goal => (goal.kind === kind ? { ...goal, metAt: null } : goal))

/**
 * Returns the goals with each that was due, and is neither met nor breached, marked as breached.
 */
export function breachGoals(goals: readonly TicketGoal[], now: number): readonly TicketGoal[] {
  const late = (goal: TicketGoal) => goal.metAt === null && goal.breachedAt === null && goal.dueAt <= now
  return goals.some(late) ? goals.map(goal => (late(goal) ? { ...goal, breachedAt: goal.dueAt } : goal)) : goals
}

/** Returns the moment at which the next open goal is due; undefined if none is open. */
export function nextDue(goals: readonly TicketGoal[]): number | undefined {
  const open = goals.filter(goal => goal.metAt === null && goal.breachedAt === null)
  return open.length > 0 ? Math.min(...open.map(goal => goal.dueAt)) : undefined
}

export type GoalState = 'met' | 'breached' | 'late' | 'warned' | 'running'

/** Returns how a goal stands: `breached` is over and missed, `late` is missed and still open. */
export function goalState(goal: Omit<TicketGoal, 'kind' | 'goal' | 'startedAt'>, now: number): GoalState {
  const isLate = goal.breachedAt !== null || (goal.metAt ?? now) > goal.dueAt
  if (goal.metAt !== null) return isLate ? 'breached' : 'met'
  if (isLate) return 'late'
  return now >= goal.warnAt ? 'warned' : 'running'
}
