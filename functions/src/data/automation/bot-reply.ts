/**
 * Reply that a bot (an AI agent, an integration) owes in a ticket: one row per ticket. An inbound
 * message increments the number asked, in its own transaction. The process that replies claims the
 * row, so that only one reply is in progress at a time and messages that arrive meanwhile are
 * answered together. The reply is stored in the row before any of it is sent, so that after a crash
 * the rest is sent and nothing twice.
 */
import { randomUUID } from 'node:crypto'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { unlessRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import { put, transact, update, type Write, WriteConflict } from '../table/transact.ts'

export type BotReplyRow = {
  companyId: string
  ticketId: string
  /** Time (epoch ms) at which the bot took the ticket; its messages are numbered from there. */
  begunAt: number
  /** Number of messages the bot was asked about, and the number it has answered. */
  asked: number
  answered: number
  /** Number of the reply that is owed now, from 0. */
  replyNumber: number
  /** Newest message that the bot answered. */
  after: string | null
  /** Message with which the bot began, if that is not the first since a message of ours. */
  first: string | null
  /** State the bot keeps between its replies, as JSON. */
  state: string | null
  /** Steps of a reply that is not decided yet, as JSON (`BotSteps`). */
  steps: string | null
  /** Reply that is decided and not sent yet, as JSON. */
  outcome: string | null
  /** Newest message that `outcome` answers, and the number asked by then. */
  outcomeAfter: string | null
  outcomeAsked: number
  /**
   * Time (epoch ms) since which the reply waits for one of its company's slots; null if it does not
   * wait.
   */
  waitingSince: number | null
}

/** Steps of a reply: its next attempt answers the same messages, and goes on from there. */
export type BotSteps = {
  /** Newest message that is answered, and the number asked by then. */
  after: string | null
  asked: number
  /** The bot's own part. */
  done: unknown
}

/** Another process has the reply by now; this one stops. */
export class ClaimLost extends Error {}

/** Row claimed by this process. */
export type ClaimedBotReply = BotReplyRow & { claim: string }

/**
 * Duration (ms) of a claim: longer than the longest reply may take (infra/stacks/workers-stack.ts);
 * after that its holder has died.
 */
export const CLAIM_MS = 125_000
/** Seconds after which an inactive conversation is forgotten. */
const KEPT_SECONDS = 60 * 86_400

/** Delay (ms) after which a timer checks whether the bot has replied. */
const FORGOTTEN_MS = 150_000

const number = z.number().optional()
const text = z.string().optional()

/**
 * Fields of `BotReplyRow`, with `turn` for `replyNumber`; those that are null or 0 may be absent.
 */
const BOT_REPLIES = defineRow({
  kind: 'machineTurn',
  key: { pk: '${companyId}#ticket#${ticketId}', sk: 'machine' },
  content: z.object({
    companyId: z.string(),
    ticketId: z.string(),
    begunAt: number,
    asked: number,
    answered: number,
    turn: number,
    after: text,
    first: z.string().nullish(),
    state: text,
    steps: text,
    outcome: text,
    outcomeAfter: text,
    outcomeAsked: number,
    waitingSince: number,
    /** Process that replies, and the time (epoch ms) until which it does. */
    claim: text,
    claimedUntil: number,
    /** Epoch seconds. */
    expiresAt: number,
  }),
  keyOnly: ['companyId', 'ticketId'],
  unmarked: true,
})
type Stored = RowOf<typeof BOT_REPLIES>

const expiry = (now: number): number => Math.ceil(now / 1000) + KEPT_SECONDS

/**
 * Returns the write, labelled `machine`, that requests a reply; `begins` is set for a bot that has
 * sent nothing in the ticket yet, and `first` is the message it was asked about if it answers that
 * one too.
 */
export function askBotWrite(
  companyId: string,
  ticketId: string,
  begins: boolean,
  now: number,
  first: string | null = null,
): Write {
  const ids = { companyId, ticketId }
  const initial = { begunAt: now, answered: 0, turn: 0, claimedUntil: 0 }
  return begins
    ? put('machine', BOT_REPLIES.put({ ...ids, ...initial, asked: 1, expiresAt: expiry(now), first }))
    : update('machine', BOT_REPLIES.upsert(ids, { set: { expiresAt: expiry(now) }, initial, add: { asked: 1 } }))
}

/**
 * Returns the timer that requests the reply again if there was none: the queue message may have
 * been lost with the process that was to send it.
 */
export const botReplyTimer = (companyId: string, ticketId: string, now: number): Timer => ({
  type: 'machineTurn',
  companyId,
  ticketId,
  dueAt: now + FORGOTTEN_MS,
})

function toRow(row: Stored): BotReplyRow {
  return {
    companyId: row.companyId,
    ticketId: row.ticketId,
    begunAt: row.begunAt ?? 0,
    asked: row.asked ?? 0,
    answered: row.answered ?? 0,
    replyNumber: row.turn ?? 0,
    after: row.after ?? null,
    first: row.first ?? null,
    state: row.state ?? null,
    steps: row.steps ?? null,
    outcome: row.outcome ?? null,
    outcomeAfter: row.outcomeAfter ?? null,
    outcomeAsked: row.outcomeAsked ?? 0,
    waitingSince: row.waitingSince ?? null,
  }
}

/** Claims the row; returns undefined if no reply is owed, or another process holds the claim. */
export async function claimBotReply(
  companyId: string,
  ticketId: string,
  now: number,
): Promise<ClaimedBotReply | undefined> {
  const claim = randomUUID()
  const claimed = await unlessRefused(
    updateOne(
      BOT_REPLIES.change(
        { companyId, ticketId },
        {
          set: { claim, claimedUntil: now + CLAIM_MS },
          when: is => [is.exceeds('asked', 'answered'), is.below('claimedUntil', now)],
        },
      ),
    ),
  )
  return claimed && { ...toRow(BOT_REPLIES.parse(claimed)!), claim }
}

type Values = { [Name in Exclude<keyof Stored, 'companyId' | 'ticketId'>]?: Stored[Name] | null }

/**
 * Returns the update that sets attributes of a row while this process holds it; null removes one.
 */
const changeOf = (reply: ClaimedBotReply, values: Values) =>
  BOT_REPLIES.change(reply, {
    set: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    remove: (Object.keys(values) as (keyof Values)[]).filter(name => values[name] === null),
    when: is => [is.equal('claim', reply.claim)],
  })

/** Updates a claimed row and returns it, or undefined if another process holds it by now. */
async function setClaimed(reply: ClaimedBotReply, values: Values): Promise<BotReplyRow | undefined> {
  const changed = await unlessRefused(updateOne(changeOf(reply, values)))
  return changed && toRow(BOT_REPLIES.parse(changed)!)
}

/**
 * Stores the reply before any of it is sent, in one transaction with `extraWrites`. Returns false
 * if another process holds the row by now.
 */
export async function storeBotOutcome(
  reply: ClaimedBotReply,
  outcome: string,
  after: string | null,
  extraWrites: readonly Write[] = [],
): Promise<boolean> {
  const values = { steps: null, outcome, outcomeAfter: after, outcomeAsked: reply.outcomeAsked }
  if (extraWrites.length === 0) return (await setClaimed(reply, values)) !== undefined
  return transactClaimed(reply, values, extraWrites)
}

/** Updates a claimed row in one transaction; returns false if another process holds it by now. */
async function transactClaimed(reply: ClaimedBotReply, values: Values, extraWrites: readonly Write[]) {
  try {
    await transact([update('machine', changeOf(reply, values)), ...extraWrites])
    return true
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'machine') return false
    throw error
  }
}

