/**
 * Sends a bot's reply in a ticket: claim it → acquire a slot among those its company may use at
 * once → ask the bot → store its answer → send it → set the priority, hand off or close, as it
 * says. A process may die anywhere: a stored answer is sent under the same ids by the next attempt;
 * without one the bot is asked once more.
 */
import type { NoteReason } from '@balcao/shared/entities/ticket.ts'
import type { BotReplyJob } from '@balcao/shared/events/queues.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { BOT_NOTES, reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { silenced } from '@balcao/shared/rules/queue-menu.ts'
import { aiUseWrites } from '../data/automation/ai-use.ts'
import { acquireSlot, releaseSlot } from '../data/automation/bot-concurrency.ts'
import { botAnswerWrite, isAnsweredEnough, MAX_BOT_ANSWERS } from '../data/automation/bot-pace.ts'
import {
  type BotReplyRow,
  type BotSteps,
  type ClaimedBotReply,
  ClaimLost,
  claimBotReply,
  deferBotReply,
  finishBotReply,
  releaseBotReply,
  storeBotOutcome,
  storeBotSteps,
} from '../data/automation/bot-reply.ts'
import { PROMPTS } from '../data/automation/prompt.ts'
import { silencedBy } from '../data/company/company.ts'
import { getRow } from '../data/table/small-list.ts'
import { messagesSince } from '../data/tickets/message.ts'
import { changeTicket, getTicket } from '../data/tickets/ticket.ts'
import { createNote } from '../data/tickets/ticket-note.ts'
import { botOf, isServed, NO_BOT, type TicketRow } from '../data/tickets/ticket-row.ts'
import { configurationOf } from '../messaging/configuration.ts'
import { enqueueBotReply } from '../messaging/enqueue.ts'
import { publishNote, publishTicket, publishTicketLogs } from '../messaging/publish-ticket.ts'
import { priorityOf } from '../messaging/transition-ticket.ts'
import type { BotAnswer, BotRequest } from './bot.ts'
import { BOT_KINDS } from './bot-kinds.ts'
import { botNote } from './bot-note.ts'
import { handOff } from './hand-off.ts'
import { sendReplies } from './send-replies.ts'

/** Maximum number of messages answered together. */
const MAX_MESSAGES = 20

/** Maximum time (ms) a conversation waits for a slot; then a person has it. */
const MAX_WAIT_MS = 180_000
/** Seconds until the next attempt to acquire a slot: at first, and at most. */
const MIN_RETRY_SECONDS = 1
const MAX_RETRY_SECONDS = 10

export async function runBotReply({ companyId, ticketId }: BotReplyJob): Promise<void> {
  const now = Date.now()
  const reply = await claimBotReply(companyId, ticketId, now)
  if (!reply) return
  const isTooLate = reply.waitingSince !== null && now - reply.waitingSince > MAX_WAIT_MS
  try {
    if (isTooLate) return await completeBotReply(reply, endWith(reasonOf('late')))
    const slot = await acquireSlot(companyId, now)
    if (!slot) return await waitForSlot(reply, now)
    try {
      await completeBotReply(reply, askUnlessEnough)
    } finally {
      // If it cannot be released, it expires.
      await releaseSlot(slot).catch(() => {})
    }
  } catch (error) {
    // The next attempt need not wait until the claim is over.
    await releaseBotReply(reply).catch(() => {})
    throw error
  }
}

/**
 * Enqueues the reply for a little later, as a message of its own, since it has not failed. Until
 * then the row rests, so that of all messages about this ticket one continues.
 */
async function waitForSlot(reply: ClaimedBotReply, now: number): Promise<void> {
  const { companyId, ticketId } = reply
  const since = reply.waitingSince ?? now
  const pause = Math.min(MAX_RETRY_SECONDS, MIN_RETRY_SECONDS + (now - since) / 10_000)
  // Random, so that not all of them come at the same moment.
  const seconds = Math.ceil(pause * (1 + Math.random() / 2))
  // A little before the message, as clocks differ a little.
  if (await deferBotReply(reply, since, now + seconds * 1000 - 500))
    await enqueueBotReply({ companyId, ticketId }, seconds)
}

type Asked = Pick<BotRequest, 'messages' | 'steps' | 'saveSteps'>
type AnswerOf = (reply: ClaimedBotReply, ticket: TicketRow, asked: Asked) => Promise<BotAnswer>

async function completeBotReply(reply: ClaimedBotReply, answerOf: AnswerOf): Promise<void> {
  const { companyId, ticketId } = reply
  const ticket = await getTicket(companyId, ticketId, true)
  const kept = reply.outcome === null ? undefined : (JSON.parse(reply.outcome) as BotAnswer)
  const mayReply = ticket && isServed(ticket) && !(await silencedBy(companyId))
  const answer = mayReply ? (kept ?? (await answerOnce(reply, ticket, answerOf))) : NOTHING
  if (!answer) return
  // No reply is due: what was asked is no longer owed, and is read with the contact's next message.
  if (answer === NOTHING) reply.outcomeAsked = reply.asked
  if (ticket && answer !== NOTHING) {
    const isSent = await sendReplies(ticket, reply, answer)
    if (isSent) {
      await setPriority(ticket, answer)
      await handOffOrClose(ticket, answer)
    }
    if (answer.remark) await remark(reply, ticket, answer.remark)
  }
  const isOwed = await finishBotReply(reply, answer.state === undefined ? reply.state : JSON.stringify(answer.state))
  if (isOwed) await enqueueBotReply({ companyId, ticketId })
}

