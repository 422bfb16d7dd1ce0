import { messageId } from '@balcao/shared/ids.ts'
import { variantAt } from '@balcao/shared/rules/campaigns/variant.ts'
import { type AudiencePage, audiencePage, type Person } from '../../../campaigns/audience.ts'
import { type Checks, markItems } from '../../../campaigns/mark-items.ts'
import { tellReport } from '../../../campaigns/tell-report.ts'
import { type CampaignRow, getCampaign, whileCampaignIs } from '../../../data/campaigns/campaign.ts'
import { optedOutAmong } from '../../../data/campaigns/opt-out.ts'
import {
  newShipping,
  plannedAmong,
  plannedWrite,
  planWrites,
  type ShippingRow,
  shippingKey,
} from '../../../data/campaigns/shipping.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { WriteRefused } from '../../../data/table/transact.ts'
import { checkBatch, questionId } from '../../../messaging/check-numbers.ts'
import { tellManyItems } from '../../../messaging/tell-contact-list.ts'
import type { Work } from '../run-step.ts'

/**
 * Pages that a step writes, and how long the next one waits: nobody is paid for a rest, and lists go first where they share its table.
 * A partition takes 1,000 write units a second, which is what sending needs too; so it is some times as fast as a connection sends.
 */
const WRITTEN = 2
const REST_MS = 1000
/** Pages of a step at most: those of a campaign that was started again are there already, and are passed over. */
const A_STEP = 20

/** A connection that is away is waited for, without end: the campaign waits for it too, and says so. */
const AWAY_MS = 60_000
/** Numbers of which WhatsApp says nothing are asked about so often, with such a pause; then they are tried without. */
const MOST_UNANSWERED = 3
const UNANSWERED_MS = 10_000

type Job = JobRow<'campaignPlan'>
type State = Job['state']

/**
 * Gives everybody a campaign goes to a row, a page of its audience in a transaction with the checkpoint behind it; numbers that nobody
 * asked about are asked about before, a page in a question, as fast as their connection may ask. Who has a row keeps it, so it may run
 * again, and beside itself; what is planned is sent while the rest is read. Ends when the campaign is not under way any more: who
 * starts it again begins it anew. A page is written only while the campaign is as it was read, so of one that was deleted nothing
 * comes to be behind its removal.
 */
export const campaignPlan: Work<'campaignPlan'> = {
  async step(job, count) {
    const { companyId } = job
    let { state } = job
    let written = 0
    let mayBeThere = false
    for (let page = 0; page < A_STEP && written < WRITTEN; page++) {
      const campaign = await getCampaign(companyId, state.campaignId, true)
      if (campaign?.status !== 'EM_ANDAMENTO') return { file: null }
      const audience = await audiencePage(campaign, state.from)
      const asked = await ask(job, campaign, audience, state)
      if ('delayMs' in asked) return { next: { ...state, unanswered: asked.unanswered }, delayMs: asked.delayMs }
      const people = distinct(audience.people)
      const rows = await Promise.all(
        people.map((person, i) => rowOf(campaign, known(person, asked.checks), state.n + i)),
      )
      const { next } = audience
      const after = { ...state, from: next, n: state.n + rows.length, unanswered: asked.unanswered }
      // Behind the last page nothing begins: should the step end before its checkpoint, that page is read again.
      const place = next === null ? undefined : after
      const asRead = whileCampaignIs(campaign)
      try {
        const planned = await plan(campaign, rows, mayBeThere || campaign.contactListId === null, writes =>
          count(rows.length, [asRead, ...writes], place),
        )
        mayBeThere = planned.length === 0
        if (planned.length > 0) {
          written++
          await tellReport(companyId, campaign.id, planned)
        }
        if (next === null) await count(0, [asRead, plannedWrite(companyId, campaign.id)])
      } catch (error) {
        // Stopped meanwhile, or deleted: then nothing of it may come to be any more. It is looked at again.
        if (error instanceof WriteRefused && error.label === 'campaign') continue
        throw error
      }
      if (next === null) return { file: null }
      state = after
    }
    return { next: state, delayMs: written > 0 ? REST_MS : 0 }
  },
  async clean({ companyId, state }) {
    await tellReport(companyId, state.campaignId, [])
  },
}

