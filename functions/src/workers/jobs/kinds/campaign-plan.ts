import { messageId } from '@balcao/shared/ids.ts'
import { variantAt } from '@balcao/shared/rules/campaigns/variant.ts'
import { audiencePage, type Person } from '../../../campaigns/audience.ts'
import { tellReport } from '../../../campaigns/tell-report.ts'
import { type CampaignRow, getCampaign } from '../../../data/campaigns/campaign.ts'
import { optedOutAmong } from '../../../data/campaigns/opt-out.ts'
import {
  PLANNED_AT_ONCE,
  plannedAmong,
  plannedWrite,
  planWrites,
  type ShippingRow,
  shippingKey,
} from '../../../data/campaigns/shipping.ts'
import { WriteRefused } from '../../../data/table/transact.ts'
import type { Work } from '../run-step.ts'

/**
 * Gives everybody a campaign goes to a row, a page of its audience a step. Who has one keeps it, so it may run again, and beside itself; what
 * is planned is sent while the rest is read.
 */
export const campaignPlan: Work<'campaignPlan'> = {
  async step({ companyId, state, tries }, count) {
    const { campaignId, from, n } = state
    const campaign = await getCampaign(companyId, campaignId, true)
    if (!campaign || campaign.status === 'FINALIZADA') return { file: null }
    const { people, next } = await audiencePage(campaign, from)
    const rows = await Promise.all(distinct(people).map((person, i) => rowOf(campaign, person, n + i)))
    // Of the tickets with a tag many may be of one person; of a list nobody is in it twice.
    const mayBeThere = tries > 1 || campaign.contactListId === null
    for (let i = 0; i < rows.length; i += PLANNED_AT_ONCE) {
      const part = rows.slice(i, i + PLANNED_AT_ONCE)
      const planned = await plan(campaign, part, mayBeThere, writes => count(part.length, writes))
      if (planned.length > 0) await tellReport(companyId, campaignId, planned)
    }
    if (next !== null) return { next: { campaignId, from: next, n: n + rows.length } }
    return { file: null, writes: [plannedWrite(companyId, campaignId)] }
  },
  async clean({ companyId, state }) {
    await tellReport(companyId, state.campaignId, [])
  },
}

const distinct = (people: readonly Person[]): Person[] => [
  ...new Map(people.map(person => [shippingKey(person), person])).values(),
]

async function rowOf(campaign: CampaignRow, person: Person, n: number): Promise<ShippingRow> {
  const { companyId, id: campaignId, createdAt } = campaign
  const key = shippingKey(person)
  return {
    companyId,
    campaignId,
    key,
    version: 1,
    id: await messageId(campaignId, key, createdAt),
    n,
    ...person,
    state: person.isValid === false ? 'invalid' : 'waiting',
    reason: null,
    variant: variantAt(campaign, 'message', n),
    confirmationRequestedAt: null,
    confirmedAt: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    answeredAt: null,
    ticketId: null,
    inFlight: null,
    leftAt: 0,
    tries: 0,
    nth: 0,
    shown: [],
    updatedAt: Date.now(),
  }
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
