/**
 * What a machine (an AI agent, an integration) owes in a ticket: one row a ticket. An inbound message counts up what was asked, in its own
 * transaction; who answers claims the row, so that one answer is under way at a time and messages that arrive meanwhile are answered
 * together; and what is to be said is kept in the row before any of it is said, so that a process that dies says the rest and nothing twice.
 */
import { randomUUID } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { unlessRefused } from '../table/refused.ts'
import { put, transact, update, type Write, WriteRefused } from '../table/transact.ts'

export type MachineTurnRow = {
  companyId: string
  ticketId: string
  /** When the machine came to the ticket, epoch ms; what it says is numbered from there. */
  begunAt: number
  /** How many messages it was asked about, and up to which of them it has answered. */
  asked: number
  answered: number
  /** The number of the answer that is owed now, from 0. */
  turn: number
  /** The newest message that it answered. */
  after: string | null
  /** The message it came with, where that is not the first since something of ours. */
  first: string | null
  /** What the speaker keeps between its answers, as JSON. */
  state: string | null
  /** What is to be said, decided and not yet said, as JSON. */
  outcome: string | null
  /** The newest message that `outcome` answers, and how many were asked by then. */
  outcomeAfter: string | null
  outcomeAsked: number
  /** Since when (epoch ms) it waits for a place among those that its company may ask at once; null when it does not. */
  waitingSince: number | null
}

/** A row that this process has to itself. */
export type ClaimedTurn = MachineTurnRow & { claim: string }

/** Longer than the longest answer may take (infra/stacks/workers-stack.ts): after that who claimed has died (ms). */
export const CLAIM_MS = 125_000
/** A conversation that nobody goes on with is forgotten after so many seconds. */
const KEPT_SECONDS = 60 * 86_400

/** When it is looked whether what was asked was answered (ms). */
const FORGOTTEN_MS = 150_000

const keyOf = (companyId: string, ticketId: string): TableKey => ({
  pk: `${companyId}#ticket#${ticketId}`,
  sk: 'machine',
})

const expiry = (now: number): number => Math.ceil(now / 1000) + KEPT_SECONDS

/**
 * The write, labelled `machine`, that asks for an answer; with `begins` of a machine that has said nothing in the ticket yet, and `first`
 * the message it is asked about where the bot answers that one too.
 */
export function askWrite(
  companyId: string,
  ticketId: string,
  begins: boolean,
  now: number,
  first: string | null = null,
): Write {
  const Key = keyOf(companyId, ticketId)
  if (begins) {
    const row = { begunAt: now, asked: 1, answered: 0, turn: 0, claimedUntil: 0, expiresAt: expiry(now), first }
    return put('machine', { TableName: tableName(), Item: { ...Key, ...row } })
  }
  return update('machine', {
    TableName: tableName(),
    Key,
    UpdateExpression:
      'SET #asked = if_not_exists(#asked, :zero) + :one, #begun = if_not_exists(#begun, :now), #answered = if_not_exists(#answered, :zero), #turn = if_not_exists(#turn, :zero), #claimedUntil = if_not_exists(#claimedUntil, :zero), #expiresAt = :expiresAt',
    ExpressionAttributeNames: {
      '#asked': 'asked',
      '#begun': 'begunAt',
      '#answered': 'answered',
      '#turn': 'turn',
      '#claimedUntil': 'claimedUntil',
      '#expiresAt': 'expiresAt',
    },
    ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':now': now, ':expiresAt': expiry(now) },
  })
}

/** Asks once more when nobody answered: the queue's message may have been lost with who was to send it. */
export const machineTimer = (companyId: string, ticketId: string, now: number): Timer => ({
  type: 'machineTurn',
  companyId,
  ticketId,
  dueAt: now + FORGOTTEN_MS,
})

function toRow(companyId: string, ticketId: string, item: Record<string, unknown>): MachineTurnRow {
  const row = item as Partial<MachineTurnRow>
  return {
    companyId,
    ticketId,
    begunAt: row.begunAt ?? 0,
    asked: row.asked ?? 0,
    answered: row.answered ?? 0,
    turn: row.turn ?? 0,
    after: row.after ?? null,
    first: row.first ?? null,
    state: row.state ?? null,
    outcome: row.outcome ?? null,
    outcomeAfter: row.outcomeAfter ?? null,
    outcomeAsked: row.outcomeAsked ?? 0,
    waitingSince: row.waitingSince ?? null,
  }
}

