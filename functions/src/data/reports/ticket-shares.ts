/**
 * Figures of a ticket, derived from its row alone, by the rows of day counters in which they count
 * (day-counter.ts). Times are wall clock, as are the dashboard's averages.
 */
import type { Rating } from '@balcao/shared/entities/ticket.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { TicketGoal } from '@balcao/shared/rules/goals/ticket-goals.ts'
import { localDay, localTime } from '@balcao/shared/rules/working-hours.ts'
import { NONE, type TicketRow } from '../tickets/ticket-row.ts'
import { partOf } from './day-part.ts'
import { addFigures, type Figures } from './figures.ts'
import { originOf } from './ticket-origin.ts'

/**
 * Kinds of rows: of new tickets, of closed ones by attendant, and of closed ones by what they were.
 */
export const KINDS = ['made', 'closed', 'place', 'hour', 'tag', 'goal', 'origin'] as const
export type Kind = (typeof KINDS)[number]

/** Figures of closed tickets; a sum of seconds has the number of its tickets beside it. */
export const FIGURES = [
  ...(['closed', 'support', 'supported', 'wait', 'waited', 'rating', 'rated'] as const),
  // Until a person's first answer, and until the closing, since the opening or the last reopening.
  ...(['answer', 'answered', 'resolve', 'resolved'] as const),
  ...(['reopened', 'abandoned'] as const),
  // Service goals.
  ...(['answeredInTime', 'answeredLate', 'resolvedInTime', 'resolvedLate'] as const),
] as const
export type Figure = (typeof FIGURES)[number]

/** Figures of new tickets, by the hour in which they began. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => `h${String(hour).padStart(2, '0')}`)

/**
 * Row of a day; its figures are those of `FIGURES`, or of `HOURS` in a row of `made`. `name` is the
 * name of what it is of, which may be deleted by the time it is read.
 */
export type Share = { kind: Kind; sk: string; figures: Figures; name?: string }

export type Counted = Pick<
  TicketRow,
  | ('id' | 'status' | 'createdAt' | 'openedAt' | 'answeredAt' | 'closedAt' | 'waitTime' | 'supportTime')
  | ('queue' | 'user' | 'whatsapp' | 'goals' | 'abandoned')
> & { tags?: TicketRow['tags']; referral?: TicketRow['referral']; rating: Rating | null }

/**
 * Tags by which a ticket counts, the first ones it has: each is a write of its closing, and a
 * transaction has a hundred.
 */
const MAX_TAGS = 10
/** Length of a name that a row keeps, in UTF-16 units. */
const MAX_NAME = 100

/** Returns in which figure a closed ticket's goal counts. */
const figureOf = ({ kind, breachedAt }: TicketGoal): Figure =>
  kind === 'firstAnswer'
    ? breachedAt === null
      ? 'answeredInTime'
      : 'answeredLate'
    : breachedAt === null
      ? 'resolvedInTime'
      : 'resolvedLate'

const goalFigures = (goals: readonly TicketGoal[]): Figures =>
  Object.fromEntries(goals.map(goal => [figureOf(goal), 1]))

const seconds = (from: number, to: number): number => Math.max(0, Math.round((to - from) / 1000))

/** Returns the figures of a closed ticket, without its goals. */
function figuresOf(ticket: Counted, closedAt: number): Figures {
  const { createdAt, waitTime, supportTime, rating } = ticket
  const openedAt = ticket.openedAt ?? createdAt
  const answeredAt = ticket.answeredAt ?? null
  return {
    closed: 1,
    resolve: seconds(openedAt, closedAt),
    resolved: 1,
    // Whoever was written to first waits for no answer.
    ...(answeredAt === null || answeredAt <= openedAt ? {} : { answer: seconds(openedAt, answeredAt), answered: 1 }),
    ...(supportTime === null ? {} : { support: supportTime, supported: 1 }),
    ...(waitTime === null ? {} : { wait: waitTime, waited: 1 }),
    ...(rating === null ? {} : { rating, rated: 1 }),
    ...(ticket.openedAt ? { reopened: 1 } : {}),
    ...(ticket.abandoned ? { abandoned: 1 } : {}),
  }
}

/** Returns the figures of a ticket, in the time zone of its company. */
export function sharesOf(ticket: Counted, zone: string): Share[] {
  const { id, createdAt, closedAt, user, queue, whatsapp, tags = [], goals = [], referral } = ticket
  const part = partOf(id)
  const hour = localTime(createdAt, zone).slice(0, 2)
  const made: Share = { kind: 'made', sk: `${localDay(createdAt, zone)}#${part}`, figures: { [`h${hour}`]: 1 } }
  if (ticket.status !== 'closed' || closedAt === null) return [made]
  const day = localDay(closedAt, zone)
  const own = figuresOf(ticket, closedAt)
  const whole = { ...own, ...goalFigures(goals) }
  const share = (kind: Kind, of: string, name?: string, figures = whole): Share => ({
    ...{ kind, sk: `${day}#${of}`, figures: { ...figures } },
    ...(name ? { name: cutText(name, MAX_NAME) } : {}),
  })
  const origin = referral ? originOf(referral) : undefined
  const byGoal = Map.groupBy(goals, ({ goal }) => goal)
  return [
    made,
    user ? share('closed', user.id, user.name) : share('closed', `${NONE}#${part}`),
    share('place', `${queue?.id ?? NONE}#${whatsapp.id}#${part}`),
    share('hour', `${hour}#${part}`),
    ...tags.slice(0, MAX_TAGS).map(tag => share('tag', `${tag.id}#${part}`, tag.name)),
    ...(origin ? [share('origin', `${origin.key}#${part}`, origin.name)] : []),
    ...[...byGoal].flatMap(([goal, its]) =>
      goal ? [share('goal', `${goal}#${part}`, undefined, { ...own, ...goalFigures(its) })] : [],
    ),
  ]
}

/** Adds the figures of a ticket to sums of many. */
export function addShares(sums: Map<string, Share>, ticket: Counted, zone: string): void {
  for (const share of sharesOf(ticket, zone)) {
    const key = `${share.kind}#${share.sk}`
    const sum = sums.get(key)
    if (!sum) sums.set(key, share)
    else addFigures(sum.figures, share.figures)
  }
}
