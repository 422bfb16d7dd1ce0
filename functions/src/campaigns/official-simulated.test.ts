/** Campaigns over an official number of the Cloud API's simulator: worker, webhook and statuses. */
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { CampaignReport } from '@balcao/shared/entities/campaign.ts'
import { beforeAll, expect, it } from 'vitest'
import {
  FASTEST_SETTINGS,
  makeCampaign,
  makeList,
  someNumbers,
  start,
  tick,
  workJobs,
} from '../../test/campaign-fixture.ts'
import { useCloud } from '../../test/cloud-fixture.ts'
import { call, send } from '../../test/harness.ts'
import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import { recipientKey } from '../data/campaigns/campaign-recipient.ts'
import { saveCampaignSettings } from '../data/campaigns/campaign-settings.ts'
import { optedOutAmong } from '../data/campaigns/opt-out-row.ts'
import { everyTemplate, type TemplateRow } from '../data/channels/template.ts'
import { getWhatsapp } from '../data/channels/whatsapp.ts'
import { saveMessagePrices } from '../data/company/message-price.ts'
import { syncTemplates } from '../messaging/templates/sync-templates.ts'

const { sim, settle, settleUntil, makeShop } = await useCloud(async (text, signature) => {
  const headers = { 'x-hub-signature-256': signature }
  return (await send('POST', '/webhook/whatsapp', { text, headers })).status
})

const PRICE = 350_000
beforeAll(() =>
  saveMessagePrices({ currency: 'BRL', prices: [{ country: '55', category: 'marketing', price: PRICE }] }),
)

/** A company with an official number, its templates, and no pauses. */
async function makeSender() {
  const { company, connection, phoneNumberId } = await makeShop()
  await syncTemplates(connection)
  await saveCampaignSettings(company.id, FASTEST_SETTINGS)
  const offer = (await everyTemplate(company.id)).find(({ name }) => name === 'oferta_da_semana')!
  return { company, companyId: company.id, connection, connectionId: connection.id, phoneNumberId, offer }
}
type Sender = Awaited<ReturnType<typeof makeSender>>

async function running(sender: Sender, numbers: readonly string[]): Promise<CampaignRow> {
  const campaign = await makeCampaign(sender, await makeList(sender, numbers), {
    ...{ message1: '', templateId: sender.offer.id, templateVariables: { nome: '{{firstName}}', oferta: '10 %' } },
  })
  await start(campaign)
  await workJobs(sender.companyId)
  return campaign
}

const reportOf = async ({ company }: Sender, { id }: CampaignRow): Promise<CampaignReport> =>
  (await call(campaigns.report, { as: company.admin, params: { id } })).body
const statusOf = async ({ companyId, id }: CampaignRow) => {
  const row = await getCampaign(companyId, id, true)
  return [row?.status, row?.reason]
}
type Got = { with: string; fromCustomer: boolean; text: string; template: { name: string } | null }
const received = async ({ phoneNumberId }: Sender): Promise<Got[]> =>
  (await sim<Got[]>('GET', `/${phoneNumberId}/messages`)).filter(({ fromCustomer }) => !fromCustomer)

it('reaches 200 people once each though a fifth of the answers is lost, and tells what they cost', async () => {
  const sender = await makeSender()
  const numbers = someNumbers(200).filter(number => !number.endsWith('0000'))
  await sim('POST', '/faults', { kind: 'timeout-after-accept', status: 500, every: 5, count: 1000 })
  const campaign = await running(sender, numbers)
  for (let left = true; left; ) {
    await workJobs(sender.companyId)
    await tick(sender)
    await settle()
    const { planned, counts } = await reportOf(sender, campaign)
    left = !planned || counts.waiting > 0
  }
  await settleUntil(async () => (await reportOf(sender, campaign)).delivered === numbers.length)
  const got = await received(sender)
  expect(got.map(message => message.with).sort()).toEqual([...numbers].sort())
  expect(got[0]).toMatchObject({ template: { name: 'oferta_da_semana' }, text: expect.stringContaining('Pessoa') })
  await tick(sender)
  expect(await statusOf(campaign)).toEqual(['FINALIZADA', null])
  expect((await reportOf(sender, campaign)).cost).toMatchObject({
    ...{ currency: 'BRL', amount: numbers.length * PRICE, unpriced: 0 },
    parts: [{ country: '55', category: 'marketing', count: numbers.length }],
  })
}, 300_000)

it('knows who is not on WhatsApp from Meta, and whoever presses the button opts out', async () => {
  const sender = await makeSender()
  const [number] = someNumbers(1) as [string]
  const nobody = '5511987650000'
  const campaign = await running(sender, [number, nobody])
  await settleUntil(async () => {
    await tick(sender)
    const { invalid, delivered } = (await reportOf(sender, campaign)).counts
    return invalid === 1 && delivered === 1
  })
  await sim('POST', `/${sender.phoneNumberId}/messages`, { from: number, name: 'Bia', buttonId: 'Parar promoções' })
  const key = recipientKey({ number, lid: null })
  await settleUntil(async () => (await optedOutAmong(sender.companyId, [key])).has(key))
  expect((await reportOf(sender, campaign)).counts).toMatchObject({ invalid: 1, answered: 1 })
}, 90_000)

it('stops when the quality of the number falls, and when its template is paused', async () => {
  const sender = await makeSender()
  const campaign = await running(sender, someNumbers(3))
  const { metaId }: TemplateRow = sender.offer
  await sim('POST', `/templates/${metaId}`, { status: 'PAUSED' })
  await settleUntil(async () => {
    const row = (await everyTemplate(sender.companyId)).find(({ id }) => id === sender.offer.id)
    return row?.status === 'PAUSED'
  })
  await tick(sender)
  expect(await statusOf(campaign)).toEqual(['CANCELADA', 'ERR_TEMPLATE_NOT_APPROVED'])
  await sim('POST', `/templates/${metaId}`, { status: 'APPROVED' })
  await sim('POST', `/${sender.phoneNumberId}/quality`, { quality: 'RED' })
  await settleUntil(async () => (await getWhatsapp(sender.companyId, sender.connectionId, true))?.quality === 'RED')
  await settle()
  const restart = { as: sender.company.admin, params: { id: campaign.id } }
  expect(await call(campaigns.restart, restart)).toMatchObject({ status: 422, error: 'ERR_CAMPAIGN_QUALITY' })
  expect(await received(sender)).toEqual([])
}, 90_000)