const NOTHING: BotAnswer = { lines: [] }

/** Returns the answer of a bot whose part ends without its own words. */
const endWith =
  (reason: NoteReason): AnswerOf =>
  async (_, ticket, { steps }) => {
    const { id } = botOf(ticket)!
    // Only agents have steps. Their tools' messages are sent: the customer must read of an order.
    const kept = steps as Pick<BotAnswer, 'lines' | 'state'> | undefined
    const agent = kept && (await getRow(ticket.companyId, PROMPTS, id))
    return {
      lines: kept?.lines ?? [],
      ...(kept ? { state: kept.state } : {}),
      ...(agent ? { name: agent.name } : {}),
      handOver: { reason, by: { id, name: BOT_NOTES.late.by.pt } },
    }
  }

/** Asks the bot, unless it may be another bot that it answers. */
const askUnlessEnough: AnswerOf = async (reply, ticket, asked) =>
  (await isAnsweredEnough(ticket.companyId, ticket.contact.id, Date.now()))
    ? endWith(reasonOf('many', { words: String(MAX_BOT_ANSWERS) }))(reply, ticket, asked)
    : askBot(reply, ticket, asked)

/**
 * Asks the bot and stores its answer in the row. Returns undefined when another process has the row
 * by now.
 */
async function answerOnce(
  reply: ClaimedBotReply,
  ticket: TicketRow,
  answerOf: AnswerOf,
): Promise<BotAnswer | undefined> {
  const { companyId } = ticket
  const begun = reply.steps === null ? undefined : (JSON.parse(reply.steps) as BotSteps)
  const since = await messagesSince(companyId, ticket.id, reply, MAX_MESSAGES)
  // Messages that came after the steps are answered by the next reply.
  const messages = begun ? since.filter(({ id }) => begun.after !== null && id <= begun.after) : since
  const after = messages.at(-1)?.id ?? null
  reply.outcomeAfter = after
  reply.outcomeAsked = begun?.asked ?? reply.asked
  const saveSteps: BotRequest['saveSteps'] = (done, writes) =>
    storeBotSteps(reply, { after, asked: reply.outcomeAsked, done }, writes)
  try {
    const asked = { messages, steps: begun?.done, saveSteps }
    const answer = messages.length > 0 ? await answerOf(reply, ticket, asked) : NOTHING
    const by = { kind: 'prompt', id: botOf(ticket)?.id ?? '', name: answer.name ?? '' } as const
    const spent = await aiUseWrites(companyId, by, ...(answer.uses ?? []))
    const counted = answer.lines.length > 0 ? [botAnswerWrite(companyId, ticket.contact.id, Date.now())] : []
    return (await storeBotOutcome(reply, JSON.stringify(answer), after, [...spent, ...counted])) ? answer : undefined
  } catch (error) {
    if (error instanceof ClaimLost) return undefined
    throw error
  }
}

async function askBot(...[reply, ticket, asked]: Parameters<AnswerOf>): Promise<BotAnswer> {
  const { companyId } = ticket
  const bot = botOf(ticket)!
  const configuration = await configurationOf(companyId, ticket.whatsapp.id)
  const replyWith = BOT_KINDS[bot.kind]
  // The connection was deleted, and its conversations with it.
  if (!configuration || !replyWith) return NOTHING
  return replyWith({
    companyId,
    ticket,
    id: bot.id,
    configuration,
    ...asked,
    replyCount: reply.replyNumber,
    key: replyKey(reply),
    state: reply.state === null ? null : JSON.parse(reply.state),
  })
}

/** Returns the idempotency key of a bot's reply. */
export const replyKey = ({ ticketId, begunAt, replyNumber }: BotReplyRow): string =>
  `${ticketId}:${begunAt}:${replyNumber}`

/** Writes a remark under an id made of the reply, so that writing it again is writing it once. */
async function remark(
  reply: ClaimedBotReply,
  ticket: TicketRow,
  { reason, by }: NonNullable<BotAnswer['remark']>,
): Promise<void> {
  const id = await messageId(ticket.whatsapp.id, `note|${replyKey(reply)}`, reply.begunAt)
  const given = { id, ...botNote(reason), ticketId: ticket.id, contactId: ticket.contact.id, user: by }
  await publishNote(ticket, await createNote(ticket.companyId, given))
}

/** Sets the priority that an answer says, while the bot has the ticket. */
async function setPriority(ticket: TicketRow, { priority: to }: BotAnswer): Promise<void> {
  if (to === undefined) return
  const changed = await changeTicket(ticket.companyId, ticket.id, now => {
    const change = isServed(now) && priorityOf(now, now.status, { priority: to }, { viewer: null, user: null })
    return change ? { ...change, touch: false } : undefined
  })
  if (changed.ticket !== changed.before)
    await Promise.all([publishTicket(changed.ticket, changed.before), publishTicketLogs(changed.ticket, changed.logs)])
}

async function handOffOrClose(ticket: TicketRow, answer: BotAnswer): Promise<void> {
  if (answer.handOver) return handOff(ticket, answer.handOver)
  if (!answer.close) return
  const closed = await changeTicket(ticket.companyId, ticket.id, now =>
    isServed(now)
      ? {
          set: { ...NO_BOT, status: 'closed', abandoned: false, chatbot: false, menu: silenced(now.menu, Date.now()) },
          logs: [{ type: 'closed', queue: now.queue }],
        }
      : undefined,
  )
  if (closed.ticket !== closed.before)
    await Promise.all([publishTicket(closed.ticket, closed.before), publishTicketLogs(closed.ticket, closed.logs)])
}
