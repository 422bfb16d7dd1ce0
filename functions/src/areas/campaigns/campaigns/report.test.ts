import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import {
  ack,
  type CampaignFixture,
  makeCampaign,
  makeList,
  makeSender,
  sentOf,
  someNumbers,
  start,
  tick,
  workJobs,
} from '../../../../test/campaign-fixture.ts'
import { call, changeElsewhere, makeCompany, makeUser } from '../../../../test/harness.ts'
import { plannedRecipient } from '../../../../test/planned-recipient.ts'
import { type CampaignRow, campaignWrites, changedCampaign } from '../../../data/campaigns/campaign.ts'
import {
  changedRecipient,
  planWrites,
  type RecipientChanges,
  recipientWrites,
} from '../../../data/campaigns/campaign-recipient.ts'
import { saveCampaignSettings } from '../../../data/campaigns/campaign-settings.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { metered } from '../../../data/table/meter.ts'
import { transact } from '../../../data/table/transact.ts'
import { readObject } from '../../../integrations/storage.ts'

const as = ({ company }: CampaignFixture) => company.admin
const reportOf = async (sender: CampaignFixture, { id }: CampaignRow) =>
  (await call(campaigns.report, { as: as(sender), params: { id } })).body
const listed = async (sender: CampaignFixture, { id }: CampaignRow, query: Record<string, string> = {}) =>
  (await call(campaigns.shipping, { as: as(sender), params: { id }, query: query as never })).body

/** A campaign under way whose contacts are where `moves` say. */
async function makeMoved(moves: readonly RecipientChanges[], changes: Parameters<typeof makeCampaign>[2] = {}) {
  const sender = await makeSender({ messageInterval: 10 })
  const campaign = await makeCampaign(sender, null, { status: 'INATIVA', scheduledAt: null, ...changes })
  for (const [n, change] of moves.entries()) {
    const planned = { ...plannedRecipient(campaign, n), ...(change.name ? { name: change.name } : {}) }
    await transact(planWrites([planned]))
    if (Object.keys(change).length > 0) await transact(recipientWrites(planned, changedRecipient(planned, change)))
  }
  return { sender, campaign }
}

describe('the report of a campaign', () => {
  it('has everybody by state, progress among who is valid, the pace and the end', async () => {
    const sender = await makeSender()
    const numbers = someNumbers(4)
    const listId = await makeList(sender, numbers, number => number !== numbers[3])
    const campaign = await makeCampaign(sender, listId)
    expect(await reportOf(sender, campaign)).toMatchObject({ planned: false, total: 0, progress: 0, perMinute: null })
    await start(campaign)
    await workJobs(sender.companyId)
    expect(await reportOf(sender, campaign)).toMatchObject({
      campaign: { status: 'EM_ANDAMENTO', name: 'Volta às aulas', contactList: { id: listId } },
      planned: true,
      total: 4,
      delivered: 0,
      wait: null,
      perMinute: 600,
      estimatedEnd: expect.any(String),
    })
    await tick(sender)
    const [first] = await sentOf(sender)
    await ack(sender, first!, 2)
    expect(await reportOf(sender, campaign)).toMatchObject({
      total: 4,
      valid: 3,
      delivered: 1,
      progress: 33.3,
      counts: { waiting: 0, sent: 2, delivered: 1, invalid: 1 },
      // Nothing is left to leave.
      perMinute: null,
      estimatedEnd: null,
    })
  })

  it('counts as delivered who went further, and not who was never reached', async () => {
    const at = Date.now()
    const { sender, campaign } = await makeMoved([
      {},
      { state: 'sent', sentAt: at },
      { state: 'delivered', sentAt: at, deliveredAt: at },
      { state: 'read', sentAt: at, deliveredAt: at, readAt: at },
      { state: 'answered', sentAt: at, deliveredAt: at, answeredAt: at },
      { state: 'failed', reason: 'ERR_NO_ACCOUNT' as never },
      { state: 'invalid' },
      { state: 'optedOut' },
    ])
    expect(await reportOf(sender, campaign)).toMatchObject({ total: 8, valid: 6, delivered: 3, progress: 50 })
  })

  it('says why it waits, and until when', async () => {
    const { sender, campaign } = await makeMoved([{}, {}])
    const running = changedCampaign(campaign, { status: 'EM_ANDAMENTO' })
    await transact(campaignWrites(running, campaign))
    const key = { pk: `${sender.companyId}#whatsapp`, sk: `whatsapp#${sender.connectionId}` }
    await changeElsewhere(key, 'status', 'DISCONNECTED')
    expect(await reportOf(sender, running)).toMatchObject({ wait: 'connection', waitUntil: null, perMinute: null })
  })

  it('says when the hours begin again', async () => {
    const { sender, campaign } = await makeMoved([{}])
    const running = changedCampaign(campaign, { status: 'EM_ANDAMENTO' })
    await transact(campaignWrites(running, campaign))
    // A minute of the day that is not this one.
    const hour = String((new Date().getUTCHours() + 6) % 24).padStart(2, '0')
    await saveCampaignSettings(sender.companyId, { hoursStart: `${hour}:00`, hoursEnd: `${hour}:01` })
    const { wait, waitUntil } = await reportOf(sender, running)
    expect(wait).toBe('hours')
    expect(Date.parse(waitUntil ?? '')).toBeGreaterThan(Date.now())
  })

  it('is nobody else’s', async () => {
    const { campaign } = await makeMoved([{}])
    const [stranger, { id: companyId }] = await Promise.all([makeCompany(), makeCompany()])
    const attendant = await makeUser(companyId, { profile: 'user' })
    const params = { id: campaign.id }
    for (const route of [campaigns.report, campaigns.shipping]) {
      expect((await call(route, { as: stranger.admin, params })).status).toBe(404)
      expect((await call(route, { as: attendant, params })).status).toBe(403)
    }
    const asked = await call(campaigns.export, { as: stranger.admin, params: { id: newId() }, body: {} })
    expect(asked.body).toMatchObject({ error: 'ERR_NO_CAMPAIGN_FOUND' })
  })
})

