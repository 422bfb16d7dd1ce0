/**
 * What is due when: one row per moment, in a bucket per minute, spread over a few partitions. The clock empties the
 * buckets in order. A row's key is its meaning, so arming the same moment twice is one row.
 */
import { randomUUID } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { Timer } from '@balcao/shared/events/queues.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model, ownedBy, type TableKey } from '../table/entity.ts'
import { isRefused } from '../table/refused.ts'
import { put, type Write } from '../table/transact.ts'

/** Partitions of a minute. */
const SPREAD = 4

const TimerEntity = new Entity({
  model: model('timer'),
  attributes: {
    minute: { type: 'number', required: true },
    part: { type: 'number', required: true },
    kind: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
    ticketId: { type: 'string', required: true },
    payload: { type: 'any', required: true },
    /** Of this arming, and no other of the same moment. */
    armed: { type: 'string' },
  },
  indexes: {
    due: index(
      'main',
      { composite: ['minute', 'part'], template: `${SYSTEM}#timer#\${minute}#\${part}` },
      { composite: ['kind', 'companyId', 'ticketId'], template: `timer#\${kind}#\${companyId}#\${ticketId}` },
    ),
  },
} as const)

/** What a timer is of, a ticket mostly; rows call any of them `ticketId`. */
function subjectOf(timer: Timer): string {
  switch (timer.type) {
    case 'endSupport':
      return timer.sessionId
    case 'startJob':
      return timer.jobId
    case 'sendSchedule':
      return timer.scheduleId
    case 'remindContract':
    case 'renewContract':
      return timer.contractId
    case 'greetBirthdays':
      return timer.companyId
    case 'greetCustomer':
      return timer.customerId
    case 'startCampaign':
    case 'tellReport':
      return timer.campaignId
    case 'sweepDeliveries':
      return timer.targetId
    case 'rehome':
    case 'tick':
      return timer.connectionId
    case 'billCompanies':
      return timer.after
    case 'billCompany':
      return timer.companyId
    case 'remindInvoice':
      return timer.invoiceId
    case 'askCharge':
      return timer.txid
    case 'expireInvitation':
      return timer.invitationId
    default:
      return timer.ticketId
  }
}

const partOf = (ticketId: string): number => Number.parseInt(ticketId.slice(-2), 16) % SPREAD || 0

/** The minute a moment (epoch ms) falls in. */
export const minuteOf = (at: number): number => Math.floor(at / 60_000)

/** What tells a ticket's timers of one minute apart. */
function kindOf(timer: Timer): string {
  if (timer.type === 'indexMessages') return `indexMessages:${timer.messageIds[0]}`
  return timer.type === 'outbox' && timer.retry ? `outbox:${timer.retry.messageId}` : timer.type
}

/** Where a timer stands in the bucket of a minute. */
const placeOf = (timer: Timer, minute: number) => ({
  minute,
  part: partOf(subjectOf(timer)),
  kind: kindOf(timer),
  companyId: timer.companyId,
  ticketId: subjectOf(timer),
})

const record = (timer: Timer, now: number) => ({
  // A bucket of the past may have been emptied for good: what is due already goes into the present one.
  ...placeOf(timer, Math.max(minuteOf(timer.dueAt), minuteOf(now))),
  payload: timer,
  armed: randomUUID(),
})

/** The entity's template. */
const keyOf = ({ minute, part, kind, companyId, ticketId }: ReturnType<typeof placeOf>): TableKey => ({
  pk: `${SYSTEM}#timer#${minute}#${part}`,
  sk: `timer#${kind}#${companyId}#${ticketId}`,
})

/** The write that arms a timer, to go into the transaction it belongs to. */
export function timerWrite(timer: Timer): Write {
  const row = record(timer, Date.now())
  const Item = {
    ...keyOf(row),
    ...ownedBy('timer'),
    ...row,
  }
  return put('timer', { TableName: tableName(), Item })
}

/** Arms a timer on its own. */
export async function armTimer(timer: Timer): Promise<void> {
  await TimerEntity.put(record(timer, Date.now())).go({ client: documentClient(), table: tableName() })
}

/** A timer in its bucket; rows of before say nothing of their arming. */
export type ArmedTimer = { timer: Timer; minute: number; armed?: string | undefined }

/** Timers of a minute's bucket, with what `disarm` needs. Rows that cannot be read any more are left out. */
export async function timersOf(minute: number): Promise<ArmedTimer[]> {
  const parts = await Promise.all(
    Array.from({ length: SPREAD }, (_, part) =>
      TimerEntity.query
        .due({ minute, part })
        .go({ client: documentClient(), table: tableName(), pages: 'all', consistent: true }),
    ),
  )
  return parts.flatMap(({ data }) =>
    data.flatMap(row => {
      const timer = Timer.safeParse(row.payload)
      return timer.success ? [{ timer: timer.data, minute, armed: row.armed }] : []
    }),
  )
}

/** Taken out at a time. */
const PARALLEL = 10

/**
 * Takes timers out of their bucket, after they were handed on. One that was armed again since stays: who it was handed on to may
 * do so before this is reached, and nothing else would remember it.
 */
export async function disarm(entries: readonly ArmedTimer[]): Promise<void> {
  for (let i = 0; i < entries.length; i += PARALLEL) await Promise.all(entries.slice(i, i + PARALLEL).map(disarmOne))
}

async function disarmOne({ timer, minute, armed }: ArmedTimer): Promise<void> {
  const unless =
    armed === undefined ? {} : { ConditionExpression: 'armed = :armed', ExpressionAttributeValues: { ':armed': armed } }
  try {
    await documentClient().send(
      new DeleteCommand({ TableName: tableName(), Key: keyOf(placeOf(timer, minute)), ...unless }),
    )
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}
