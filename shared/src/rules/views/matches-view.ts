import type { FieldValues } from '../../entities/custom-field.ts'
import type { TicketPriority, TicketStatus } from '../../entities/ticket.ts'
import type { ViewFilter, ViewGoal } from '../../entities/view.ts'

/** Ticket as far as views ask; the server's row and the wire form both give it. */
export type ViewSubject = {
  status: TicketStatus
  isSnoozed: boolean
  queueId: string | null
  userId: string | null
  tagIds: readonly string[]
  contactTagIds: readonly string[]
  priority: TicketPriority
  isUnread: boolean
  /** True if an advertisement or a post brought the contact. */
  isReferred: boolean
  goals: readonly { breachedAt: unknown; metAt: unknown }[]
  fields: FieldValues
  /** Epoch milliseconds. */
  createdAt: number
}

/** Moments (epoch ms, both included) of the filter's days, which depend on the company's zone. */
export type ViewRange = { from: number; to: number }

const isSet = (moment: unknown): boolean => moment !== null && moment !== undefined

const GOAL_TESTS: Record<ViewGoal, (goals: ViewSubject['goals']) => boolean> = {
  due: goals => goals.some(goal => !isSet(goal.metAt) && !isSet(goal.breachedAt)),
  late: goals => goals.some(goal => !isSet(goal.metAt) && isSet(goal.breachedAt)),
  missed: goals => goals.some(goal => isSet(goal.breachedAt)),
  met: goals => goals.length > 0 && goals.every(goal => isSet(goal.metAt) && !isSet(goal.breachedAt)),
}

/** Returns whether a value is among the accepted ones; an empty list accepts every value. */
const isAmong = (accepted: readonly string[] | undefined, value: string | null): boolean =>
  !accepted?.length || accepted.includes(value ?? 'none')

/**
 * Returns whether a ticket is in a view, apart from whether the viewer may see it. Depends on the
 * ticket and never on the time of day, so a ticket enters and leaves views only when it changes.
 * @param userId who looks, for `me`
 * @param range moments of `filter.date`; without them that part matches every ticket
 */
export function matchesView(
  filter: ViewFilter,
  ticket: ViewSubject,
  { userId, range }: { userId: string | undefined; range?: ViewRange | undefined },
): boolean {
  const users = filter.users?.map(id => (id === 'me' ? (userId ?? id) : id))
  return (
    isAmong(filter.status, ticket.isSnoozed && ticket.status === 'open' ? 'snoozed' : ticket.status) &&
    isAmong(filter.queueIds, ticket.queueId) &&
    isAmong(users, ticket.userId) &&
    (filter.tags ?? []).every(id => ticket.tagIds.includes(id)) &&
    (filter.contactTags ?? []).every(id => ticket.contactTagIds.includes(id)) &&
    isAmong(filter.priority, ticket.priority) &&
    Object.entries(filter.fields ?? {}).every(([id, value]) => ticket.fields[id] === value) &&
    (!filter.unread || ticket.isUnread) &&
    (!filter.origin || ticket.isReferred) &&
    (!filter.goal || GOAL_TESTS[filter.goal](ticket.goals)) &&
    (!filter.date || !range || (ticket.createdAt >= range.from && ticket.createdAt <= range.to))
  )
}
