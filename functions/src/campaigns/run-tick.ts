/**
 * Runs a tick of a connection's send queue: sends what is due, then enqueues the next tick with its
 * delay. The queue's row names the next tick, and each message sent increments it in its
 * transaction; so of any number of ticks one does something, wherever others were cut off.
 */
import type { Tick } from '@balcao/shared/events/queues.ts'
import { idleInLane, waitInLane, whyWait } from '@balcao/shared/rules/campaigns/lane.ts'
import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import { getLane, type LaneRow, LONGEST_DELAY, laneChange } from '../data/campaigns/lane.ts'
import { lookUpPeople, MOST_PEOPLE, type Person } from '../data/campaigns/person.ts'
import { firstInState, getSaid, getShipping, progressOf, type ShippingRow } from '../data/campaigns/shipping.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { configurationVersion } from '../data/company/configuration-version.ts'
import { transact, WriteRefused } from '../data/table/transact.ts'
import { finishCampaign, isServed } from './finish-campaign.ts'
import { type Surroundings, surroundingsOf } from './lane-context.ts'
import { reachShipping } from './reach-shipping.ts'
import { rehomeCampaign } from './rehome-campaign.ts'
import { sendNext } from './send-next.ts'
import { sendParts } from './send-parts.ts'
import { sweepFlights } from './sweep-flights.ts'
import { tellChanges, tellReport } from './tell-report.ts'
import { sendTick } from './wake-lane.ts'

/**
 * Time (ms) one run may send for, within a function's half minute; the tick of a killed run is
 * delivered again that much later. Messages due within `SOON_MS` are sent in the same run.
 */
const WORK_MS = 15_000
const SOON_MS = 1000
/** Maximum age (ms) of the state a run decides by. */
const FRESH_MS = 2000

/**
 * A tick repeated within this time (ms) of its work is a copy; later, that run may have died before
 * it enqueued the next one. If it had sent many, any earlier tick takes over once a message is
 * overdue by as much.
 */
const COPY_MS = 5000

/** Recipients read at once. */
const PAGE = 25
/** Maximum number of messages under way; more mean that we send faster than the phone does. */
const MOST_IN_FLIGHT = 200
/** Minimum ms between two events of a run about its campaigns; rarer ones are sent at once. */
const NEWS_MS = 500
/** Messages between two checks of that, and ms between two checks for unacknowledged messages. */
const LOOK_EVERY = 25
const SWEEP_MS = 30_000
/** Longest pause (ms) while waiting for answers alone, and for acknowledgements. */
const LONG_IDLE = 15 * 60_000
const SHORT_IDLE = 30_000

/** State of one run. It remembers what it wrote, since indexes lag a moment behind. */
type Go = {
  until: number
  /** Current versions of recipients. */
  versions: Map<string, number>
  /** Waiting recipients, read ahead. */
  ahead: Map<string, ShippingRow[]>
  sent: number
  sweptAt: number
  /** The state it decides by, when that was read, and the configuration version it belongs to. */
  surroundings?: { value: Surroundings; at: number; version: number }
  /** Its campaigns, and when they were read. */
  campaigns: Map<string, { value: CampaignRow | undefined; at: number }>
  /** The people who are next, when they were read, and how many of them at once. */
  people: { found: ReadonlyMap<string, Person>; at: number; count: number }
  /** Keys of recipients with unpublished changes, by campaign, and the time of the last event. */
  news: Map<string, Set<string>>
  toldAt: number
}

export async function runTick({ companyId, connectionId, seq, again }: Tick): Promise<void> {
  const lane = await getLane(companyId, connectionId)
  if (lane.campaigns.length === 0 && seq === lane.seq) return
  const [quiet, overdue] = [Date.now() - lane.updatedAt, Date.now() - lane.dueAt]
  if (quiet >= COPY_MS && (seq === lane.seq - 1 || (seq < lane.seq && overdue >= COPY_MS))) {
    await repeatLast(lane)
    return sendTick(lane)
  }
  if (seq !== lane.seq) return
  if (again) await repeatLast(lane)
  const go = newGo()
  try {
    await work(lane, go)
  } finally {
    await tellNews(companyId, go)
  }
}

const newGo = (): Go => ({
  until: Date.now() + WORK_MS,
  versions: new Map(),
  ahead: new Map(),
  sent: 0,
  sweptAt: 0,
  campaigns: new Map(),
  people: { found: new Map(), at: 0, count: 1 },
  news: new Map(),
  toldAt: 0,
})

