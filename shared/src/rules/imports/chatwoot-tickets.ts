/** Maps conversations of Chatwoot. */
import { MAX_SNOOZE_MS, type TicketPriority, type TicketStatus } from '../../entities/ticket.ts'
import { cutText } from '../cut-text.ts'
import { fieldValues, type KnownFields } from './chatwoot-fields.ts'
import { conversationNotes } from './chatwoot-notes.ts'
import type { ChatwootRow } from './chatwoot-tables.ts'
import { lastRating } from './imported-rating.ts'
import type { ImportedNote, ImportedTicket } from './record.ts'
import { type ChangeNote, instantOf, isAhead, type Mapped, wholeNumberOf } from './values.ts'

/** Statuses by their number: open, resolved, pending (of a bot), snoozed. */
const STATUSES: readonly TicketStatus[] = ['open', 'closed', 'pending', 'open']
const SNOOZED = '3'
/** Numbers of the statuses of live conversations. */
export const LIVE_STATUSES: readonly string[] = STATUSES.flatMap((status, n) =>
  status === 'closed' ? [] : [String(n)],
)
const PRIORITIES: readonly TicketPriority[] = ['low', 'medium', 'high', 'urgent']

/** Surroundings of a conversation's row; references are those that exist, null otherwise. */
export type ConversationContext = {
  contactId: string
  isGroup: boolean
  connectionId: string
  queueId: string | null
  userId: string | null
  tagIds: string[]
  /** Names of labels that did not come. */
  lostTags: string[]
  /** True if a later conversation of the contact in the inbox is live. */
  isBeside: boolean
  /** Messages of the contact that nobody has seen. */
  unread: number
  resolvedAt: number | null
  ratings: ChatwootRow<'csat_survey_responses'>[]
  /** Fields of tickets by the key of their attribute. */
  fields: KnownFields
  hasUser: (id: string) => boolean
  /** Time at which the reading began (epoch ms). */
  now: number
}

/**
 * Returns the time at which a conversation began; null if none of its times is one, and now if they
 * lie ahead.
 */
export const beganAt = (
  row: Pick<ChatwootRow<'conversations'>, 'at' | 'last_activity_at' | 'updated_at'>,
  now: number,
): number | null =>
  row.at ??
  instantOf(row.last_activity_at) ??
  instantOf(row.updated_at) ??
  (isAhead(row.last_activity_at) || isAhead(row.updated_at) ? now : null)

/** Maps a conversation; what a ticket has no place for becomes further notes of it. */
export function mapConversation(
  row: ChatwootRow<'conversations'>,
  context: ConversationContext,
): Mapped<ImportedTicket> & { notes?: ImportedNote[] } {
  if (!row.id) return { refusal: 'noId' }
  const updatedAt = instantOf(row.last_activity_at) ?? instantOf(row.updated_at)
  const createdAt = beganAt(row, context.now)
  if (createdAt === null) return { refusal: 'badDate' }
  const changes: ChangeNote[] = []
  if (row.at === null) changes.push({ reason: 'dateReplaced' })
  if (isAhead(row.last_activity_at)) changes.push({ reason: 'dateReplaced', detail: 'last_activity_at' })
  const known = STATUSES[wholeNumberOf(row.status) ?? -1]
  if (!known) changes.push({ reason: 'badValue', detail: `status ${(row.status ?? '').slice(0, 40)}` })
  const isBeside = context.isBeside && known !== 'closed'
  if (isBeside) changes.push({ reason: 'closedBeside' })
  if (row.assignee_id && !context.userId) changes.push({ reason: 'userMissing', detail: row.assignee_id })
  if (row.team_id && !context.queueId) changes.push({ reason: 'queueMissing', detail: row.team_id })
  for (const detail of context.lostTags) changes.push({ reason: 'tagMissing', detail })
  const status = isBeside ? 'closed' : known === 'open' && !context.userId ? 'pending' : (known ?? 'closed')
  const acceptedAt = status === 'pending' ? null : instantOf(row.first_reply_created_at)
  const changedAt = Math.max(createdAt, updatedAt ?? createdAt)
  const { values, lines } = fieldValues(row.custom_attributes, context.fields)
  if (lines.length > 0) changes.push({ reason: 'inNote', detail: cutText(lines.join('; '), 300) })
  const notes = conversationNotes(row, context, { createdAt, changedAt, lines }, changes)
  const closedAt = status === 'closed' ? Math.max(context.resolvedAt ?? changedAt, acceptedAt ?? createdAt) : null
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
    isGroup: context.isGroup,
    priority: PRIORITIES[wholeNumberOf(row.priority) ?? -1] ?? 'none',
    fields: values,
    snoozedUntil: status === 'open' && row.status === SNOOZED ? snoozeEnd(row, context.now, changes) : null,
    unreadMessages: status === 'closed' ? 0 : context.unread,
    updatedAt: changedAt,
    acceptedAt,
    servedAt: acceptedAt,
    openedAt: null,
    closedAt,
    waitTime:
      closedAt === null || acceptedAt === null ? null : Math.max(0, Math.round((acceptedAt - createdAt) / 1000)),
    supportTime: closedAt === null || acceptedAt === null ? null : Math.round((closedAt - acceptedAt) / 1000),
    ...lastRating(context.ratings, ({ rating }) => rating, 5, changes),
  }
  return { record, changes, notes }
}

/**
 * Returns the end of a snooze; null, which is noted, if it lasts until the contact writes, or longer
 * than one may here.
 */
function snoozeEnd(
  { snoozed_until: given }: Pick<ChatwootRow<'conversations'>, 'snoozed_until'>,
  now: number,
  changes: ChangeNote[],
): number | null {
  const until = instantOf(given)
  if (until !== null && until - now <= MAX_SNOOZE_MS) return until
  changes.push({ reason: 'badValue', detail: `snoozed_until ${given?.slice(0, 40) ?? 'the next reply'}` })
  return null
}