type Asked = { checks: Checks; unanswered: number } | { delayMs: number; unanswered: number }

/** What WhatsApp says of those of a page nobody asked about, or in how long to come again. It is written into the items they are. */
async function ask(
  job: Job,
  { companyId, contactListId, whatsappId }: CampaignRow,
  { people, items }: AudiencePage,
  state: State,
): Promise<Asked> {
  const { unanswered } = state
  const numbers = people.flatMap(({ isValid, number }) => (isValid === null && number !== '' ? number : []))
  if (numbers.length === 0) return { checks: new Map(), unanswered }
  const connection = whatsappId === null ? undefined : await getWhatsapp(companyId, whatsappId)
  const { id, status } = connection ?? { id: '', status: 'DISCONNECTED' as const }
  const { checks, againInMs, silent } = await checkBatch(
    companyId,
    { id, status },
    numbers,
    questionId(job, state.from),
  )
  const marked = items.filter(({ isWhatsappValid }) => isWhatsappValid === null)
  if (contactListId !== null && (await markItems(marked, checks))) await tellManyItems(companyId, contactListId)
  if (againInMs !== null) return { delayMs: againInMs, unanswered }
  if (numbers.every(number => checks.get(number))) return { checks, unanswered: 0 }
  if (status !== 'CONNECTED') return { delayMs: AWAY_MS, unanswered }
  if (unanswered + 1 < MOST_UNANSWERED) return { delayMs: UNANSWERED_MS, unanswered: unanswered + 1 }
  // Of a connection that answers nothing each of the next pages is tried once.
  return { checks, unanswered: silent ? unanswered : 0 }
}

/** Somebody with what WhatsApp said, in its spelling where that is the same person's. */
function known(person: Person, checks: Checks): Person {
  const check = person.isValid === null ? checks.get(person.number) : undefined
  if (!check) return person
  const { exists, number, lid } = check
  const isSame = shippingKey({ number, lid: null }) === shippingKey(person)
  return { ...person, isValid: exists, number: isSame ? number : person.number, lid: lid ?? person.lid }
}

const distinct = (people: readonly Person[]): Person[] => [
  ...new Map(people.map(person => [shippingKey(person), person])).values(),
]

async function rowOf(campaign: CampaignRow, person: Person, n: number): Promise<ShippingRow> {
  const { companyId, id: campaignId, createdAt } = campaign
  const id = await messageId(campaignId, shippingKey(person), createdAt)
  return newShipping({ companyId, campaignId, id, n, ...person, variant: variantAt(campaign, 'message', n) })
}

/** Writes those of these contacts that are not there yet, all or none; answers them. */
async function plan(
  campaign: CampaignRow,
  rows: readonly ShippingRow[],
  mayBeThere: boolean,
  commit: (writes: ReturnType<typeof planWrites>) => Promise<void>,
): Promise<ShippingRow[]> {
  const { companyId, id } = campaign
  const keys = rows.map(({ key }) => key)
  const [known, optedOut] = await Promise.all([
    mayBeThere ? plannedAmong(companyId, id, keys) : new Set<string>(),
    optedOutAmong(companyId, keys),
  ])
  const fresh = rows
    .filter(({ key }) => !known.has(key))
    .map(row => (optedOut.has(row.key) ? { ...row, state: 'optedOut' as const } : row))
  if (fresh.length === 0) return []
  try {
    await commit(planWrites(fresh))
    return fresh
  } catch (error) {
    if (!(error instanceof WriteRefused && error.label === 'shipping')) throw error
    return plan(campaign, rows, true, commit)
  }
}
