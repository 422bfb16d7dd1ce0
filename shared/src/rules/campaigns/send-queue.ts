/**
 * Send queue of a connection: the campaigns that send over it in order, when its next message may
 * leave, and what prevents it. Pure: the worker reads and writes the row (decision 0019).
 */
import type { CampaignSettings, CampaignWait } from '../../entities/campaign.ts'
import { localDay } from '../working-hours.ts'
import { dailyLimitOf } from './daily-limit.ts'
import { isFailingTooOften, recentFailures } from './failures.ts'
import { nextInterval } from './send-interval.ts'
import { nextMidnight, nextSendingMoment } from './sending-hours.ts'
import { freeAgainAt, type HourCount, startedSince, withStarted } from './started-people.ts'

/** State of a send queue. Moments are epoch milliseconds. */
export type SendQueue = {
  /**
   * Number of the next tick; every change that affects the tick increments it, so that earlier
   * ticks do nothing.
   */
  seq: number
  /** Campaigns under way; the first one sends next. */
  campaigns: string[]
  /** Time at which that tick is due. */
  dueAt: number
  /** Time before which no message leaves. */
  readyAt: number
  /** Messages since the last greater interval. */
  run: number
  /** Day in the company's zone, `yyyy-mm-dd`, and the messages sent on it. */
  day: string
  sentToday: number
  /** People whom an official number wrote to first in the last 24 hours, by hour. */
  started: HourCount[]
  /** Number of all messages ever sent, and the recent ones that failed. */
  sent: number
  failures: number[]
  wait: CampaignWait | null
  waitUntil: number | null
  /** Consecutive ticks that found nothing to send. */
  idle: number
}

