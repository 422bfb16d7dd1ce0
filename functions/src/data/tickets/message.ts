/** Messages: reading them, and what happens to one after it was stored. Storing is `storeMessage` in ticket.ts. */
import type { Feedback } from '@balcao/shared/entities/message.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { idsFrom, messageDigest, messageId, timeOfId } from '@balcao/shared/ids.ts'
import type { KeptReaction } from '@balcao/shared/rules/reactions.ts'
import { outsideMessage, webhookWrites } from '../automation/webhook-event.ts'
import { encodeCursor } from '../table/cursor.ts'
import type { Change } from '../table/define-row.ts'
import { keyQuery } from '../table/key-query.ts'
import { type Page, type PageOptions, pageOf, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { unlessRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import { transact, update, WriteRefused } from '../table/transact.ts'
import {
  MESSAGE_ATTRIBUTES,
  MESSAGE_POINTERS,
  MESSAGES,
  type MessageFailure,
  type MessageRow,
  type StoredMessage,
  toMessageRow,
} from './message-row.ts'
import { reindexed } from './message-words.ts'

async function byDigest(companyId: string, digest: string): Promise<MessageRow | undefined> {
  const pointer = await MESSAGE_POINTERS.get({ companyId, digest })
  if (!pointer) return undefined
  const message = await MESSAGES.get({ companyId, ticketId: pointer.ticketId, id: pointer.messageId })
  return message && toMessageRow(message)
}

/** One read unit. */
export async function findMessageByWhatsappId(
  companyId: string,
  connectionId: string,
  whatsappMessageId: string,
): Promise<MessageRow | undefined> {
  return byDigest(companyId, messageDigest(await messageId(connectionId, whatsappMessageId, 0)))
}

/** Whether a message of this WhatsApp id is stored. Half a read unit. */
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

/** Throws ERR_NO_MESSAGE_FOUND. */
export async function requireMessage(companyId: string, id: string): Promise<MessageRow> {
  const message = await getMessage(companyId, id)
  if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return message
}

/** Rows of a ticket's messages before `before`, newest first, and whether there are others. */
async function readMessages(
  companyId: string,
  ticketId: string,
  limit: number,
  before: string | null,
  consistent = false,
) {
  // The partition holds the ticket's other rows too: the range keeps to its messages.
  const range = before ? { from: 'message#0', to: `message#${before}` } : { begins: 'message#' }
  const query = keyQuery('main', `${companyId}#ticket#${ticketId}`, range)
  // `between` takes its ends in; the one where the last page ended is left out.
  const { items, more } = await queryItems<Parameters<typeof toMessageRow>[0]>(query, before ? limit + 1 : limit, {
    attributes: MESSAGE_ATTRIBUTES,
    consistent,
  })
  const rows = items.map(item => toMessageRow({ ...item, companyId, ticketId })).filter(({ id }) => id !== before)
  return { rows, more }
}

/** A ticket's messages, newest first. */
export const messageSource =
  (companyId: string, ticketId: string): Source<MessageRow> =>
  async (wanted, from) => {
    // One more tells whether there is another.
    const { rows: found, more } = await readMessages(companyId, ticketId, wanted + 1, from as string | null)
    const rows = found.slice(0, wanted).map(row => ({ row, position: row.id }))
    return { rows, end: rows.at(-1)?.position ?? from, more: more || found.length > wanted }
  }

/** A page of a ticket's messages, newest first. Throws ERR_INVALID_CURSOR. */
export const pageOfMessages = (companyId: string, ticketId: string, options: PageOptions): Promise<Page<MessageRow>> =>
  pageOf(companyId, listOf(ticketId), messageSource(companyId, ticketId), options)

const listOf = (ticketId: string): string => `messages|${ticketId}`

/** Where a page begins whose newest message is older than this one, or is this one itself. */
export const olderCursor = (companyId: string, ticketId: string, id: string, including = false): string =>
  encodeCursor(companyId, listOf(ticketId), including ? `${id}~` : id)

/**
 * What the contact wrote in a ticket after message `after`, oldest first, the newest `most` of it; null: from message `first` on, or since
 * something of ours stands there. Consistent.
 */
export async function messagesSince(
  companyId: string,
  ticketId: string,
  { after, first }: { after: string | null; first: string | null },
  most: number,
): Promise<MessageRow[]> {
  // Between two of the contact's messages stand at most some of ours.
  const { rows } = await readMessages(companyId, ticketId, most * 2, null, true)
  const end = rows.findIndex(({ id, fromMe }) => (after !== null ? id <= after : first !== null ? id < first : fromMe))
  const newer = end === -1 ? rows : rows.slice(0, end)
  return newer
    .filter(({ fromMe }) => !fromMe)
    .slice(0, most)
    .toReversed()
}

/** Messages of a ticket before `before` (an id; null: the newest), newest first: fewer than `limit` are all there are. */
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

/** Rows read at once while what was written since a moment is looked for. */
const PAGE = 50

/** Messages of a ticket from `since` (epoch ms) on and before `before` (an id; null: all), newest first. Costs what was written since. */
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

/** Rows read at once while messages of the contact are looked for. */
const STEP = 100

/**
 * What the contact wrote in a ticket later than `after` (epoch ms) and up to message `upTo` (null: until now), newest first, the
 * newest `most` of it. Costs what lies between the two.
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
    const query = keyQuery('main', `${companyId}#ticket#${ticketId}`, { from, to })
    const { items, more } = await queryItems<Parameters<typeof toMessageRow>[0]>(query, limit, {
      attributes: MESSAGE_ATTRIBUTES,
    })
    const rows = items.map(item => toMessageRow({ ...item, companyId, ticketId }))
    // `between` takes its ends in: the last row of one step is the first of the next.
    found.push(...rows.filter(({ id, fromMe }) => !fromMe && id !== found.at(-1)?.id))
    const end = `message#${rows.at(-1)?.id}`
    if (found.length >= most || end === to || (rows.length < limit && !more)) break
    to = end
  }
  return found.slice(0, most)
}

/** Behind every id. */
const LAST = '~'

type MessageChange = Change<StoredMessage>

/** Returns the parameters of a change of a message. */
export const changeOf = ({ companyId, ticketId, id }: MessageRow, given: MessageChange): Record<string, unknown> =>
  MESSAGES.change({ companyId, ticketId, id }, given)

/** Carries out a conditional change; returns undefined if its condition failed. */
async function change(message: MessageRow, given: MessageChange): Promise<MessageRow | undefined> {
  const after = await unlessRefused(updateOne(changeOf(message, given)))
  const row = after && MESSAGES.parse(after)
  return row && toMessageRow(row)
}

/** Raises the ack; undefined when it is that high already. A message that arrived after all has not failed. Webhooks hear of it. */
export async function raiseAck(message: MessageRow, ack: number): Promise<MessageRow | undefined> {
  const { companyId } = message
  const raise: MessageChange = {
    set: { ack },
    remove: ack > 0 ? ['error'] : [],
    when: is => [is.below('ack', ack)],
  }
  const data = () => ({ message: outsideMessage({ ...message, ack, error: ack > 0 ? null : message.error }) })
  const told = await webhookWrites(companyId, 'message.acknowledged', data)
  if (told.length === 0) return change(message, raise)
  try {
    await transact([update('message', changeOf(message, raise)), ...told])
  } catch (error) {
    if (error instanceof WriteRefused) return undefined
    throw error
  }
  return getMessage(companyId, message.id)
}

/** Marks a send as failed for good; undefined when WhatsApp has it already. */
export const failMessage = (message: MessageRow, error: MessageFailure): Promise<MessageRow | undefined> =>
  change(message, { set: { error }, when: is => [is.atMost('ack', 0)] })

/** Takes the mark of a failure away: it is tried again. */
export const clearError = (message: MessageRow): Promise<MessageRow | undefined> =>
  change(message, { remove: ['error'] })

/** Puts `reactions` in the place of `message.reactions`; undefined when it is deleted, or changed meanwhile. */
export const setReactions = (message: MessageRow, reactions: KeptReaction[]): Promise<MessageRow | undefined> =>
  change(message, {
    set: { reactions: JSON.stringify(reactions) },
    when: is => [
      message.reactions.length > 0 ? is.equal('reactions', JSON.stringify(message.reactions)) : is.absent('reactions'),
      is.absent('isDeleted'),
    ],
  })

/** A later success (or another failure) of a download. */
export const setMedia = (message: MessageRow, media: StoredMedia): Promise<MessageRow | undefined> =>
  change(message, media.error ? { set: { media, error: media.error } } : { set: { media }, remove: ['error'] })

/** What is said in a voice message; undefined when it is deleted, or is known already. */
export const setTranscript = (message: MessageRow, transcript: string): Promise<MessageRow | undefined> =>
  reindexed(message, () =>
    change(message, { set: { transcript }, when: is => [is.absent('transcript'), is.absent('isDeleted')] }),
  )

/** What people think of a machine's answer; null: nothing any more. Undefined when it is deleted. */
export const setFeedback = (message: MessageRow, feedback: Feedback | null): Promise<MessageRow | undefined> =>
  change(message, {
    ...(feedback ? { set: { feedback } } : { remove: ['feedback'] }),
    when: is => [is.absent('isDeleted')],
  })
