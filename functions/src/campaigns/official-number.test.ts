import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { SendCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import {
  ack,
  deliverEvents,
  makeCampaign,
  makeList,
  makeOfficialSender,
  sentOf,
  someNumbers,
  start,
  tick,
  workJobs,
} from '../../test/campaign-fixture.ts'
import { cloudNumber } from '../../test/cloud-number.ts'
import { call, changeElsewhere, makeWhatsapp } from '../../test/harness.ts'
import { inbound } from '../../test/pipeline-fixture.ts'
import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import { getRecipient, progressOf, recipientKey } from '../data/campaigns/campaign-recipient.ts'
import { optedOutAmong } from '../data/campaigns/opt-out-row.ts'
import { findTemplate, saveTemplate } from '../data/channels/template.ts'
import { type WhatsappRow, whatsappKey } from '../data/channels/whatsapp.ts'
import { saveMessagePrices } from '../data/company/message-price.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import { countMessageCost } from '../data/reports/message-cost.ts'
import { metered } from '../data/table/meter.ts'
import { campaignCostWrites } from './campaign-cost-writes.ts'
import { readSendContext } from './send-context.ts'

const rowOf = ({ companyId, id }: CampaignRow, number: string) =>
  getRecipient(companyId, id, recipientKey({ number, lid: null }), true)
const stateOf = async ({ companyId, id }: CampaignRow) => {
  const row = await getCampaign(companyId, id, true)
  return [row?.status, row?.reason]
}
const countsOf = async ({ companyId, id }: CampaignRow) =>
  Object.fromEntries(Object.entries((await progressOf(companyId, id, true)).counts).filter(([, count]) => count > 0))
const numberOf = ({ to }: SendCommand) => to.number ?? ''

type Sender = Awaited<ReturnType<typeof makeOfficialSender>>

async function running(sender: Sender, numbers: string[], changes = {}): Promise<CampaignRow> {
  const campaign = await makeCampaign(sender, await makeList(sender, numbers), { ...sender.templated, ...changes })
  await start(campaign)
  await workJobs(sender.companyId)
  return campaign
}

const setTemplate = async ({ companyId, template }: Sender, status: 'APPROVED' | 'PAUSED') => {
  const before = (await findTemplate(companyId, template.businessAccountId, template, true))!
  await saveTemplate(companyId, template.businessAccountId, before, { ...before, status })
}
const setQuality = ({ companyId, connectionId }: Sender, quality: string) =>
  changeElsewhere(whatsappKey(companyId, connectionId), 'quality', quality)

const restart = (sender: Sender, { id }: CampaignRow) =>
  call(campaigns.restart, { as: sender.company.admin, params: { id } })

describe('a campaign over an official number', () => {
  it('sends its template, filled for each person, and is done when Meta has accepted all of it', async () => {
    const sender = await makeOfficialSender()
    const numbers = someNumbers(3)
    const campaign = await running(sender, numbers)
    await tick(sender)
    const sent = await sentOf(sender)
    expect(sent.map(numberOf).sort()).toEqual([...numbers].sort())
    const { content } = sent[0]!
    expect(content).toMatchObject({
      kind: 'template',
      body: 'Olá, Pessoa! Oferta só hoje.',
      template: { name: sender.template.name, language: 'pt_BR' },
      components: [{ type: 'body', parameters: [{ type: 'text', parameter_name: 'nome', text: 'Pessoa' }] }],
    })
    for (const command of sent) await ack(sender, command, 1)
    expect(await progressOf(sender.companyId, campaign.id, true)).toMatchObject({ inFlight: 0, arrived: 0 })
    expect(await countsOf(campaign)).toEqual({ sent: 3 })
    await ack(sender, sent[0]!, 3)
    expect(await countsOf(campaign)).toEqual({ sent: 2, delivered: 1 })
    await tick(sender)
    expect(await stateOf(campaign)).toEqual(['FINALIZADA', null])
  })

  it('asks nobody whether a number is on WhatsApp; who is not is invalid when Meta says so', async () => {
    const sender = await makeOfficialSender()
    const [one, two] = someNumbers(2) as [string, string]
    const campaign = await running(sender, [one, two])
    await tick(sender)
    const sent = await sentOf(sender)
    for (const command of sent) await ack(sender, command, 1)
    await ack(sender, sent.find(command => numberOf(command) === one)!, 0, 'ERR_CLOUD_NOT_ON_WHATSAPP')
    await ack(sender, sent.find(command => numberOf(command) === two)!, 0, 'ERR_CLOUD_MARKETING_LIMIT')
    expect(await rowOf(campaign, one)).toMatchObject({ state: 'invalid', reason: 'ERR_CLOUD_NOT_ON_WHATSAPP' })
    expect(await rowOf(campaign, two)).toMatchObject({ state: 'failed', reason: 'ERR_CLOUD_MARKETING_LIMIT' })
    await tick(sender)
    expect(await sentOf(sender)).toEqual([])
    expect(await stateOf(campaign)).toEqual(['FINALIZADA', null])
  })

  it('keeps a message of unknown outcome failed until Meta says that it has it', async () => {
    const sender = await makeOfficialSender()
    const [number] = someNumbers(1) as [string]
    const campaign = await running(sender, [number])
    await tick(sender)
    const [sent] = await sentOf(sender)
    await ack(sender, sent!, 0, 'ERR_SEND_UNKNOWN')
    expect(await rowOf(campaign, number)).toMatchObject({ state: 'failed', reason: 'ERR_SEND_UNKNOWN' })
    await ack(sender, sent!, 1)
    expect(await rowOf(campaign, number)).toMatchObject({ state: 'sent', reason: null, inFlight: null })
    // A failure that Meta named stays, in whatever order its statuses come.
    await ack(sender, sent!, 0, 'ERR_SEND_REFUSED')
    await ack(sender, sent!, 1)
    expect(await rowOf(campaign, number)).toMatchObject({ state: 'failed', reason: 'ERR_SEND_REFUSED' })
    await tick(sender)
    expect(await sentOf(sender)).toEqual([])
  })

  it('stops when the quality of its number falls to red, and does not start again before it rises', async () => {
    const sender = await makeOfficialSender({}, { messageInterval: 0 })
    const campaign = await running(sender, someNumbers(4))
    await setQuality(sender, 'RED')
    await tick(sender)
    expect(await stateOf(campaign)).toEqual(['CANCELADA', 'ERR_CAMPAIGN_QUALITY'])
    expect(await sentOf(sender)).toEqual([])
    expect(await restart(sender, campaign)).toMatchObject({ status: 422, error: 'ERR_CAMPAIGN_QUALITY' })
    await setQuality(sender, 'YELLOW')
    expect(await restart(sender, campaign)).toMatchObject({ status: 200 })
    await tick(sender)
    expect(await sentOf(sender)).toHaveLength(4)
  })

  it.each(['ERR_CLOUD_QUALITY_LIMIT', 'ERR_CLOUD_BLOCKED', 'ERR_CLOUD_PAYMENT'])('stops at %s', async reason => {
    const sender = await makeOfficialSender()
    const campaign = await running(sender, someNumbers(2))
    await tick(sender)
    const [first] = await sentOf(sender)
    await ack(sender, first!, 0, reason)
    expect(await stateOf(campaign)).toEqual(['CANCELADA', reason])
    expect(await rowOf(campaign, numberOf(first!))).toMatchObject({ state: 'failed', reason })
  })

  it('stops when its template is paused, at the start, at each message and when Meta refuses it', async () => {
    const sender = await makeOfficialSender()
    await setTemplate(sender, 'PAUSED')
    const atStart = await running(sender, someNumbers(1))
    expect(await stateOf(atStart)).toEqual(['CANCELADA', 'ERR_TEMPLATE_NOT_APPROVED'])
    await setTemplate(sender, 'APPROVED')
    const campaign = await running(sender, someNumbers(2))
    await setTemplate(sender, 'PAUSED')
    await tick(sender)
    expect(await stateOf(campaign)).toEqual(['CANCELADA', 'ERR_TEMPLATE_NOT_APPROVED'])
    expect(await restart(sender, campaign)).toMatchObject({ status: 422, error: 'ERR_TEMPLATE_NOT_APPROVED' })
    await setTemplate(sender, 'APPROVED')
    expect(await restart(sender, campaign)).toMatchObject({ status: 200 })
    await tick(sender)
    const [first, second] = await sentOf(sender)
    await ack(sender, first!, 1)
    // Meta paused it and the webhook is late: the person gets their place back.
    await ack(sender, second!, 0, 'ERR_TEMPLATE_NOT_APPROVED')
    expect(await stateOf(campaign)).toEqual(['CANCELADA', 'ERR_TEMPLATE_NOT_APPROVED'])
    expect(await countsOf(campaign)).toEqual({ sent: 1, waiting: 1 })
  })

  it('goes to no more people a day than Meta allows, and says when it goes on', async () => {
    const sender = await makeOfficialSender({ messagingLimit: 'TIER_50' })
    const campaign = await running(sender, someNumbers(52))
    const sendQueue = await tick(sender)
    expect(sendQueue).toMatchObject({ wait: 'dailyLimit' })
    expect(await sentOf(sender)).toHaveLength(50)
    const hours = (sendQueue.waitUntil! - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(24)
    expect(hours).toBeLessThanOrEqual(25)
    const { body } = await call(campaigns.report, { as: sender.company.admin, params: { id: campaign.id } })
    expect(body).toMatchObject({ wait: 'dailyLimit', waitUntil: new Date(sendQueue.waitUntil!).toISOString() })
  })

  it('shares the limit with the other numbers of its business account', async () => {
    const first = await makeOfficialSender({ messagingLimit: 'TIER_50' })
    const { businessAccountId } = first.connection
    const make = (account: string) =>
      makeWhatsapp(first.companyId, {
        ...cloudNumber(account, { status: 'CONNECTED', quality: 'GREEN', messagingLimit: 'TIER_50' }),
      })
    const [second, elsewhere] = [await make(businessAccountId!), await make(newId())]
    const numbers = someNumbers(60)
    await running(first, numbers.slice(0, 49))
    await tick(first)
    const over = ({ id }: WhatsappRow) => ({ ...first, connectionId: id })
    const other = over(second)
    await running(other, numbers.slice(50, 55))
    const { started, wait } = await tick(other)
    expect([started.reduce((sum, [, count]) => sum + count, 0), wait]).toEqual([1, 'dailyLimit'])
    expect(await readSendContext(first.companyId, elsewhere.id)).toMatchObject({ startedElsewhere: [] })
  })

  it('costs no more to watch, however many other connections the company has', async () => {
    const sender = await makeOfficialSender({ messagingLimit: 'TIER_50' })
    const cost = async () => (await metered(() => readSendContext(sender.companyId, sender.connectionId))).units.read
    await cost()
    const alone = await cost()
    for (let i = 0; i < 5; i++) await makeWhatsapp(sender.companyId, { greetingMessage: 'x'.repeat(4000) })
    expect(await cost()).toBe(alone)
  })

  it('fails for a person without a value for a variable, and goes on with the others', async () => {
    const sender = await makeOfficialSender({}, { variables: [{ key: 'promo', value: ' ' }] })
    const numbers = someNumbers(1)
    const campaign = await running(sender, numbers, { templateVariables: { nome: '{{promo}}' } })
    await tick(sender)
    expect(await sentOf(sender)).toEqual([])
    expect(await rowOf(campaign, numbers[0]!)).toMatchObject({ state: 'failed', reason: 'ERR_TEMPLATE_VARIABLES' })
  })
})

describe('an answer to an official number', () => {
  it('by the button of its template opts out like the typed word', async () => {
    const sender = await makeOfficialSender()
    const [number] = someNumbers(1) as [string]
    await running(sender, [number])
    await tick(sender)
    await sentOf(sender)
    const pressed = inbound({ ...sender, adminId: '', queues: [], number }, { body: 'Parar promoções', choice: 'p' })
    await deliverEvents(pressed)
    expect((await optedOutAmong(sender.companyId, [recipientKey({ number, lid: null })])).size).toBe(1)
    const [thanks] = await sentOf(sender)
    expect(thanks?.content).toMatchObject({ kind: 'text' })
    expect(await findContactByNumber(sender.companyId, number)).toBeDefined()
  })

  it('by a button confirms, and the message of who wrote counts towards no limit', async () => {
    const sender = await makeOfficialSender({ messagingLimit: 'TIER_50' })
    const [number] = someNumbers(1) as [string]
    const campaign = await running(sender, [number], {
      confirmation: true,
      confirmationTemplateId: sender.template.id,
      confirmationTemplateVariables: { nome: 'você' },
    })
    await tick(sender)
    const [question] = await sentOf(sender)
    expect(question?.content).toMatchObject({ kind: 'template', body: 'Olá, você! Oferta só hoje.' })
    await ack(sender, question!, 1)
    await deliverEvents(inbound({ ...sender, adminId: '', queues: [], number }, { body: 'Quero', choice: 'q' }))
    expect(await rowOf(campaign, number)).toMatchObject({ state: 'confirmed' })
    const after = await tick(sender)
    expect((await sentOf(sender)).map(({ content }) => content.kind)).toContain('template')
    expect(after.started.reduce((sum, [, count]) => sum + count, 0)).toBe(1)
  })
})

describe('what a campaign needs', () => {
  const create = (sender: Sender, body: object) =>
    call(campaigns.create, {
      as: sender.company.admin,
      body: { name: 'Natal', whatsappId: sender.connectionId, ...body },
    })
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

  it('is a template over an official number, filled and approved when it is to be sent', async () => {
    const sender = await makeOfficialSender()
    const contactListId = await makeList(sender, someNumbers(1))
    const given = { contactListId, templateId: sender.template.id, scheduledAt: tomorrow() }
    expect(await create(sender, { contactListId, message1: 'Olá' })).toMatchObject({
      ...{ status: 422, error: 'ERR_CAMPAIGN_NEEDS_TEMPLATE' },
    })
    expect(await create(sender, { contactListId, scheduledAt: tomorrow() })).toMatchObject({
      ...{ status: 422, error: 'ERR_CAMPAIGN_NEEDS_TEMPLATE' },
    })
    expect(await create(sender, given)).toMatchObject({ status: 422, error: 'ERR_TEMPLATE_VARIABLES' })
    const made = await create(sender, { ...given, templateVariables: { nome: '{{name}}' } })
    expect(made).toMatchObject({ status: 201, body: { templateId: sender.template.id, status: 'PROGRAMADA' } })
    await setTemplate(sender, 'PAUSED')
    expect(await create(sender, { ...given, templateVariables: { nome: 'Ana' } })).toMatchObject({
      ...{ status: 422, error: 'ERR_TEMPLATE_NOT_APPROVED' },
    })
    expect(await create(sender, { contactListId, templateId: sender.template.id })).toMatchObject({ status: 201 })
  })

  it('is no template of another company, and none over a linked device', async () => {
    const [sender, other] = await Promise.all([makeOfficialSender(), makeOfficialSender()])
    const contactListId = await makeList(sender, someNumbers(1))
    expect(await create(sender, { contactListId, templateId: other.template.id })).toMatchObject({
      ...{ status: 404, error: 'ERR_NO_TEMPLATE_FOUND' },
    })
    const { id } = await makeWhatsapp(sender.companyId)
    expect(
      await create(sender, { contactListId, whatsappId: id, message1: 'Oi', templateId: sender.template.id }),
    ).toMatchObject({ status: 422, error: 'ERR_CHANNEL_UNSUPPORTED' })
  })

  it('is counted in money as Meta bills it, each message once', async () => {
    const sender = await makeOfficialSender()
    const numbers = someNumbers(2)
    const campaign = await running(sender, numbers)
    await tick(sender)
    const sent = await sentOf(sender)
    await saveMessagePrices({ currency: 'BRL', prices: [{ country: '55', category: 'marketing', price: 350_000 }] })
    const report = () => call(campaigns.report, { as: sender.company.admin, params: { id: campaign.id } })
    expect((await report()).body.cost).toBeNull()
    const { companyId, connectionId: whatsappId } = sender
    for (const command of [...sent, sent[0]!]) {
      const { whatsappMessageId } = command
      const billed = { companyId, whatsappId, number: numberOf(command), category: 'marketing' as const }
      const also = await campaignCostWrites({ ...billed, whatsappMessageId })
      await countMessageCost({ ...billed, wamid: `wamid.${whatsappMessageId}`, at: Date.now(), also })
    }
    expect((await report()).body.cost).toMatchObject({ currency: 'BRL', amount: 700_000, unpriced: 0 })
  })

  it('has a price before it starts, and says which messages have none', async () => {
    const sender = await makeOfficialSender()
    const contactListId = await makeList(sender, [...someNumbers(3), '14155550123'])
    await saveMessagePrices({
      currency: 'BRL',
      prices: [{ country: '55', category: 'marketing', price: 350_000 }],
    })
    const query = { whatsappId: sender.connectionId, contactListId, templateId: sender.template.id }
    const { body } = await call(campaigns.estimate, { as: sender.company.admin, query })
    expect(body).toMatchObject({
      ...{ recipients: 4, isSampled: false, confirmation: null, perDay: 1000, perMinute: 600 },
      message: {
        ...{ currency: 'BRL', amount: 3 * 350_000, unpriced: 1 },
        parts: [
          { country: '55', category: 'marketing', count: 3, amount: 1_050_000 },
          { country: '1', category: 'marketing', count: 1, amount: null },
        ],
      },
    })
    // A confirmation doubles the messages; a start in a week ends after it.
    const startsAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
    const later = await call(campaigns.estimate, {
      as: sender.company.admin,
      query: { ...query, startsAt, confirmation: 'true' },
    })
    expect(Date.parse(later.body.end!)).toBeGreaterThanOrEqual(Date.parse(startsAt) + 700)
    const other = await makeOfficialSender()
    expect(await call(campaigns.estimate, { as: other.company.admin, query })).toMatchObject({ status: 404 })
  })
})
