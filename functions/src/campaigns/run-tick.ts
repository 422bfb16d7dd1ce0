/**
 * Runs a tick of a connection's send queue: sends what is due, then enqueues the next tick with its
 * delay. The queue's row names the next tick, and each message sent increments it in its
 * transaction; so of any number of ticks one does something, wherever others were cut off.
 */
import type { Tick } from '@balcao/shared/events/queues.ts'
import { idleSendQueue, pauseSendQueue, waitReason } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import {
  firstInState,
  getRecipient,
  getSentMessage,
  progressOf,
  type RecipientRow,
} from '../data/campaigns/campaign-recipient.ts'
import { lookUpRecipients, MAX_LOOKUPS, type RecipientLookup } from '../data/campaigns/recipient-lookup.ts'
import { getSendQueue, MAX_DELAY_MS, type SendQueueRow, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { configurationVersion } from '../data/company/configuration-version.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import type { CampaignTemplates } from './campaign-templates.ts'
import { finishCampaign, isServed } from './finish-campaign.ts'
import { publishCampaignReport, publishRecipientChanges } from './publish-campaign-report.ts'
import { replaceCampaignConnection } from './replace-campaign-connection.ts'
import { resendUnacknowledged } from './resend-unacknowledged.ts'
import { resolveRecipient } from './resolve-recipient.ts'
import { readSendContext, type SendContext } from './send-context.ts'
import { sendNext } from './send-next.ts'
import { sendParts } from './send-parts.ts'
import { type KnownTemplates, templatesOrStop } from './templates-or-stop.ts'
import { sendTick } from './wake-send-queue.ts'

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
const MAX_UNACKNOWLEDGED = 200
/** Minimum ms between two events of a run about its campaigns; rarer ones are sent at once. */
const FLUSH_MS = 500
/** Messages between two checks of that, and ms between two checks for unacknowledged messages. */
const LOOK_EVERY = 25
const RESEND_CHECK_MS = 30_000
/** Longest pause (ms) while waiting for answers alone, and for acknowledgements. */
const LONG_IDLE = 15 * 60_000
const SHORT_IDLE = 30_000

/** State of one run. It remembers what it wrote, since indexes lag a moment behind. */
type TickRun = {
  until: number
  /** Current versions of recipients. */
  versions: Map<string, number>
  /** Waiting recipients, read ahead. */
  ahead: Map<string, RecipientRow[]>
  sent: number
  resentAt: number
  /** The state it decides by, when that was read, and the configuration version it belongs to. */
  context?: { value: SendContext; at: number; version: number }
  /** Its campaigns, and when they were read. */
  campaigns: Map<string, { value: CampaignRow | undefined; at: number }>
  templates: KnownTemplates
  /** The people who are next, when they were read, and how many of them at once. */
  lookups: { found: ReadonlyMap<string, RecipientLookup>; at: number; count: number }
  /** Keys of recipients with unpublished changes, by campaign, and the time of the last event. */
  pendingChanges: Map<string, Set<string>>
  publishedAt: number
}

export async function runTick({ companyId, connectionId, seq, again }: Tick): Promise<void> {
  const sendQueue = await getSendQueue(companyId, connectionId)
  if (sendQueue.campaigns.length === 0 && seq === sendQueue.seq) return
  const [quiet, overdue] = [Date.now() - sendQueue.updatedAt, Date.now() - sendQueue.dueAt]
  if (quiet >= COPY_MS && (seq === sendQueue.seq - 1 || (seq < sendQueue.seq && overdue >= COPY_MS))) {
    await repeatLast(sendQueue)
    return sendTick(sendQueue)
  }
  if (seq !== sendQueue.seq) return
  if (again) await repeatLast(sendQueue)
  const run = startRun()
  try {
    await work(sendQueue, run)
  } finally {
    await flushChanges(companyId, run)
  }
}

const startRun = (): TickRun => ({
  until: Date.now() + WORK_MS,
  versions: new Map(),
  ahead: new Map(),
  sent: 0,
  resentAt: 0,
  campaigns: new Map(),
  templates: new Map(),
  lookups: { found: new Map(), at: 0, count: 1 },
  pendingChanges: new Map(),
  publishedAt: 0,
})

/** Does what is due, and enqueues the tick of what is next. */
async function work(begun: SendQueueRow, run: TickRun): Promise<void> {
  const { companyId, connectionId } = begun
  let sendQueue = begun
  for (;;) {
    const pause = sendQueue.dueAt - Date.now()
    if (pause > MAX_DELAY_MS || sendQueue.campaigns.length === 0) return
    if (pause > SOON_MS || Date.now() > run.until) return sendTick(sendQueue)
    if (Date.now() + Math.max(0, pause) - run.publishedAt > FLUSH_MS) await flushChanges(companyId, run)
    if (pause > 0) await new Promise(resolve => setTimeout(resolve, sendQueue.dueAt - Date.now()))
    const next = await step(sendQueue, run)
    // Another run was first; whoever changes what is next enqueues its tick.
    if (!next) {
      run.campaigns.clear()
      const now = await getSendQueue(companyId, connectionId)
      if (now.seq !== sendQueue.seq) return
      sendQueue = now
      continue
    }
    sendQueue = next
  }
}

/** Publishes the changes since the last event. */
async function flushChanges(companyId: string, run: TickRun): Promise<void> {
  const changed = [...run.pendingChanges]
  if (changed.length === 0) return
  run.pendingChanges.clear()
  run.publishedAt = Date.now()
  await Promise.all(changed.map(([campaignId, keys]) => publishRecipientChanges(companyId, campaignId, [...keys])))
}

function addPendingChanges(changed: readonly RecipientRow[], run: TickRun): void {
  for (const { campaignId, key } of changed) {
    const keys = run.pendingChanges.get(campaignId)
    if (keys) keys.add(key)
    else run.pendingChanges.set(campaignId, new Set([key]))
  }
}

/** Enqueues the last message (same id) and publishes its change again: both may have been lost. */
async function repeatLast({ companyId, connectionId, campaigns, last }: SendQueueRow): Promise<void> {
  const sentMessage = last ? await getSentMessage(companyId, connectionId, last) : undefined
  const touched = new Set([...campaigns, ...(sentMessage ? [sentMessage.campaignId] : [])])
  await Promise.all([...touched].map(id => publishRecipientChanges(companyId, id, 'many')))
  const row = sentMessage && (await getRecipient(companyId, sentMessage.campaignId, sentMessage.key, true))
  // If the campaign moved since, its old connection may have sent the message.
  if (!sentMessage || row?.inFlight !== sentMessage.stage || (row.over ?? connectionId) !== connectionId) return
  const { chat, contact } = await resolveRecipient(row, connectionId)
  if (contact?.blocked) return
  await sendParts(chat, sentMessage.parts, `|again${row.tries}`)
}

/** Sends one message or stores why not. Returns the send queue; undefined when it has changed. */
async function step(sendQueue: SendQueueRow, run: TickRun): Promise<SendQueueRow | undefined> {
  const { companyId, connectionId } = sendQueue
  const version = await configurationVersion(companyId)
  const { context: known } = run
  if (!known || known.version !== version || Date.now() - known.at > FRESH_MS)
    run.context = { value: await readSendContext(companyId, connectionId), at: Date.now(), version }
  const context = run.context!.value
  const now = Date.now()
  try {
    if (!context.connection && (await replaceEveryConnection(sendQueue))) return undefined
    const why = waitReason(sendQueue, { ...context, now })
    if (why) return await storeSendQueue(sendQueue, pauseSendQueue(sendQueue, why, now), why.wait !== sendQueue.wait)
    const { connection } = context
    if (!connection) return undefined
    return await sendOne(sendQueue, context, connection, run)
  } catch (error) {
    if (error instanceof WriteConflict && (error.label === 'lane' || error.label === 'campaign')) return undefined
    throw error
  }
}

/** Moves all campaigns of a deleted connection elsewhere. Returns false when there were none. */
async function replaceEveryConnection({ companyId, campaigns }: SendQueueRow): Promise<boolean> {
  let some = false
  for (const id of campaigns) if (await replaceCampaignConnection(companyId, id)) some = true
  return some
}

async function storeSendQueue(
  sendQueue: SendQueueRow,
  to: Parameters<typeof sendQueueChange>[1],
  isNews: boolean,
): Promise<SendQueueRow> {
  const { sendQueue: after, writes, settled } = sendQueueChange(sendQueue, to)
  await transact(writes)
  settled()
  if (isNews || sendQueue.wait !== after.wait)
    await Promise.all(after.campaigns.map(id => publishCampaignReport(after.companyId, id, [])))
  return after
}

/** Sends a message of the first campaign in turn that has one to send. */
async function sendOne(
  sendQueue: SendQueueRow,
  context: SendContext,
  connection: WhatsappRow,
  run: TickRun,
): Promise<SendQueueRow> {
  const { companyId } = sendQueue
  let longest = LONG_IDLE
  for (const campaignId of sendQueue.campaigns) {
    const campaign = await campaignOf(companyId, campaignId, run)
    if (campaign?.status !== 'EM_ANDAMENTO') continue
    if (run.sent % LOOK_EVERY === 0 && (await isCrowded(sendQueue, campaign, run))) {
      longest = Math.min(longest, 2000)
      continue
    }
    const templates = await templatesOrStop(campaign, connection, run.templates)
    if (!templates) return getSendQueue(companyId, sendQueue.connectionId)
    const sent = await sendFrom(sendQueue, campaign, { context, connection, templates }, run)
    if (sent) return sent
    const progress = await progressOf(companyId, campaignId, true)
    if (isServed(progress, Date.now())) return finishCampaign(sendQueue, campaign, Date.now())
    const onlyAnswers =
      progress.planned && progress.counts.waiting + progress.counts.confirmed + progress.inFlight === 0
    longest = Math.min(longest, onlyAnswers ? LONG_IDLE : progress.planned ? SHORT_IDLE : 3000)
  }
  return storeSendQueue(sendQueue, idleSendQueue(sendQueue, Date.now(), longest), false)
}

/** Returns a campaign. Its changes change the send queue too, so an outdated run cannot write. */
async function campaignOf(companyId: string, id: string, run: TickRun): Promise<CampaignRow | undefined> {
  const known = run.campaigns.get(id)
  if (known && Date.now() - known.at <= FRESH_MS) return known.value
  const value = await getCampaign(companyId, id, true)
  run.campaigns.set(id, { value, at: Date.now() })
  return value
}

/** Returns whether enough is under way; also handles unacknowledged messages. */
async function isCrowded(sendQueue: SendQueueRow, campaign: CampaignRow, run: TickRun): Promise<boolean> {
  const { companyId, connectionId } = sendQueue
  const now = Date.now()
  const { inFlight: unacknowledged } = await progressOf(companyId, campaign.id)
  if (unacknowledged > 0 && now - run.resentAt > RESEND_CHECK_MS) {
    run.resentAt = now
    const resent = await resendUnacknowledged(companyId, campaign.id, connectionId, now)
    if (resent.length > 0) await publishCampaignReport(companyId, campaign.id, resent)
  }
  return unacknowledged >= MAX_UNACKNOWLEDGED
}

const idOf = ({ campaignId, key }: RecipientRow): string => `${campaignId}#${key}`

/** Returns the next recipients, confirmed first, without those known to differ from the index. */
async function candidates(campaign: CampaignRow, run: TickRun): Promise<RecipientRow[]> {
  const { companyId, id } = campaign
  const fresh = (rows: readonly RecipientRow[]) => rows.filter(row => row.version >= (run.versions.get(idOf(row)) ?? 0))
  if (campaign.confirmation) {
    const confirmed = fresh(await firstInState(companyId, id, 'confirmed', PAGE))
    if (confirmed.length > 0) return confirmed
  }
  const ahead = fresh(run.ahead.get(id) ?? [])
  const rows = ahead.length > 0 ? ahead : fresh(await firstInState(companyId, id, 'waiting', PAGE * 2))
  run.ahead.set(id, rows)
  return rows
}

/** Returns what is known of the first one. The more follow at once, the more are read with it. */
async function lookupOf(rows: readonly RecipientRow[], run: TickRun): Promise<RecipientLookup> {
  const [first] = rows
  const isFresh = Date.now() - run.lookups.at <= FRESH_MS
  const known = isFresh ? run.lookups.found.get(idOf(first!)) : undefined
  if (known) return known
  const count = isFresh ? Math.min(MAX_LOOKUPS, run.lookups.count * 2) : 1
  const asked = rows.slice(0, count)
  const found = await lookUpRecipients(first!.companyId, asked)
  run.lookups = { found: new Map(asked.map(row => [idOf(row), found.get(row.key)!])), at: Date.now(), count }
  return run.lookups.found.get(idOf(first!))!
}

/** Sends to the first recipient that is still to be sent to; undefined when there is none. */
async function sendFrom(
  sendQueue: SendQueueRow,
  campaign: CampaignRow,
  over: { context: SendContext; connection: WhatsappRow; templates: CampaignTemplates },
  run: TickRun,
): Promise<SendQueueRow | undefined> {
  const rows = await candidates(campaign, run)
  const changed: RecipientRow[] = []
  try {
    for (const [at, recipient] of rows.entries()) {
      run.versions.set(idOf(recipient), recipient.version + 1)
      try {
        const lookup = await lookupOf(rows.slice(at), run)
        const given = { sendQueue, campaign, recipient, lookup, ...over }
        const done = await sendNext({ ...given, now: Date.now(), random: Math.random() })
        run.versions.set(idOf(recipient), done.recipient.version)
        changed.push(done.recipient)
        if (done.outcome === 'left out') continue
        run.sent += 1
        return done.sendQueue
      } catch (error) {
        if (error instanceof WriteConflict && error.label === 'shipping') continue
        run.versions.delete(idOf(recipient))
        throw error
      }
    }
    return changed.length > 0 ? sendQueue : undefined
  } finally {
    addPendingChanges(changed, run)
  }
}
