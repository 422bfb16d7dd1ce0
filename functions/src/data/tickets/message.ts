/**
 * Reads messages and changes them after they were stored. `storeMessage` in ticket.ts stores them.
 */
import type { Feedback } from '@balcao/shared/entities/message.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { idsFrom, messageDigest, messageId, timeOfId } from '@balcao/shared/ids.ts'
import type { KeptVote } from '@balcao/shared/rules/poll-votes.ts'
import type { KeptReaction } from '@balcao/shared/rules/reactions.ts'
import { externalMessage, webhookWrites } from '../automation/webhook-event.ts'
import { encodeCursor } from '../table/cursor.ts'
import type { Change } from '../table/define-row.ts'
import { type Page, type PageOptions, pageOf, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { unlessRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import { transact, update, type Write, WriteConflict } from '../table/transact.ts'
import {
  MESSAGE_ATTRIBUTES,
  MESSAGE_POINTERS,
  MESSAGES,
  type MessageFailure,
  type MessageRow,
  type StoredMessage,
  type StoredPreview,
  toMessageRow,
} from './message-row.ts'
import { reindexed } from './message-words.ts'

async function byPointer(companyId: string, digest: string, consistent: boolean): Promise<MessageRow | undefined> {
  const pointer = await MESSAGE_POINTERS.get({ companyId, digest }, { consistent })
  if (!pointer) return undefined
  const message = await MESSAGES.get({ companyId, ticketId: pointer.ticketId, id: pointer.messageId }, { consistent })
  return message && toMessageRow(message)
}

/**
 * Costs one read unit, and up to two more if that finds none: what refers to a message may follow it
 * so soon that only a consistent read finds it.
 */
const byDigest = async (companyId: string, digest: string): Promise<MessageRow | undefined> =>
  (await byPointer(companyId, digest, false)) ?? byPointer(companyId, digest, true)

/** Finds a message by its WhatsApp id. Costs one read unit, up to three if there is none. */
export async function findMessageByWhatsappId(
  companyId: string,
  connectionId: string,
  whatsappMessageId: string,
): Promise<MessageRow | undefined> {
  return byDigest(companyId, messageDigest(await messageId(connectionId, whatsappMessageId, 0)))
}

/** Returns whether a message with this WhatsApp id is stored. Costs half a read unit. */
export async function isMessageStored(
  companyId: string,
  connectionId: string,
  whatsappMessageId: string,
): Promise<boolean> {
  const digest = messageDigest(await messageId(connectionId, whatsappMessageId, 0))
  return (await MESSAGE_POINTERS.get({ companyId, digest })) !== undefined
}

export async function getMessage(companyId: string, id: string): Promise<MessageRow | undefined> {
  const message = await byDigest(companyId, messageDigest(id))
  return message?.id === id ? message : undefined
}

/** Returns a message. Throws ERR_NO_MESSAGE_FOUND. */
export async function requireMessage(companyId: string, id: string): Promise<MessageRow> {
  const message = await getMessage(companyId, id)
  if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return message
}

/** Reads a ticket's messages before `before`, newest first, and whether there are more. */
async function readMessages(
  companyId: string,
  ticketId: string,
  limit: number,
  before: string | null,
  consistent = false,
) {
  // The partition also holds the ticket's other rows: the range is limited to its messages.
  const range = before ? { from: 'message#0', to: `message#${before}` } : undefined
  const query = MESSAGES.query({ companyId, ticketId }, range)
  // `between` includes its ends; the row where the last page ended is left out.
  const { items, more } = await queryItems<StoredMessage>(query, before ? limit + 1 : limit, {
    attributes: MESSAGE_ATTRIBUTES,
    consistent,
  })
  const rows = items.map(item => toMessageRow({ ...item, companyId, ticketId })).filter(({ id }) => id !== before)
  return { rows, more }
}

/** Returns the source of a ticket's messages, newest first. */
export const messageSource =
  (companyId: string, ticketId: string): Source<MessageRow> =>
  async (wanted, from) => {
    // One row more shows whether another follows.
    const { rows: found, more } = await readMessages(companyId, ticketId, wanted + 1, from as string | null)
    const rows = found.slice(0, wanted).map(row => ({ row, position: row.id }))
    return { rows, end: rows.at(-1)?.position ?? from, more: more || found.length > wanted }
  }

/** Reads a page of a ticket's messages, newest first. Throws ERR_INVALID_CURSOR. */
export const pageOfMessages = (companyId: string, ticketId: string, options: PageOptions): Promise<Page<MessageRow>> =>
  pageOf(companyId, listOf(ticketId), messageSource(companyId, ticketId), options)

const listOf = (ticketId: string): string => `messages|${ticketId}`

/**
 * Returns the cursor of a page whose newest message is older than this one, or is this one with
 * `including`.
 */
export const olderCursor = (companyId: string, ticketId: string, id: string, including = false): string =>
  encodeCursor(companyId, listOf(ticketId), including ? `${id}~` : id)

/**
 * Reads what the contact wrote in a ticket after message `after`, oldest first, limited to the
 * newest `most`. If `after` is null: from message `first` on, or since the last message of ours.
 * The read is consistent.
 */
export async function messagesSince(
  companyId: string,
  ticketId: string,
  { after, first }: { after: string | null; first: string | null },
  most: number,
): Promise<MessageRow[]> {
  // Only few messages of ours stand between two of the contact's.
  const { rows } = await readMessages(companyId, ticketId, most * 2, null, true)
  const end = rows.findIndex(({ id, fromMe }) => (after !== null ? id <= after : first !== null ? id < first : fromMe))
  const newer = end === -1 ? rows : rows.slice(0, end)
  return newer
    .filter(({ fromMe }) => !fromMe)
    .slice(0, most)
    .toReversed()
}

/**
 * Reads messages of a ticket before `before` (an id; null: the newest), newest first. Fewer than
 * `limit` means that there are no more.
 */
export async function listMessages(
  companyId: string,
  ticketId: string,
  { limit, before = null, consistent }: { limit: number; before?: string | null; consistent?: boolean },
): Promise<MessageRow[]> {
  const found: MessageRow[] = []
  for (let from = before; ; ) {
    const { rows, more } = await readMessages(companyId, ticketId, limit - found.length, from, consistent)
    found.push(...rows.slice(0, limit - found.length))
    if (!more || found.length >= limit) return found
    from = found.at(-1)?.id ?? from
  }
}

/** Number of rows read at once when looking for messages since a moment. */
const PAGE = 50

/**
 * Reads messages of a ticket from `since` (epoch ms) on and before `before` (an id; null: all),
 * newest first. The cost depends on the messages written since then.
 */
export async function messagesWrittenSince(
  companyId: string,
  ticketId: string,
  since: number,
  { before = null, consistent = false }: { before?: string | null; consistent?: boolean } = {},
): Promise<MessageRow[]> {
  const found: MessageRow[] = []
  for (let from = before; ; ) {
    const page = await listMessages(companyId, ticketId, { limit: PAGE, before: from, consistent })
    found.push(...page.filter(({ id }) => timeOfId(id) >= since))
    const oldest = page.at(-1)
    if (page.length < PAGE || !oldest || timeOfId(oldest.id) < since) return found
    from = oldest.id
  }
}

/** Number of rows read at once when looking for messages of the contact. */
const STEP = 100

/**
 * Reads what the contact wrote in a ticket later than `after` (epoch ms) and up to message `upTo`
 * (null: until now), newest first, limited to the newest `most`. The cost depends on the messages
 * between the two.
 */
export async function receivedBetween(
  companyId: string,
  ticketId: string,
  { after, upTo }: { after: number; upTo: string | null },
  most: number,
): Promise<MessageRow[]> {
  const found: MessageRow[] = []
  const from = `message#${idsFrom(after + 1)}`
  const limit = Math.min(STEP, most) + 1
  for (let to = `message#${upTo ?? LAST}`; to >= from; ) {
    const query = MESSAGES.query({ companyId, ticketId }, { from, to })
    const { items, more } = await queryItems<StoredMessage>(query, limit, {
      attributes: MESSAGE_ATTRIBUTES,
    })
    const rows = items.map(item => toMessageRow({ ...item, companyId, ticketId }))
    // `between` includes its ends: the last row of one step is the first of the next.
    found.push(...rows.filter(({ id, fromMe }) => !fromMe && id !== found.at(-1)?.id))
    const end = `message#${rows.at(-1)?.id}`
    if (found.length >= most || end === to || (rows.length < limit && !more)) break
    to = end
  }
  return found.slice(0, most)
}

/** Sort key after every id. */
const LAST = '~'

type MessageChange = Change<StoredMessage>

/** Returns the parameters of a change of a message. */
export const changeOf = ({ companyId, ticketId, id }: MessageRow, given: MessageChange): Record<string, unknown> =>
  MESSAGES.change({ companyId, ticketId, id }, given)

/** Reads a message as a transaction has just left it. */
export async function rereadMessage({ companyId, ticketId, id }: MessageRow): Promise<MessageRow | undefined> {
  const row = await MESSAGES.get({ companyId, ticketId, id }, { consistent: true })
  return row && toMessageRow(row)
}

/** Carries out a conditional change. Returns undefined if its condition failed. */
async function change(message: MessageRow, given: MessageChange): Promise<MessageRow | undefined> {
  const after = await unlessRefused(updateOne(changeOf(message, given)))
  const row = after && MESSAGES.parse(after)
  return row && toMessageRow(row)
}

/**
 * Raises the ack, and clears a failure if the message arrived after all. The event for webhooks is
 * written in the same transaction. Returns undefined if the ack is already as high.
 */
export async function raiseAck(message: MessageRow, ack: number): Promise<MessageRow | undefined> {
  const { companyId } = message
  const raise: MessageChange = {
    set: { ack },
    remove: ack > 0 ? ['error'] : [],
    when: is => [is.below('ack', ack)],
  }
  const data = () => ({ message: externalMessage({ ...message, ack, error: ack > 0 ? null : message.error }) })
  const deliveries = await webhookWrites(companyId, 'message.acknowledged', data)
  if (deliveries.length === 0) return change(message, raise)
  try {
    await transact([update('message', changeOf(message, raise)), ...deliveries])
  } catch (error) {
    if (error instanceof WriteConflict) return undefined
    throw error
  }
  return rereadMessage(message)
}

/** Marks a send as permanently failed. Returns undefined if WhatsApp already has the message. */
export const failMessage = (message: MessageRow, error: MessageFailure): Promise<MessageRow | undefined> =>
  change(message, { set: { error }, when: is => [is.atMost('ack', 0)] })

/**
 * Marks a message that WhatsApp had taken, and could not deliver, as failed and unsent. Returns
 * undefined if it was delivered.
 */
export const failSentMessage = (message: MessageRow, error: MessageFailure): Promise<MessageRow | undefined> =>
  change(message, { set: { error, ack: 0 }, when: is => [is.atMost('ack', 2)] })

/**
 * Clears a failure before a retry, with further writes of the same transaction. Returns undefined
 * if the message no longer has that failure: it was retried, or has arrived after all.
 */
export async function clearError(message: MessageRow, writes: readonly Write[]): Promise<MessageRow | undefined> {
  const { error: failure } = message
  const cleared: MessageChange = { remove: ['error'], when: is => (failure ? [is.equal('error', failure)] : []) }
  if (writes.length === 0) return change(message, cleared)
  try {
    await transact([update('message', changeOf(message, cleared)), ...writes])
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'message') return undefined
    throw error
  }
  return rereadMessage(message)
}

/**
 * Replaces `message.reactions`. Returns undefined if the message was deleted, or changed meanwhile.
 */
export const setReactions = (message: MessageRow, reactions: KeptReaction[]): Promise<MessageRow | undefined> =>
  change(message, {
    set: { reactions: JSON.stringify(reactions) },
    when: is => [
      message.reactions.length > 0 ? is.equal('reactions', JSON.stringify(message.reactions)) : is.absent('reactions'),
      is.absent('isDeleted'),
    ],
  })

/**
 * Replaces `message.votes`. Returns undefined if the message was deleted, or changed meanwhile.
 */
export const setVotes = (message: MessageRow, votes: KeptVote[]): Promise<MessageRow | undefined> =>
  change(message, {
    set: { votes: JSON.stringify(votes) },
    when: is => [
      message.votes.length > 0 ? is.equal('votes', JSON.stringify(message.votes)) : is.absent('votes'),
      is.absent('isDeleted'),
    ],
  })

/** Sets the media after a later success (or another failure) of a download. */
export const setMedia = (message: MessageRow, media: StoredMedia): Promise<MessageRow | undefined> =>
  change(
    message,
    media.error
      ? { set: { media, error: media.error } }
      : { set: { media, ...(media.key ? { fileId: message.id } : {}) }, remove: ['error'] },
  )

/**
 * Sets the transcript of a voice message. Returns undefined if the message was deleted, or has a
 * transcript.
 */
export const setTranscript = (message: MessageRow, transcript: string): Promise<MessageRow | undefined> =>
  reindexed(message, () =>
    change(message, { set: { transcript }, when: is => [is.absent('transcript'), is.absent('isDeleted')] }),
  )

/**
 * Sets the preview of a link in the message's text. Returns undefined if the message was deleted or
 * edited meanwhile.
 */
export const setPreview = (message: MessageRow, preview: StoredPreview): Promise<MessageRow | undefined> =>
  change(message, { set: { preview }, when: is => [is.absent('isDeleted'), is.equal('body', message.body)] })

/**
 * Sets the feedback on a bot's answer; null clears it. Returns undefined if the message was
 * deleted.
 */
export const setFeedback = (message: MessageRow, feedback: Feedback | null): Promise<MessageRow | undefined> =>
  change(message, {
    ...(feedback ? { set: { feedback } } : { remove: ['feedback'] }),
    when: is => [is.absent('isDeleted')],
  })
