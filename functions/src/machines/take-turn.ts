/**
 * Sends a bot's reply in a ticket: claim it → acquire a slot among those its company may use at
 * once → ask the bot → store its answer → send it → hand off or close, as it says. A process may
 * die anywhere: a stored answer is sent under the same ids by the next attempt; without one the bot
 * is asked once more.
 */
import type { MachineTurn } from '@balcao/shared/events/queues.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { MACHINE_NOTES, reasonOf } from '@balcao/shared/rules/machine-notes.ts'
import { silenced } from '@balcao/shared/rules/queue-menu.ts'
import { freePlace, takePlace } from '../data/automation/machine-places.ts'
import {
  type ClaimedTurn,
  claimTurn,
  finishTurn,
  keepOutcome,
  letWait,
  type MachineTurnRow,
  releaseTurn,
} from '../data/automation/machine-turn.ts'
import { silencedBy } from '../data/company/company.ts'
import { countMonthlyUse } from '../data/company/monthly-use.ts'
import { messagesSince } from '../data/tickets/message.ts'
import { changeTicket, getTicket } from '../data/tickets/ticket.ts'
import { createNote } from '../data/tickets/ticket-note.ts'
import { isServed, machineOf, NO_MACHINE, type TicketRow } from '../data/tickets/ticket-row.ts'
import { configurationOf } from '../messaging/configuration.ts'
import { enqueueMachineTurn } from '../messaging/enqueue.ts'
import { tellLogs, tellNote, tellTicket } from '../messaging/tell.ts'
import { handOver } from './hand-over.ts'
import type { Answer, Asked } from './machine.ts'
import { noteOf } from './note-of.ts'
import { sayLines } from './say-lines.ts'
import { SPEAKERS } from './speakers.ts'

/** Maximum number of messages answered together. */
const MOST_MESSAGES = 20

/** Maximum time (ms) a conversation waits for a slot; then a person has it. */
const MOST_WAIT_MS = 180_000
/** Seconds until the next attempt to acquire a slot: at first, and at most. */
const FIRST_LOOK = 1
const LAST_LOOK = 10

export async function takeTurn({ companyId, ticketId }: MachineTurn): Promise<void> {
  const now = Date.now()
  const turn = await claimTurn(companyId, ticketId, now)
  if (!turn) return
  const isTooLate = turn.waitingSince !== null && now - turn.waitingSince > MOST_WAIT_MS
  try {
    if (isTooLate) return await answerTurn(turn, tooLate)
    const place = await takePlace(companyId, now)
    if (!place) return await waitForPlace(turn, now)
    try {
      await answerTurn(turn, answerTo)
    } finally {
      // If it cannot be released, it expires.
      await freePlace(place).catch(() => {})
    }
  } catch (error) {
    // The next attempt need not wait until the claim is over.
    await releaseTurn(turn).catch(() => {})
    throw error
  }
}

/**
 * Enqueues the reply for a little later, as a message of its own, since it has not failed. Until
 * then the row rests, so that of all messages about this ticket one continues.
 */
async function waitForPlace(turn: ClaimedTurn, now: number): Promise<void> {
  const { companyId, ticketId } = turn
  const since = turn.waitingSince ?? now
  const pause = Math.min(LAST_LOOK, FIRST_LOOK + (now - since) / 10_000)
  // Random, so that not all of them come at the same moment.
  const seconds = Math.ceil(pause * (1 + Math.random() / 2))
  // A little before the message, as clocks differ a little.
  if (await letWait(turn, since, now + seconds * 1000 - 500)) await enqueueMachineTurn({ companyId, ticketId }, seconds)
}

type AnswerOf = (turn: ClaimedTurn, ticket: TicketRow, messages: Asked['messages']) => Promise<Answer>

