/** Maps tickets of Whaticket's family, with their times and ratings, and their notes. */
import type { TicketStatus } from '../../entities/ticket.ts'
import { ownValue } from '../own-value.ts'
import { lastRating } from './imported-rating.ts'
import type { ImportedNote, ImportedTicket } from './record.ts'
import { bodyIn, type ChangeNote, flagOf, instantOf, isAhead, type Mapped, wholeNumberOf } from './values.ts'
import type { WhaticketRow } from './whaticket-tables.ts'

/** Statuses of descendants that mean one of ours. */
const STATUSES: Record<string, TicketStatus> = {
  open: 'open',
  group: 'open',
  pending: 'pending',
  chatbot: 'pending',
  lgpd: 'pending',
  closed: 'closed',
  nps: 'closed',
}

/** Statuses of live tickets. */
export const LIVE_STATUSES: readonly string[] = Object.keys(STATUSES).filter(status => STATUSES[status] !== 'closed')

/** Surroundings of a ticket's row; references are those that exist, null otherwise. */
export type TicketContext = {
  contactId: string
  connectionId: string
  queueId: string | null
  userId: string | null
  tagIds: string[]
  /** Ids of tags that did not come. */
  lostTags: string[]
  /** True if a later ticket of the contact over the connection is live. */
  isBeside: boolean
  trackings: WhaticketRow<'TicketTraking'>[]
  ratings: WhaticketRow<'UserRatings'>[]
  /** Highest rating of the company: some versions ask from 1 to 3, others from 1 to 5. */
  highestRating: number
  /** Time at which the reading began (epoch ms). */
  now: number
}

const secondsBetween = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : Math.max(0, Math.round((to - from) / 1000))

const earliest = (times: (number | null)[]): number | null => {
  const known = times.filter(time => time !== null)
  return known.length > 0 ? Math.min(...known) : null
}

export function mapTicket(row: WhaticketRow<'Tickets'>, context: TicketContext): Mapped<ImportedTicket> {
  if (!row.id) return { refusal: 'noId' }
  const updatedAt = instantOf(row.updatedAt)
  const createdAt = row.at ?? updatedAt ?? (isAhead(row.updatedAt) ? context.now : null)
  if (createdAt === null) return { refusal: 'badDate' }
  const changes: ChangeNote[] = []
  if (row.at === null) changes.push({ reason: 'dateReplaced', detail: 'createdAt' })
  if (row.updatedAt && updatedAt === null) changes.push({ reason: 'dateReplaced', detail: 'updatedAt' })
  const known = ownValue(STATUSES, row.status)
  if (!known) changes.push({ reason: 'badValue', detail: `status ${(row.status ?? '').slice(0, 40)}` })
  const isBeside = context.isBeside && known !== 'closed'
  if (isBeside) changes.push({ reason: 'closedBeside' })
  if (row.userId && !context.userId) changes.push({ reason: 'userMissing', detail: row.userId })
  if (row.queueId && !context.queueId) changes.push({ reason: 'queueMissing', detail: row.queueId })
  for (const detail of context.lostTags) changes.push({ reason: 'tagMissing', detail })
  const status = isBeside ? 'closed' : openWithoutUser(known ?? 'closed', context.userId)
  const record: ImportedTicket = {
    kind: 'ticket',
    source: { id: row.id, line: row.line },
    createdAt,
    contains: { rating: context.ratings.length },
    status,
    contactId: context.contactId,
    connectionId: context.connectionId,
    queueId: context.queueId,
    userId: status === 'pending' ? null : context.userId,
    tagIds: context.tagIds,
    isGroup: flagOf(row.isGroup),
    priority: 'none',
    fields: [],
    snoozedUntil: null,
    unreadMessages: Math.max(0, wholeNumberOf(row.unreadMessages) ?? 0),
    updatedAt: Math.max(createdAt, updatedAt ?? createdAt),
    ...timesOf(status, createdAt, updatedAt ?? createdAt, context),
    ...lastRating(context.ratings, ({ rate }) => rate, context.highestRating, changes),
  }
  return { record, changes }
}

/** An open ticket is somebody's here: without its user it waits again. */
const openWithoutUser = (status: TicketStatus, userId: string | null): TicketStatus =>
  status === 'open' && !userId ? 'pending' : status

function timesOf(status: TicketStatus, createdAt: number, updatedAt: number, { trackings }: TicketContext) {
  const cycles = trackings
    .map(row => ({
      queuedAt: instantOf(row.queuedAt),
      startedAt: instantOf(row.startedAt),
      finishedAt: instantOf(row.finishedAt),
    }))
    .sort(
      (a, b) =>
        (earliest([a.queuedAt, a.startedAt, a.finishedAt]) ?? 0) -
        (earliest([b.queuedAt, b.startedAt, b.finishedAt]) ?? 0),
    )
  const last = cycles.at(-1)
  const isFirst = cycles.length < 2
  // A waiting ticket of one cycle was never accepted, whatever its row says.
  const starts = status === 'pending' ? cycles.slice(0, -1) : cycles
  const acceptedAt = earliest(starts.map(({ startedAt }) => startedAt))
  const servedAt = status === 'pending' ? null : (last?.startedAt ?? acceptedAt)
  const finished = last?.finishedAt ?? updatedAt
  const closedAt = status === 'closed' ? Math.max(finished, servedAt ?? createdAt) : null
  return {
    acceptedAt,
    servedAt,
    openedAt: isFirst ? null : (last?.queuedAt ?? last?.startedAt ?? null),
    closedAt,
    waitTime: closedAt === null ? null : secondsBetween(createdAt, acceptedAt),
    supportTime: secondsBetween(servedAt, closedAt),
  }
}

export function mapNote(
  row: WhaticketRow<'TicketNotes'>,
  context: { contactId: string; userId: string | null; ticketCreatedAt: number; files?: number },
): Mapped<ImportedNote> {
  // A note here has no file.
  const changes: ChangeNote[] = Array.from({ length: context.files ?? 0 }, () => ({ reason: 'mediaMissing' }))
  const note = bodyIn((row.note ?? '').trim(), changes)
  if (!row.id) return { refusal: 'noId' }
  if (!note) return { refusal: 'empty' }
  if (row.at === null) changes.push({ reason: 'dateReplaced' })
  if (row.userId && !context.userId) changes.push({ reason: 'userMissing', detail: row.userId })
  const record: ImportedNote = {
    kind: 'note',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? context.ticketCreatedAt,
    ticketId: row.ticketId!,
    contactId: context.contactId,
    note,
    userId: context.userId,
  }
  return { record, changes }
}
