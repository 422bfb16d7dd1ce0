/**
 * What is due when: one row per moment, in a bucket per minute, spread over a few partitions. The clock empties the
 * buckets in order. A row's key is its meaning, so arming the same moment twice is one row.
 */
import { Timer } from '@balcao/shared/events/queues.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model, ownedBy } from '../table/entity.ts'
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

const record = (timer: Timer, now: number) => ({
  // A bucket of the past may have been emptied for good: what is due already goes into the present one.
  minute: Math.max(minuteOf(timer.dueAt), minuteOf(now)),
  part: partOf(subjectOf(timer)),
  kind: kindOf(timer),
  companyId: timer.companyId,
  ticketId: subjectOf(timer),
  payload: timer,
})

/** The write that arms a timer, to go into the transaction it belongs to. */
export function timerWrite(timer: Timer): Write {
  const row = record(timer, Date.now())
  const Item = {
    pk: `${SYSTEM}#timer#${row.minute}#${row.part}`,
    sk: `timer#${row.kind}#${row.companyId}#${row.ticketId}`,
    ...ownedBy('timer'),
    ...row,
  }
  return put('timer', { TableName: tableName(), Item })
}

/** Arms a timer on its own. */
export async function armTimer(timer: Timer): Promise<void> {
  await TimerEntity.put(record(timer, Date.now())).go({ client: documentClient(), table: tableName() })
}

/** Timers of a minute's bucket, with what `disarm` needs. Rows that cannot be read any more are left out. */
export async function timersOf(minute: number): Promise<{ timer: Timer; minute: number }[]> {
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
      return timer.success ? [{ timer: timer.data, minute }] : []
    }),
  )
}

/** Takes timers out of their bucket, after they were handed on. */
export async function disarm(entries: readonly { timer: Timer; minute: number }[]): Promise<void> {
  if (entries.length === 0) return
  await TimerEntity.delete(
    entries.map(({ timer, minute }) => ({
      minute,
      part: partOf(subjectOf(timer)),
      kind: kindOf(timer),
      companyId: timer.companyId,
      ticketId: subjectOf(timer),
    })),
  ).go({ client: documentClient(), table: tableName(), concurrency: 4 })
}