describe('the contacts of a campaign', () => {
  const states = ['waiting', 'read', 'failed', 'sent', 'read', 'waiting', 'sent', 'read'] as const
  const moved = () => makeMoved(states.map((state, n) => ({ state, name: n === 4 ? 'Éva Lima' : `Contato ${n}` })))

  it('are in the order they are served, by state, and in pages', async () => {
    const { sender, campaign } = await moved()
    const places = async (query: Record<string, string>) => {
      const found: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await listed(sender, campaign, { ...query, ...(cursor ? { cursor } : {}) })
        found.push(...page.records.map(({ place }) => place))
        cursor = page.nextCursor
      }
      return found
    }
    expect(await places({ limit: '3' })).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(await places({ state: 'read', limit: '2' })).toEqual([1, 4, 7])
    expect(await places({ state: 'answered' })).toEqual([])
  })

  it('are found by how a name or a number begins, at a cost that is bounded', async () => {
    const { sender, campaign } = await moved()
    const names = async (query: Record<string, string>) =>
      (await listed(sender, campaign, query)).records.map(({ place }) => place)
    expect(await names({ searchParam: '5511950000003' })).toEqual([3])
    expect(await names({ searchParam: '(11) 95000-0002' })).toEqual([2])
    expect(await names({ searchParam: '950000' })).toEqual([])
    expect(await names({ searchParam: 'contato', state: 'read' })).toEqual([1, 7])
    expect(await names({ searchParam: 'eva l' })).toEqual([4])
    const { units } = await metered(() => names({ searchParam: 'contato 3' }))
    expect(units.read).toBeLessThan(6)
  })
})

describe('the export of a campaign', () => {
  it('is in the language of who asked, on the company’s clock', async () => {
    const at = Date.parse('2026-11-20T15:04:05Z')
    const { sender, campaign } = await makeMoved([
      { state: 'read', sentAt: at, deliveredAt: at, readAt: at, name: '=SOMA(1)' },
      { state: 'failed', reason: 'ERR_CAMPAIGN_NO_MESSAGE', name: 'Bia' },
    ])
    const lines = async (language: string, body = {}) => {
      const asked = await call(campaigns.export, {
        as: as(sender),
        params: { id: campaign.id },
        body,
        headers: { 'accept-language': language },
      })
      expect(asked.status).toBe(202)
      await workJobs(sender.companyId)
      const job = await getJob(sender.companyId, asked.body.jobId, true)
      const pieces: Uint8Array[] = []
      for await (const piece of readObject(job!.file!.key)) pieces.push(piece)
      return Buffer.concat(pieces).toString().split('\r\n')
    }
    const [, first, second] = await lines('pt-BR')
    expect(first).toContain("'=SOMA(1);Lida;;;2026-11-20 12:04:05;2026-11-20 12:04:05;2026-11-20 12:04:05;;")
    expect(second).toMatch(/;Bia;Falhou;;;;;;;.+/)
    const [head, only, rest] = await lines('en', { state: 'failed' })
    expect(head).toBe('\uFEFFNumber;Name;Status;Confirmation asked;Confirmed;Sent;Delivered;Read;Answered;Reason')
    expect([only?.split(';')[2], rest]).toEqual(['Failed', ''])
  })
})
