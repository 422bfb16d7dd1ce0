/**
 * A tick of a connection's lane: what is due leaves, and the next tick is sent with its delay. The lane says which tick is next, and every
 * message that leaves counts it up in its own transaction; so of any number of ticks one does something, wherever others end.
 */
import type { Tick } from '@balcao/shared/events/queues.ts'
import { idleInLane, waitInLane, whyWait } from '@balcao/shared/rules/campaigns/lane.ts'
import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import { getLane, type LaneRow, LONGEST_DELAY, laneChange } from '../data/campaigns/lane.ts'
import { firstInState, getSaid, getShipping, progressOf, type ShippingRow } from '../data/campaigns/shipping.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { transact, WriteRefused } from '../data/table/transact.ts'
import { finishCampaign, isServed } from './finish-campaign.ts'
import { type Surroundings, surroundingsOf } from './lane-context.ts'
import { reachShipping } from './reach-shipping.ts'
import { sendNext } from './send-next.ts'
import { sendParts } from './send-parts.ts'
import { sweepFlights } from './sweep-flights.ts'
import { tellReport } from './tell-report.ts'
import { sendTick } from './wake-lane.ts'

/**
 * A function has half a minute, since a killed one's tick comes again that much later; what is due within this (ms) is done in one
 * go while it comes that soon.
 */
const WORK_MS = 15_000
const SOON_MS = 1000
/** What it goes by is as old as this at most (ms). */
const FRESH_MS = 2000

/**
 * The same tick again so soon (ms) behind its work is a copy; later, who did it may have died before the next one was sent. A go that
 * sent many died long behind the tick it began with: it is taken up by any earlier one once a message is overdue by as much.
 */
const COPY_MS = 5000

/** Contacts read at once. */
const PAGE = 25
/** More messages than these under way say that they leave faster than the phone sends. */
const MOST_IN_FLIGHT = 200
/** Messages between two looks at that, and ms between two looks at what is not heard of. */
const LOOK_EVERY = 25
const SWEEP_MS = 30_000
/** The longest pause of a lane that waits for answers alone, and of one that waits for acknowledgements (ms). */
const LONG_IDLE = 15 * 60_000
const SHORT_IDLE = 30_000

/** What one go remembers, as indexes tell what was a moment ago. */
type Go = {
  until: number
  /** The version contacts have by now. */
  versions: Map<string, number>
  /** Contacts that wait, read ahead. */
  ahead: Map<string, ShippingRow[]>
  sent: number
  sweptAt: number
  /** What it goes by, and when that was read. */
  surroundings?: { value: Surroundings; at: number }
}

export async function runTick({ companyId, connectionId, seq, again }: Tick): Promise<void> {
  let lane = await getLane(companyId, connectionId)
  if (lane.campaigns.length === 0 && seq === lane.seq) return
  const [quiet, overdue] = [Date.now() - lane.updatedAt, Date.now() - lane.dueAt]
  if (quiet >= COPY_MS && (seq === lane.seq - 1 || (seq < lane.seq && overdue >= COPY_MS))) {
    await repeatLast(lane)
    return sendTick(lane)
  }
  if (seq !== lane.seq) return
  if (again) await repeatLast(lane)
  const go: Go = { until: Date.now() + WORK_MS, versions: new Map(), ahead: new Map(), sent: 0, sweptAt: 0 }
  for (;;) {
    const pause = lane.dueAt - Date.now()
    if (pause > LONGEST_DELAY || lane.campaigns.length === 0) return
    if (pause > SOON_MS || Date.now() > go.until) return sendTick(lane)
    if (pause > 0) await new Promise(resolve => setTimeout(resolve, pause))
    const next = await step(lane, go)
    // Somebody else was first; who changed what is next sends its tick.
    if (!next) {
      const now = await getLane(companyId, connectionId)
      if (now.seq !== lane.seq) return
      lane = now
      continue
    }
    lane = next
  }
}

/** What left last may not have got to its queue. Under its id it is the same message. */
async function repeatLast({ companyId, connectionId, last }: LaneRow): Promise<void> {
  const said = last ? await getSaid(companyId, connectionId, last) : undefined
  const row = said && (await getShipping(companyId, said.campaignId, said.key, true))
  if (!said || row?.inFlight !== said.stage) return
  const { chat } = await reachShipping(row, connectionId)
  await sendParts(chat, said.parts, `|again${row.tries}`)
}

/** One message, or why none. Answers the lane as it is then; undefined when it is not as it was read. */
async function step(lane: LaneRow, go: Go): Promise<LaneRow | undefined> {
  const { companyId, connectionId } = lane
  if (Date.now() - (go.surroundings?.at ?? 0) > FRESH_MS)
    go.surroundings = { value: await surroundingsOf(companyId, connectionId), at: Date.now() }
  const surroundings = go.surroundings!.value
  const now = Date.now()
  try {
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

async function changeLane(lane: LaneRow, to: Parameters<typeof laneChange>[1], isNews: boolean): Promise<LaneRow> {
  const { lane: after, writes, settled } = laneChange(lane, to)
  await transact(writes)
  settled()
  if (isNews || lane.wait !== after.wait)
    await Promise.all(after.campaigns.map(id => tellReport(after.companyId, id, [])))
  return after
}

/** A message of the first campaign in turn that has one to send. */
async function sendOne(lane: LaneRow, surroundings: Surroundings, connection: WhatsappRow, go: Go): Promise<LaneRow> {
  const { companyId } = lane
  let longest = LONG_IDLE
  for (const campaignId of lane.campaigns) {
    const campaign = await getCampaign(companyId, campaignId, true)
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

/** Whether enough is under way; looks after what is not heard of besides. */
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

/** The contacts that are next, those who confirmed first; without those of whom it is known that they are not as the index says. */
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

/** Sends to the first contact that is still to be sent to; undefined when there is none. */
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
    for (const shipping of rows) {
      go.versions.set(idOf(shipping), shipping.version + 1)
      try {
        const given = { lane, campaign, shipping, connection, surroundings, now: Date.now(), random: Math.random() }
        const done = await sendNext(given)
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
    if (changed.length > 0) await tellReport(lane.companyId, campaign.id, changed)
  }
}