async function answerTurn(turn: ClaimedTurn, answerOf: AnswerOf): Promise<void> {
  const { companyId, ticketId } = turn
  const ticket = await getTicket(companyId, ticketId, true)
  const kept = turn.outcome === null ? undefined : (JSON.parse(turn.outcome) as Answer)
  const maySpeak = ticket && isServed(ticket) && !(await silencedBy(companyId))
  const answer = maySpeak ? (kept ?? (await ask(turn, ticket, answerOf))) : NOTHING
  if (!answer) return
  // No reply is due: what was asked is no longer owed, and is read with the contact's next message.
  if (answer === NOTHING) turn.outcomeAsked = turn.asked
  if (ticket && answer !== NOTHING) {
    const isHeard = await sayLines(ticket, turn, answer)
    if (isHeard) await leave(ticket, answer)
    if (answer.remark) await remark(turn, ticket, answer.remark)
  }
  const isOwed = await finishTurn(turn, answer.state === undefined ? turn.state : JSON.stringify(answer.state))
  if (isOwed) await enqueueMachineTurn({ companyId, ticketId })
}

const NOTHING: Answer = { lines: [] }

const tooLate: AnswerOf = async (_, ticket) => ({
  lines: [],
  handOver: { reason: reasonOf('late'), by: { id: machineOf(ticket)!.id, name: MACHINE_NOTES.late.by.pt } },
})

/**
 * Asks the bot and stores its answer in the row, and in `turn`. Undefined when another process has
 * the row by now.
 */
async function ask(turn: ClaimedTurn, ticket: TicketRow, answerOf: AnswerOf): Promise<Answer | undefined> {
  const { companyId } = ticket
  const messages = await messagesSince(companyId, ticket.id, turn, MOST_MESSAGES)
  const after = messages.at(-1)?.id ?? null
  const answer = messages.length > 0 ? await answerOf(turn, ticket, messages) : NOTHING
  turn.outcomeAfter = after
  turn.outcomeAsked = turn.asked
  const spent = answer.tokens ? [await countMonthlyUse(companyId, 'tokens', answer.tokens, null)] : []
  return (await keepOutcome(turn, JSON.stringify(answer), after, spent)) ? answer : undefined
}

async function answerTo(...[turn, ticket, messages]: Parameters<AnswerOf>): Promise<Answer> {
  const { companyId } = ticket
  const machine = machineOf(ticket)!
  const configuration = await configurationOf(companyId, ticket.whatsapp.id)
  const speak = SPEAKERS[machine.kind]
  // The connection was deleted, and its conversations with it.
  if (!configuration || !speak) return NOTHING
  return speak({
    companyId,
    ticket,
    id: machine.id,
    configuration,
    messages,
    turn: turn.turn,
    key: keyOf(turn),
    state: turn.state === null ? null : JSON.parse(turn.state),
  })
}

/** Returns the idempotency key of a bot's reply. */
export const keyOf = ({ ticketId, begunAt, turn }: MachineTurnRow): string => `${ticketId}:${begunAt}:${turn}`

/** Writes a remark under an id made of the reply, so that writing it again is writing it once. */
async function remark(
  turn: ClaimedTurn,
  ticket: TicketRow,
  { reason, by }: NonNullable<Answer['remark']>,
): Promise<void> {
  const id = await messageId(ticket.whatsapp.id, `note|${keyOf(turn)}`, turn.begunAt)
  const given = { id, ...noteOf(reason), ticketId: ticket.id, contactId: ticket.contact.id, user: by }
  await tellNote(ticket, await createNote(ticket.companyId, given))
}

async function leave(ticket: TicketRow, answer: Answer): Promise<void> {
  if (answer.handOver) return handOver(ticket, answer.handOver)
  if (!answer.close) return
  const closed = await changeTicket(ticket.companyId, ticket.id, now =>
    isServed(now)
      ? {
          set: { ...NO_MACHINE, status: 'closed', chatbot: false, menu: silenced(now.menu, Date.now()) },
          logs: [{ type: 'closed', queue: now.queue }],
        }
      : undefined,
  )
  if (closed.ticket !== closed.before)
    await Promise.all([tellTicket(closed.ticket, closed.before), tellLogs(closed.ticket, closed.logs)])
}