/**
 * Stores the steps of a reply before it continues, in one transaction with `extraWrites`.
 * @throws ClaimLost
 */
export async function storeBotSteps(
  reply: ClaimedBotReply,
  steps: BotSteps,
  extraWrites: readonly Write[] = [],
): Promise<void> {
  if (!(await transactClaimed(reply, { steps: JSON.stringify(steps) }, extraWrites))) throw new ClaimLost()
}

/** Releases the row after the reply was sent. Returns whether more was asked meanwhile. */
export async function finishBotReply(reply: ClaimedBotReply, state: string | null): Promise<boolean> {
  const { outcomeAfter, outcomeAsked, after } = reply
  const row = await setClaimed(reply, {
    answered: outcomeAsked,
    after: outcomeAfter ?? after,
    turn: reply.replyNumber + 1,
    state,
    steps: null,
    outcome: null,
    outcomeAfter: null,
    waitingSince: null,
    claimedUntil: 0,
  })
  return row !== undefined && row.asked > row.answered
}

/** Releases the row without a change; the reply is still owed. */
export async function releaseBotReply(reply: ClaimedBotReply): Promise<void> {
  await setClaimed(reply, { claimedUntil: 0 })
}

/**
 * Releases the row until `until` (epoch ms), as no slot was free; messages about it before then can
 * be ignored.
 */
export async function deferBotReply(reply: ClaimedBotReply, since: number, until: number): Promise<boolean> {
  return (await setClaimed(reply, { waitingSince: since, claimedUntil: until })) !== undefined
}
