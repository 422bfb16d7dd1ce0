/**
 * The lane of a connection: whose campaigns send over it in turn, when its next message may leave, and what stands in the way. Pure:
 * the worker reads and writes the row (decision 0019).
 */
import type { CampaignSettings, CampaignWait } from '../../entities/campaign.ts'
import { localDay } from '../working-hours.ts'
import { dailyLimitOf } from './daily-limit.ts'
import { isFailingTooOften, recentFailures } from './failures.ts'
import { gapBehind } from './pacing.ts'
import { nextMidnight, nextSendingMoment } from './sending-hours.ts'

/** Moments are epoch milliseconds. */
export type Lane = {
  /** The tick that is next; every change of what it would do counts it up, so that earlier ones do nothing. */
  seq: number
  /** Campaigns under way, the one whose turn it is first. */
  campaigns: string[]
  /** When that tick is due. */
  dueAt: number
  /** No message leaves before. */
  readyAt: number
  /** Messages since the last greater interval. */
  run: number
  /** The company's day, `yyyy-mm-dd`, and the messages of it. */
  day: string
  sentToday: number
  /** Messages ever, and which of them failed lately. */
  sent: number
  failures: number[]
  wait: CampaignWait | null
  waitUntil: number | null
  /** Ticks in a row that found nothing to send. */
  idle: number
}

export const NEW_LANE: Lane = {
  seq: 0,
  campaigns: [],
  dueAt: 0,
  readyAt: 0,
  run: 0,
  day: '',
  sentToday: 0,
  sent: 0,
  failures: [],
  wait: null,
  waitUntil: null,
  idle: 0,
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** A tick that is to come at once, or as soon as the pace allows. */
const awake = (lane: Lane, now: number): Lane => ({
  ...lane,
  seq: lane.seq + 1,
  dueAt: Math.max(now, lane.readyAt),
  wait: null,
  waitUntil: null,
  idle: 0,
})

/** A campaign joins those in turn, at their end. */
export const joinLane = (lane: Lane, campaignId: string, now: number): Lane =>
  awake({ ...lane, campaigns: [...lane.campaigns.filter(id => id !== campaignId), campaignId] }, now)

/** A campaign is stopped, or done. */
export const leaveLane = (lane: Lane, campaignId: string, now: number): Lane =>
  awake({ ...lane, campaigns: lane.campaigns.filter(id => id !== campaignId) }, now)

/** What failed so far counts no more: somebody said that it goes on. */
export const forgiveFailures = (lane: Lane): Lane => ({ ...lane, failures: [] })

/** There is news for a lane that waits or found nothing to send. */
export const wakeLane = (lane: Lane, now: number): Lane => awake(lane, now)

/** The message that was the `nth` failed. */
export const noteFailure = (lane: Lane, nth: number): Lane => ({
  ...lane,
  failures: recentFailures([...lane.failures.filter(other => other !== nth), nth], lane.sent),
})

export type LaneContext = {
  now: number
  timeZone: string
  settings: CampaignSettings
  /** Plan, switch and due date let the company send. */
  maySend: boolean
  connected: boolean
  /** When the connection was made. */
  since: number
}

export type LaneWait = { wait: CampaignWait; until: number | null }

/** Why nothing may leave now, and until when where that is known; undefined when it may. */
export function whyWait(
  lane: Lane,
  { now, timeZone, settings, maySend, connected, since }: LaneContext,
): LaneWait | undefined {
  if (!maySend) return { wait: 'plan', until: null }
  if (settings.failurePause === 'enabled' && isFailingTooOften(lane.failures, lane.sent))
    return { wait: 'failures', until: null }
  if (!connected) return { wait: 'connection', until: null }
  const opens = nextSendingMoment(settings, now, timeZone)
  if (opens > now) return { wait: 'hours', until: opens }
  const limit = dailyLimitOf(settings.dailyLimit, since, now)
  const sentToday = lane.day === localDay(now, timeZone) ? lane.sentToday : 0
  if (limit !== null && sentToday >= limit)
    return { wait: 'dailyLimit', until: nextSendingMoment(settings, nextMidnight(now, timeZone), timeZone) }
  return undefined
}

/** When it is looked at again what has no known end. Who is connected again, and who starts anew, does not wait for it. */
const LOOK_AGAIN = { connection: MINUTE, plan: 5 * MINUTE, failures: 5 * MINUTE, hours: MINUTE, dailyLimit: MINUTE }

/** Settings may change before the end of a wait is there (ms). */
const LONGEST_WAIT = 15 * MINUTE

/** The lane with nothing sent, for that reason. */
export const waitInLane = (lane: Lane, { wait, until }: LaneWait, now: number): Lane => ({
  ...lane,
  seq: lane.seq + 1,
  dueAt: Math.max(now + SECOND, Math.min(until ?? now + LOOK_AGAIN[wait], now + LONGEST_WAIT)),
  wait,
  waitUntil: until,
  idle: 0,
})

/** The lane behind a message of a campaign: the others have their turn, and the pace decides when. `random` is in [0, 1). */
export function sendInLane(
  lane: Lane,
  campaignId: string,
  { now, timeZone, settings }: Pick<LaneContext, 'now' | 'timeZone' | 'settings'>,
  random: number,
): Lane {
  const { gap, run } = gapBehind(lane.run + 1, settings, random)
  const day = localDay(now, timeZone)
  const sent = lane.sent + 1
  const readyAt = now + gap
  return {
    ...lane,
    seq: lane.seq + 1,
    campaigns: [...lane.campaigns.filter(id => id !== campaignId), campaignId],
    dueAt: readyAt,
    readyAt,
    run,
    day,
    sentToday: lane.day === day ? lane.sentToday + 1 : 1,
    sent,
    failures: recentFailures(lane.failures, sent),
    wait: null,
    waitUntil: null,
    idle: 0,
  }
}

const IDLE_FIRST = 1.5 * SECOND

/** The lane when there was nothing to send: looked at soon, then less and less often, at the least each `longest` ms. */
export const idleInLane = (lane: Lane, now: number, longest: number): Lane => ({
  ...lane,
  seq: lane.seq + 1,
  dueAt: now + Math.min(longest, IDLE_FIRST * 2 ** Math.min(lane.idle, 20)),
  wait: null,
  waitUntil: null,
  idle: lane.idle + 1,
})
