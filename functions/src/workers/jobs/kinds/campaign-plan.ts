import { messageId } from '@balcao/shared/ids.ts'
import { variantAt } from '@balcao/shared/rules/campaigns/variant.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { type AudienceMember, type AudiencePage, audiencePage } from '../../../campaigns/audience.ts'
import { type Checks, markItems } from '../../../campaigns/mark-items.ts'
import { publishCampaignReport } from '../../../campaigns/publish-campaign-report.ts'
import { type CampaignRow, getCampaign, whileCampaignIs } from '../../../data/campaigns/campaign.ts'
import {
  newRecipient,
  plannedAmong,
  plannedWrite,
  planWrites,
  type RecipientRow,
  recipientKey,
} from '../../../data/campaigns/campaign-recipient.ts'
import { optedOutAmong } from '../../../data/campaigns/opt-out-row.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { checkBatch, questionId } from '../../../messaging/check-numbers.ts'
import { publishListChanged } from '../../../messaging/publish-contact-list.ts'
import type { Work } from '../run-step.ts'

/**
 * Pages that a step writes, and the pause before the next one: a pause costs nothing, and reads of
 * lists that share its table go first. A partition takes 1,000 write units a second, and sending
 * needs them too; so planning is only a few times as fast as a connection sends.
 */
const WRITTEN = 2
const REST_MS = 1000
/**
 * Maximum number of pages of a step: the pages of a restarted campaign exist already and are
 * skipped.
 */
const A_STEP = 20

/**
 * Pause while a connection is down. There is no limit: the campaign waits for it too, and shows so.
 */
const AWAY_MS = 60_000
/**
 * Attempts and pause for numbers that WhatsApp gives no answer about; after them the numbers are
 * sent to unchecked.
 */
const MAX_UNANSWERED = 3
const UNANSWERED_MS = 10_000

type Job = JobRow<'campaignPlan'>
type State = Job['state']

/**
 * Plans a campaign: writes a row for every recipient, one page of its audience in a transaction
 * with the checkpoint behind it. Unchecked numbers are checked before, one page per question, as
 * fast as their connection may ask. A recipient with a row keeps it, so the job may run again, also
 * twice at once; planned recipients are sent to while the rest is read. Ends when the campaign is
 * no longer under way: restarting the campaign begins the job anew. A page is written only while
 * the campaign is as it was read, so a deleted campaign gets no rows after its removal.
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
      const members = distinct(audience.people)
      const rows = await Promise.all(
        members.map((member, i) => rowOf(campaign, known(member, asked.checks), state.n + i)),
      )
      const { next } = audience
      const after = { ...state, from: next, n: state.n + rows.length, unanswered: asked.unanswered }
      // After the last page nothing begins: if the step ends before its checkpoint, that page is
      // read again.
      const place = next === null ? undefined : after
      const asRead = whileCampaignIs(campaign)
      try {
        const planned = await plan(campaign, rows, mayBeThere || campaign.contactListId === null, writes =>
          count(rows.length, [asRead, ...writes], place),
        )
        mayBeThere = planned.length === 0
        if (planned.length > 0) {
          written++
          await publishCampaignReport(companyId, campaign.id, planned)
        }
        if (next === null) await count(0, [asRead, plannedWrite(companyId, campaign.id)])
      } catch (error) {
        // Stopped or deleted meanwhile: then nothing more may be written. The campaign is read
        // again.
        if (error instanceof WriteConflict && error.label === 'campaign') continue
        throw error
      }
      if (next === null) return { file: null }
      state = after
    }
    return { next: state, delayMs: written > 0 ? REST_MS : 0 }
  },
  async clean({ companyId, state }) {
    await publishCampaignReport(companyId, state.campaignId, [])
  },
}

type Asked = { checks: Checks; unanswered: number } | { delayMs: number; unanswered: number }

/**
 * Returns WhatsApp's answers for the unchecked numbers of a page, or the time until the next
 * attempt. The answers are written into the list items.
 */
async function ask(
  job: Job,
  { companyId, contactListId, whatsappId }: CampaignRow,
  { people: members, items }: AudiencePage,
  state: State,
): Promise<Asked> {
  const { unanswered } = state
  const numbers = members.flatMap(({ isValid, number }) => (isValid === null && number !== '' ? number : []))
  if (numbers.length === 0) return { checks: new Map(), unanswered }
  const connection = whatsappId === null ? undefined : await getWhatsapp(companyId, whatsappId)
  // Nobody can be asked over it: the numbers stay unchecked, and are written to.
  if (connection && !capabilitiesOf(connection).numberCheck) return { checks: new Map(), unanswered }
  const { id, status } = connection ?? { id: '', status: 'DISCONNECTED' as const }
  const { checks, againInMs, silent } = await checkBatch(
    companyId,
    { id, status },
    numbers,
    questionId(job, state.from),
  )
  const marked = items.filter(({ isWhatsappValid }) => isWhatsappValid === null)
  if (contactListId !== null && (await markItems(marked, checks))) await publishListChanged(companyId, contactListId)
  if (againInMs !== null) return { delayMs: againInMs, unanswered }
  if (numbers.every(number => checks.get(number))) return { checks, unanswered: 0 }
  if (status !== 'CONNECTED') return { delayMs: AWAY_MS, unanswered }
  if (unanswered + 1 < MAX_UNANSWERED) return { delayMs: UNANSWERED_MS, unanswered: unanswered + 1 }
  // While a connection does not answer, each of the next pages is tried once.
  return { checks, unanswered: silent ? unanswered : 0 }
}

/** Returns a recipient with WhatsApp's answer, in its spelling where that is the same person's. */
function known(member: AudienceMember, checks: Checks): AudienceMember {
  const check = member.isValid === null ? checks.get(member.number) : undefined
  if (!check) return member
  const { exists, number, lid } = check
  const isSame = recipientKey({ number, lid: null }) === recipientKey(member)
  return { ...member, isValid: exists, number: isSame ? number : member.number, lid: lid ?? member.lid }
}

const distinct = (members: readonly AudienceMember[]): AudienceMember[] => [
  ...new Map(members.map(member => [recipientKey(member), member])).values(),
]

async function rowOf(campaign: CampaignRow, member: AudienceMember, n: number): Promise<RecipientRow> {
  const { companyId, id: campaignId, createdAt } = campaign
  const id = await messageId(campaignId, recipientKey(member), createdAt)
  return newRecipient({ companyId, campaignId, id, n, ...member, variant: variantAt(campaign, 'message', n) })
}

/** Writes those of these recipients that have no row yet, all or none; returns them. */
async function plan(
  campaign: CampaignRow,
  rows: readonly RecipientRow[],
  mayBeThere: boolean,
  commit: (writes: ReturnType<typeof planWrites>) => Promise<void>,
): Promise<RecipientRow[]> {
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
    if (!(error instanceof WriteConflict && error.label === 'shipping')) throw error
    return plan(campaign, rows, true, commit)
  }
}