/** Does what is due, and enqueues the tick of what is next. */
async function work(begun: LaneRow, go: Go): Promise<void> {
  const { companyId, connectionId } = begun
  let lane = begun
  for (;;) {
    const pause = lane.dueAt - Date.now()
    if (pause > LONGEST_DELAY || lane.campaigns.length === 0) return
    if (pause > SOON_MS || Date.now() > go.until) return sendTick(lane)
    if (Date.now() + Math.max(0, pause) - go.toldAt > NEWS_MS) await tellNews(companyId, go)
    if (pause > 0) await new Promise(resolve => setTimeout(resolve, lane.dueAt - Date.now()))
    const next = await step(lane, go)
    // Another run was first; whoever changes what is next enqueues its tick.
    if (!next) {
      go.campaigns.clear()
      const now = await getLane(companyId, connectionId)
      if (now.seq !== lane.seq) return
      lane = now
      continue
    }
    lane = next
  }
}

/** Publishes the changes since the last event. */
async function tellNews(companyId: string, go: Go): Promise<void> {
  const news = [...go.news]
  if (news.length === 0) return
  go.news.clear()
  go.toldAt = Date.now()
  await Promise.all(news.map(([campaignId, keys]) => tellChanges(companyId, campaignId, [...keys])))
}

function note(changed: readonly ShippingRow[], go: Go): void {
  for (const { campaignId, key } of changed) {
    const keys = go.news.get(campaignId)
    if (keys) keys.add(key)
    else go.news.set(campaignId, new Set([key]))
  }
}

/** Enqueues the last message (same id) and publishes its change again: both may have been lost. */
async function repeatLast({ companyId, connectionId, campaigns, last }: LaneRow): Promise<void> {
  const said = last ? await getSaid(companyId, connectionId, last) : undefined
  const touched = new Set([...campaigns, ...(said ? [said.campaignId] : [])])
  await Promise.all([...touched].map(id => tellChanges(companyId, id, 'many')))
  const row = said && (await getShipping(companyId, said.campaignId, said.key, true))
  // If the campaign moved since, its old connection may have sent the message.
  if (!said || row?.inFlight !== said.stage || (row.over ?? connectionId) !== connectionId) return
  const { chat } = await reachShipping(row, connectionId)
  await sendParts(chat, said.parts, `|again${row.tries}`)
}

/** Sends one message or stores why not. Returns the send queue; undefined when it has changed. */
async function step(lane: LaneRow, go: Go): Promise<LaneRow | undefined> {
  const { companyId, connectionId } = lane
  const version = await configurationVersion(companyId)
  const { surroundings: known } = go
  if (!known || known.version !== version || Date.now() - known.at > FRESH_MS)
    go.surroundings = { value: await surroundingsOf(companyId, connectionId), at: Date.now(), version }
  const surroundings = go.surroundings!.value
  const now = Date.now()
  try {
    if (!surroundings.connection && (await rehomeAll(lane))) return undefined
    const why = whyWait(lane, { ...surroundings, now })
    if (why) return await changeLane(lane, waitInLane(lane, why, now), why.wait !== lane.wait)
    const { connection } = surroundings
    if (!connection) return undefined
    return await sendOne(lane, surroundings, connection, go)
  } catch (error) {
    if (error instanceof WriteRefused && (error.label === 'lane' || error.label === 'campaign')) return undefined
    throw error
  }
}

/** Moves all campaigns of a deleted connection elsewhere. Returns false when there were none. */
async function rehomeAll({ companyId, campaigns }: LaneRow): Promise<boolean> {
  let some = false
  for (const id of campaigns) if (await rehomeCampaign(companyId, id)) some = true
  return some
}

async function changeLane(lane: LaneRow, to: Parameters<typeof laneChange>[1], isNews: boolean): Promise<LaneRow> {
  const { lane: after, writes, settled } = laneChange(lane, to)
  await transact(writes)
  settled()
  if (isNews || lane.wait !== after.wait)
    await Promise.all(after.campaigns.map(id => tellReport(after.companyId, id, [])))
  return after
}