export const EMPTY_SEND_QUEUE: SendQueue = {
  seq: 0,
  campaigns: [],
  dueAt: 0,
  readyAt: 0,
  run: 0,
  day: '',
  sentToday: 0,
  started: [],
  sent: 0,
  failures: [],
  wait: null,
  waitUntil: null,
  idle: 0,
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Returns the send queue with a tick at once, or as soon as the interval allows. */
const awake = (sendQueue: SendQueue, now: number): SendQueue => ({
  ...sendQueue,
  seq: sendQueue.seq + 1,
  dueAt: Math.max(now, sendQueue.readyAt),
  wait: null,
  waitUntil: null,
  idle: 0,
})

/** Adds a campaign at the end of the send queue. */
export const joinSendQueue = (sendQueue: SendQueue, campaignId: string, now: number): SendQueue =>
  awake({ ...sendQueue, campaigns: [...sendQueue.campaigns.filter(id => id !== campaignId), campaignId] }, now)

/** Removes a campaign that was stopped or is done. */
export const leaveSendQueue = (sendQueue: SendQueue, campaignId: string, now: number): SendQueue =>
  awake({ ...sendQueue, campaigns: sendQueue.campaigns.filter(id => id !== campaignId) }, now)

/** Forgets all failures so far, after somebody decided that the campaign continues. */
export const clearFailures = (sendQueue: SendQueue): SendQueue => ({ ...sendQueue, failures: [] })

/** Wakes a send queue that waits or found nothing to send, after something changed. */
export const wakeSendQueue = (sendQueue: SendQueue, now: number): SendQueue => awake(sendQueue, now)

/** Records that the `nth` message failed. */
export const recordFailure = (sendQueue: SendQueue, nth: number): SendQueue => ({
  ...sendQueue,
  failures: recentFailures([...sendQueue.failures.filter(other => other !== nth), nth], sendQueue.sent),
})

export type SendConditions = {
  now: number
  timeZone: string
  settings: CampaignSettings
  /** True if plan, switch and due date let the company send. */
  maySend: boolean
  connected: boolean
  /** Time at which the connection was made. */
  since: number
  /**
   * People to whom Meta lets the official number write first within 24 hours (null without a
   * limit); absent for a linked device.
   */
  tier?: number | null | undefined
  /** People to whom other numbers of its business account wrote first: they share the limit. */
  startedElsewhere?: readonly HourCount[] | undefined
}

export type SendWait = { wait: CampaignWait; until: number | null }

/** Returns why nothing may leave now and, if known, until when; undefined if messages may leave. */
export function waitReason(
  sendQueue: SendQueue,
  { now, timeZone, settings, maySend, connected, since, tier, startedElsewhere = [] }: SendConditions,
): SendWait | undefined {
  if (!maySend) return { wait: 'plan', until: null }
  if (settings.failurePause === 'enabled' && isFailingTooOften(sendQueue.failures, sendQueue.sent))
    return { wait: 'failures', until: null }
  if (!connected) return { wait: 'connection', until: null }
  const opens = nextSendingMoment(settings, now, timeZone)
  if (opens > now) return { wait: 'hours', until: opens }
  if (tier !== undefined) {
    const started = [...sendQueue.started, ...startedElsewhere]
    if (tier === null || startedSince(started, now) < tier) return undefined
    const free = freeAgainAt(started, tier, now)
    return { wait: 'dailyLimit', until: nextSendingMoment(settings, free, timeZone) }
  }
  const limit = dailyLimitOf(settings.dailyLimit, since, now)
  const sentToday = sendQueue.day === localDay(now, timeZone) ? sendQueue.sentToday : 0
  if (limit !== null && sentToday >= limit)
    return { wait: 'dailyLimit', until: nextSendingMoment(settings, nextMidnight(now, timeZone), timeZone) }
  return undefined
}

/**
 * Time (milliseconds) after which a wait without a known end is checked again. A connection that is
 * back, or a campaign that is started again, does not wait for it.
 */
const LOOK_AGAIN = { connection: MINUTE, plan: 5 * MINUTE, failures: 5 * MINUTE, hours: MINUTE, dailyLimit: MINUTE }

/** Longest wait in milliseconds: settings may change before the wait is over. */
const MAX_WAIT_MS = 15 * MINUTE

/** Returns the send queue after it sent nothing for that reason. */
export const pauseSendQueue = (sendQueue: SendQueue, { wait, until }: SendWait, now: number): SendQueue => ({
  ...sendQueue,
  seq: sendQueue.seq + 1,
  dueAt: Math.max(now + SECOND, Math.min(until ?? now + LOOK_AGAIN[wait], now + MAX_WAIT_MS)),
  wait,
  waitUntil: until,
  idle: 0,
})

/**
 * Returns the send queue after a message of a campaign: the other campaigns come next, and the
 * interval decides when. `random` is in [0, 1).
 * @param isFirst the official number writes first: the person has not answered this campaign
 */
export function recordSend(
  sendQueue: SendQueue,
  campaignId: string,
  { now, timeZone, settings, tier }: Pick<SendConditions, 'now' | 'timeZone' | 'settings' | 'tier'>,
  random: number,
  isFirst = true,
): SendQueue {
  const { interval, run } = nextInterval(sendQueue.run + 1, settings, random)
  const day = localDay(now, timeZone)
  const sent = sendQueue.sent + 1
  const readyAt = now + interval
  return {
    ...sendQueue,
    seq: sendQueue.seq + 1,
    campaigns: [...sendQueue.campaigns.filter(id => id !== campaignId), campaignId],
    dueAt: readyAt,
    readyAt,
    run,
    day,
    sentToday: sendQueue.day === day ? sendQueue.sentToday + 1 : 1,
    started: tier === undefined || !isFirst ? sendQueue.started : withStarted(sendQueue.started, now),
    sent,
    failures: recentFailures(sendQueue.failures, sent),
    wait: null,
    waitUntil: null,
    idle: 0,
  }
}

const IDLE_FIRST = 1.5 * SECOND

/**
 * Returns the send queue when there was nothing to send: it is checked soon, then less and less
 * often, but at least every `longest` ms.
 */
export const idleSendQueue = (sendQueue: SendQueue, now: number, longest: number): SendQueue => ({
  ...sendQueue,
  seq: sendQueue.seq + 1,
  dueAt: now + Math.min(longest, IDLE_FIRST * 2 ** Math.min(sendQueue.idle, 20)),
  wait: null,
  waitUntil: null,
  idle: sendQueue.idle + 1,
})
