import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { type CampaignFixture, makeOfficialSender, makeSender } from '../../../../test/campaign-fixture.ts'
import { call, makeCompany, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { png } from '../../../../test/pictures.ts'
import { commandsOf, graphCommandsOf } from '../../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../../test/some-number.ts'
import { createCampaign, newCampaign } from '../../../data/campaigns/campaign.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { saveNumberCheck } from '../../../data/contacts/number-check.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'

const FILE = { fileName: 'oferta.png', mimetype: 'image/png', bytes: png() }

/** Returns what sends a test to a number that WhatsApp knows. */
async function tester({ company, companyId, connectionId }: CampaignFixture) {
  const number = someNumber()
  await saveNumberCheck(companyId, number, { exists: true, number, lid: null })
  const test = (body: object = {}, files: (typeof FILE)[] = [], as = company.admin) =>
    call(campaigns.test, {
      as,
      body: { number, whatsappId: connectionId, message: 'Olá, {{firstName}}', ...body } as never,
      files,
    })
  const isUntouched = async () => (await findContactByNumber(companyId, number)) === undefined
  return { number, test, isUntouched }
}

describe('a test message of a campaign', () => {
  it('comes once, filled with the name of who asks for it, with the files', async () => {
    const fixture = await makeSender()
    const { companyId, connectionId, company } = fixture
    const { number, test } = await tester(fixture)
    const sent = await test({ number: `+${number}` }, [FILE])
    expect([sent.status, sent.body.ack]).toEqual([202, 0])
    expect(await getTicket(companyId, sent.body.ticketId, true)).toMatchObject({ status: 'pending', user: null })
    const messages = (await listMessages(companyId, sent.body.ticketId, { limit: 5 })).toReversed()
    expect(messages.map(({ body, media }) => [body, media?.fileName])).toEqual([
      ['Olá, Ana', undefined],
      ['', 'oferta.png'],
    ])
    expect(messages[0]).toMatchObject({ id: sent.body.id, fromMe: true, user: { id: company.admin.user.id } })
    expect(messages.filter(({ campaign }) => campaign)).toEqual([])
    expect((await commandsOf({ connectionId })).filter(({ type }) => type === 'send')).toHaveLength(2)
    expect((await call(campaigns.list, { as: company.admin })).body.records).toEqual([])
  })

  it('takes the file of a stored campaign', async () => {
    const fixture = await makeSender()
    const { companyId, connectionId } = fixture
    const media = {
      key: `${companyId}/media/kept/a`,
      kind: 'image' as const,
      mimetype: 'image/png',
      size: 10,
      fileName: 'a.png',
    }
    const texts = { message1: '', message2: '', message3: '', message4: '', message5: '' }
    const stored = newCampaign(companyId, {
      ...texts,
      ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '', confirmationMessage4: '' },
      ...{ confirmationMessage5: '', confirmation: false, name: 'Natal', status: 'INATIVA', scheduledAt: null },
      ...{ whatsappId: connectionId, contactListId: null, tagListId: null, fileListId: null, media },
    })
    await createCampaign(stored)
    const { test } = await tester(fixture)
    const { body } = await test({ message: '', campaignId: stored.id })
    const [message] = await listMessages(companyId, body.ticketId, { limit: 5 })
    expect(message?.media).toMatchObject({ key: media.key })
  })

  it('sends the template of an official number', async () => {
    const fixture = await makeOfficialSender()
    const { test } = await tester(fixture)
    const { templateId, templateVariables } = fixture.templated
    expect(await test({ templateId })).toMatchObject({ error: 'ERR_CAMPAIGN_NEEDS_TEMPLATE' })
    expect(await test({ message: '', templateId })).toMatchObject({ error: 'ERR_TEMPLATE_VARIABLES' })
    const { body } = await test({ message: '', templateId, templateVariables })
    const [message] = await listMessages(fixture.companyId, body.ticketId, { limit: 5 })
    expect(message?.body).toContain('Olá, Ana! Oferta só hoje.')
    expect((await graphCommandsOf(fixture)).filter(({ type }) => type === 'send')).toHaveLength(1)
  })

  it('is refused, and leaves nothing behind', async () => {
    const fixture = await makeSender()
    const { companyId } = fixture
    const { test, isUntouched } = await tester(fixture)
    for (const number of ['', '123', '1'.repeat(16), '+'.repeat(31)])
      expect(await test({ number })).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
    expect(await test({ message: '  ' })).toMatchObject({ status: 422, error: 'ERR_CAMPAIGN_NO_MESSAGE' })
    expect(await test({}, [{ ...FILE, bytes: Buffer.from('<html>') }])).toMatchObject({ error: 'ERR_UPLOAD_TYPE' })
    for (const [field, error] of [
      ['whatsappId', 'ERR_NO_WAPP_FOUND'],
      ['campaignId', 'ERR_NO_CAMPAIGN_FOUND'],
      ['fileListId', 'ERR_NO_FILE_LIST_FOUND'],
    ] as const)
      expect(await test({ [field]: newId() })).toMatchObject({ status: 404, error })
    const off = await makeWhatsapp(companyId, { status: 'DISCONNECTED' })
    expect(await test({ whatsappId: off.id })).toMatchObject({ status: 422, error: 'ERR_WAPP_NOT_INITIALIZED' })
    const supervisor = await makeUser(companyId, { profile: 'supervisor' })
    expect(await test({}, [], supervisor)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
    expect(await test({}, [], (await makeCompany()).admin)).toMatchObject({ error: 'ERR_NO_WAPP_FOUND' })
    const noPlan = await makeCompany({ plan: { useCampaigns: false } })
    expect(await test({}, [], noPlan.admin)).toMatchObject({ status: 403 })
    expect(await isUntouched()).toBe(true)
  })

  it('is limited for each connection', async () => {
    const { test } = await tester(await makeSender())
    for (let i = 0; i < 3; i++) expect((await test()).status).toBe(202)
    expect(await test()).toMatchObject({ status: 429, error: 'ERR_TOO_MANY_REQUESTS' })
  })
})