/** Undefined when no machine was asked in the ticket. */
export async function getMachineTurn(companyId: string, ticketId: string): Promise<MachineTurnRow | undefined> {
  const item = await getItem(keyOf(companyId, ticketId), true)
  return item && toRow(companyId, ticketId, item)
}

/** Takes the row for oneself; undefined when nothing is owed, or somebody else has it. */
export async function claimTurn(companyId: string, ticketId: string, now: number): Promise<ClaimedTurn | undefined> {
  const claim = randomUUID()
  const answer = await unlessRefused(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(companyId, ticketId),
        UpdateExpression: 'SET #claim = :claim, #claimedUntil = :until',
        ConditionExpression: '#asked > #answered AND #claimedUntil < :now',
        ExpressionAttributeNames: {
          '#claim': 'claim',
          '#claimedUntil': 'claimedUntil',
          '#asked': 'asked',
          '#answered': 'answered',
        },
        ExpressionAttributeValues: { ':claim': claim, ':until': now + CLAIM_MS, ':now': now },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  )
  return answer && { ...toRow(companyId, ticketId, answer.Attributes ?? {}), claim }
}

type Values = Record<string, string | number | null>

/** Sets attributes of a row while it is this process's; null takes one away. */
function changeOf({ companyId, ticketId, claim }: ClaimedTurn, values: Values) {
  const entries = Object.entries(values)
  const set = entries.filter(([, value]) => value !== null).map(([name]) => `#${name} = :${name}`)
  const gone = entries.filter(([, value]) => value === null).map(([name]) => `#${name}`)
  return {
    Key: keyOf(companyId, ticketId),
    UpdateExpression: [
      ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
      ...(gone.length > 0 ? [`REMOVE ${gone.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: '#claim = :claimed',
    ExpressionAttributeNames: { '#claim': 'claim', ...Object.fromEntries(entries.map(([name]) => [`#${name}`, name])) },
    ExpressionAttributeValues: {
      ':claimed': claim,
      ...Object.fromEntries(entries.filter(([, value]) => value !== null).map(([name, value]) => [`:${name}`, value])),
    },
  }
}

/** Answers the row, undefined when it is another's by now. */
async function setClaimed(turn: ClaimedTurn, values: Values): Promise<MachineTurnRow | undefined> {
  const answer = await unlessRefused(
    documentClient().send(
      new UpdateCommand({ TableName: tableName(), ...changeOf(turn, values), ReturnValues: 'ALL_NEW' }),
    ),
  )
  return answer && toRow(turn.companyId, turn.ticketId, answer.Attributes ?? {})
}

/** Keeps what is to be said, before any of it is, in one transaction with `along`. False when the row is another's by now. */
export async function keepOutcome(
  turn: ClaimedTurn,
  outcome: string,
  after: string | null,
  along: readonly Write[] = [],
): Promise<boolean> {
  const values = { outcome, outcomeAfter: after, outcomeAsked: turn.asked }
  if (along.length === 0) return (await setClaimed(turn, values)) !== undefined
  try {
    await transact([update('machine', { TableName: tableName(), ...changeOf(turn, values) }), ...along])
    return true
  } catch (error) {
    if (error instanceof WriteRefused && error.label === 'machine') return false
    throw error
  }
}

/** The answer was given: the row is free again. Answers whether more was asked meanwhile. */
export async function finishTurn(turn: ClaimedTurn, state: string | null): Promise<boolean> {
  const { outcomeAfter, outcomeAsked, after } = turn
  const row = await setClaimed(turn, {
    answered: outcomeAsked,
    after: outcomeAfter ?? after,
    turn: turn.turn + 1,
    state,
    outcome: null,
    outcomeAfter: null,
    waitingSince: null,
    claimedUntil: 0,
  })
  return row !== undefined && row.asked > row.answered
}

/** Gives the row back with nothing done; what is owed stays owed. */
export async function releaseTurn(turn: ClaimedTurn): Promise<void> {
  await setClaimed(turn, { claimedUntil: 0 })
}

/** Gives the row back until `until` (epoch ms): there was no place, and whoever is told of it before that need not look. */
export async function letWait(turn: ClaimedTurn, since: number, until: number): Promise<boolean> {
  return (await setClaimed(turn, { waitingSince: since, claimedUntil: until })) !== undefined
}