/** Sends a message of the first campaign in turn that has one to send. */
async function sendOne(lane: LaneRow, surroundings: Surroundings, connection: WhatsappRow, go: Go): Promise<LaneRow> {
  const { companyId } = lane
  let longest = LONG_IDLE
  for (const campaignId of lane.campaigns) {
    const campaign = await campaignOf(companyId, campaignId, go)
    if (campaign?.status !== 'EM_ANDAMENTO') continue
    if (go.sent % LOOK_EVERY === 0 && (await isCrowded(lane, campaign, go))) {
      longest = Math.min(longest, 2000)
      continue
    }
    const sent = await sendFrom(lane, campaign, surroundings, connection, go)
    if (sent) return sent
    const progress = await progressOf(companyId, campaignId, true)
    if (isServed(progress, Date.now())) return finishCampaign(lane, campaign, Date.now())
    const onlyAnswers =
      progress.planned && progress.counts.waiting + progress.counts.confirmed + progress.inFlight === 0
    longest = Math.min(longest, onlyAnswers ? LONG_IDLE : progress.planned ? SHORT_IDLE : 3000)
  }
  return changeLane(lane, idleInLane(lane, Date.now(), longest), false)
}

/** Returns a campaign. Its changes change the send queue too, so an outdated run cannot write. */
async function campaignOf(companyId: string, id: string, go: Go): Promise<CampaignRow | undefined> {
  const known = go.campaigns.get(id)
  if (known && Date.now() - known.at <= FRESH_MS) return known.value
  const value = await getCampaign(companyId, id, true)
  go.campaigns.set(id, { value, at: Date.now() })
  return value
}

/** Returns whether enough is under way; also handles unacknowledged messages. */
async function isCrowded(lane: LaneRow, campaign: CampaignRow, go: Go): Promise<boolean> {
  const { companyId, connectionId } = lane
  const now = Date.now()
  const { inFlight } = await progressOf(companyId, campaign.id)
  if (inFlight > 0 && now - go.sweptAt > SWEEP_MS) {
    go.sweptAt = now
    const swept = await sweepFlights(companyId, campaign.id, connectionId, now)
    if (swept.length > 0) await tellReport(companyId, campaign.id, swept)
  }
  return inFlight >= MOST_IN_FLIGHT
}

const idOf = ({ campaignId, key }: ShippingRow): string => `${campaignId}#${key}`

/** Returns the next recipients, confirmed first, without those known to differ from the index. */
async function candidates(campaign: CampaignRow, go: Go): Promise<ShippingRow[]> {
  const { companyId, id } = campaign
  const fresh = (rows: readonly ShippingRow[]) => rows.filter(row => row.version >= (go.versions.get(idOf(row)) ?? 0))
  if (campaign.confirmation) {
    const confirmed = fresh(await firstInState(companyId, id, 'confirmed', PAGE))
    if (confirmed.length > 0) return confirmed
  }
  const ahead = fresh(go.ahead.get(id) ?? [])
  const rows = ahead.length > 0 ? ahead : fresh(await firstInState(companyId, id, 'waiting', PAGE * 2))
  go.ahead.set(id, rows)
  return rows
}

/** Returns what is known of the first one. The more follow at once, the more are read with it. */
async function personOf(rows: readonly ShippingRow[], go: Go): Promise<Person> {
  const [first] = rows
  const isFresh = Date.now() - go.people.at <= FRESH_MS
  const known = isFresh ? go.people.found.get(idOf(first!)) : undefined
  if (known) return known
  const count = isFresh ? Math.min(MOST_PEOPLE, go.people.count * 2) : 1
  const asked = rows.slice(0, count)
  const found = await lookUpPeople(first!.companyId, asked)
  go.people = { found: new Map(asked.map(row => [idOf(row), found.get(row.key)!])), at: Date.now(), count }
  return go.people.found.get(idOf(first!))!
}

/** Sends to the first recipient that is still to be sent to; undefined when there is none. */
async function sendFrom(
  lane: LaneRow,
  campaign: CampaignRow,
  surroundings: Surroundings,
  connection: WhatsappRow,
  go: Go,
): Promise<LaneRow | undefined> {
  const rows = await candidates(campaign, go)
  const changed: ShippingRow[] = []
  try {
    for (const [at, shipping] of rows.entries()) {
      go.versions.set(idOf(shipping), shipping.version + 1)
      try {
        const person = await personOf(rows.slice(at), go)
        const given = { lane, campaign, shipping, person, connection, surroundings }
        const done = await sendNext({ ...given, now: Date.now(), random: Math.random() })
        go.versions.set(idOf(shipping), done.shipping.version)
        changed.push(done.shipping)
        if (done.outcome === 'left out') continue
        go.sent += 1
        return done.lane
      } catch (error) {
        if (error instanceof WriteRefused && error.label === 'shipping') continue
        go.versions.delete(idOf(shipping))
        throw error
      }
    }
    return changed.length > 0 ? lane : undefined
  } finally {
    note(changed, go)
  }
}
