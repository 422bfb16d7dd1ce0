/**
 * Timers: one row per moment, in a bucket per minute, spread over a few partitions. The clock
 * empties the buckets in order. A row's key is derived from its meaning, so arming the same timer
 * for the same moment twice gives one row.
 */
import { randomUUID } from 'node:crypto'
import { Timer } from '@balcao/shared/events/queues.ts'
import { z } from 'zod'
import { inParts } from '../../in-parts.ts'
import { defineRow } from '../table/define-row.ts'
import { unlessRefused } from '../table/refused.ts'
import { deleteOne, putOne } from '../table/single-write.ts'
import { put, type Write } from '../table/transact.ts'

/** Number of partitions per minute. */
const SPREAD = 4

const TIMERS = defineRow({
  kind: 'timer',
  key: { pk: 'system#timer#${minute}#${part}', sk: 'timer#${kind}#${companyId}#${ticketId}' },
  content: z.object({
    minute: z.number(),
    part: z.number(),
    kind: z.string(),
    companyId: z.string(),
    /** Id of the timer's subject: usually a ticket, otherwise a job, a campaign, … */
    ticketId: z.string(),
    payload: z.unknown(),
    /** Id of this arming: arming the same moment again gives another. */
    armed: z.string().optional(),
  }),
})

/** Returns the subject of a timer, usually a ticket; rows store any subject as `ticketId`. */
function subjectOf(timer: Timer): string {
  switch (timer.type) {
    case 'endSupport':
      return timer.sessionId
    case 'runRules':
      return timer.eventId
    case 'distribute':
      return timer.about
    case 'takeBack':
    case 'endAccess':
      return timer.userId
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
    case 'recordGap':
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
    case 'followView':
      return timer.view
    default:
      return timer.ticketId
  }
}

const partOf = (ticketId: string): number => Number.parseInt(ticketId.slice(-2), 16) % SPREAD || 0

/** Returns the minute of a moment (epoch ms). */
export const minuteOf = (at: number): number => Math.floor(at / 60_000)

/** Returns what distinguishes a subject's timers of one minute. */
function kindOf(timer: Timer): string {
  if (timer.type === 'distribute') return `distribute:${timer.queueId}`
  if (timer.type === 'indexMessages') return `indexMessages:${timer.messageIds[0]}`
  return timer.type === 'outbox' && timer.retry ? `outbox:${timer.retry.messageId}` : timer.type
}

/** Returns the key of a timer in the bucket of a minute. */
const placeOf = (timer: Timer, minute: number) => ({
  minute,
  part: partOf(subjectOf(timer)),
  kind: kindOf(timer),
  companyId: timer.companyId,
  ticketId: subjectOf(timer),
})

const record = (timer: Timer, now: number) => ({
  // A past bucket may have been emptied for good: an overdue timer goes into the current one.
  ...placeOf(timer, Math.max(minuteOf(timer.dueAt), minuteOf(now))),
  payload: timer,
  armed: randomUUID(),
})

/** Returns the write that arms a timer, for the transaction it belongs to. */
export const timerWrite = (timer: Timer): Write => put('timer', TIMERS.put(record(timer, Date.now())))

/** Arms a timer without a transaction. */
export async function armTimer(timer: Timer): Promise<void> {
  await putOne(TIMERS.put(record(timer, Date.now())))
}

/** Timer in its bucket; older rows have no `armed`. */
export type ArmedTimer = { timer: Timer; minute: number; armed?: string | undefined }

/**
 * Returns the timers of a minute's bucket, with the fields that `disarm` needs. Unreadable rows are
 * left out.
 */
export async function timersOf(minute: number): Promise<ArmedTimer[]> {
  const parts = await Promise.all(
    Array.from({ length: SPREAD }, (_, part) => TIMERS.every(TIMERS.query({ minute, part }), { consistent: true })),
  )
  return parts.flat().flatMap(row => {
    const timer = Timer.safeParse(row.payload)
    return timer.success ? [{ timer: timer.data, minute, armed: row.armed }] : []
  })
}

/** Number of timers removed in parallel. */
const PARALLEL = 10

/**
 * Removes timers from their bucket after they were enqueued. A timer armed again since stays: the
 * receiver may arm it before this runs, and no other row would remember it.
 */
export async function disarm(entries: readonly ArmedTimer[]): Promise<void> {
  await inParts(entries, PARALLEL, disarmOne)
}

async function disarmOne({ timer, minute, armed }: ArmedTimer): Promise<void> {
  const place = placeOf(timer, minute)
  await unlessRefused(
    deleteOne(
      armed === undefined ? TIMERS.delete(place) : TIMERS.delete(place, { when: is => [is.equal('armed', armed)] }),
    ),
  )
}
