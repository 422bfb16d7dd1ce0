/**
 * What is due when: one row per moment, in a bucket per minute, spread over a few partitions. The clock empties the
 * buckets in order. A row's key is its meaning, so arming the same moment twice is one row.
 */
import { randomUUID } from 'node:crypto'
import { Timer } from '@balcao/shared/events/queues.ts'
import { z } from 'zod'
import { inParts } from '../../in-parts.ts'
import { defineRow } from '../table/define-row.ts'
import { unlessRefused } from '../table/refused.ts'
import { deleteOne, putOne } from '../table/single-write.ts'
import { put, type Write } from '../table/transact.ts'

/** Partitions of a minute. */
const SPREAD = 4

const TIMERS = defineRow({
  kind: 'timer',
  key: { pk: 'system#timer#${minute}#${part}', sk: 'timer#${kind}#${companyId}#${ticketId}' },
  content: z.object({
    minute: z.number(),
    part: z.number(),
    kind: z.string(),
    companyId: z.string(),
    /** Id of what the timer is about: a ticket mostly, a job, a campaign, … */
    ticketId: z.string(),
    payload: z.unknown(),
    /** Id of this arming: another arming of the same moment has another. */
    armed: z.string().optional(),
  }),
})

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

/** Returns the write that arms a timer, to go into the transaction it belongs to. */
export const timerWrite = (timer: Timer): Write => put('timer', TIMERS.put(record(timer, Date.now())))

/** Arms a timer on its own. */
export async function armTimer(timer: Timer): Promise<void> {
  await putOne(TIMERS.put(record(timer, Date.now())))
}

/** A timer in its bucket; rows of before say nothing of their arming. */
export type ArmedTimer = { timer: Timer; minute: number; armed?: string | undefined }

/** Timers of a minute's bucket, with what `disarm` needs. Rows that cannot be read any more are left out. */
export async function timersOf(minute: number): Promise<ArmedTimer[]> {
  const parts = await Promise.all(
    Array.from({ length: SPREAD }, (_, part) => TIMERS.every(TIMERS.query({ minute, part }), { consistent: true })),
  )
  return parts.flat().flatMap(row => {
    const timer = Timer.safeParse(row.payload)
    return timer.success ? [{ timer: timer.data, minute, armed: row.armed }] : []
  })
}

/** Taken out at a time. */
const PARALLEL = 10

/**
 * Takes timers out of their bucket, after they were handed on. One that was armed again since stays: who it was handed on to may
 * do so before this is reached, and nothing else would remember it.
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
