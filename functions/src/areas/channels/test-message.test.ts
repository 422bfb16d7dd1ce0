import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp } from '../../../test/harness.ts'
import { commandsOf } from '../../../test/pipeline-fixture.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { saveNumberCheck } from '../../data/contacts/number-check.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { getTicket } from '../../data/tickets/ticket.ts'

const PHONE = '5511987650001'

async function scene(changes: Parameters<typeof makeWhatsapp>[1] = {}) {
  const company = await makeCompany()
  const { id } = await makeWhatsapp(company.id, { name: 'Loja', phoneTest: PHONE, isDefault: true, ...changes })
  await saveNumberCheck(company.id, PHONE, { exists: true, number: PHONE, lid: null })
  const test = (as = company.admin) => call(whatsapp.test, { as, params: { id } })
  return { company, as: company.admin, id, test }
}

describe('the test phone of a connection', () => {
  it('is kept as WhatsApp writes it, and may be taken away', async () => {
    const { as, id } = await scene({ phoneTest: '' })
    const update = async (phoneTest: string) => call(whatsapp.update, { as, params: { id }, body: { phoneTest } })
    expect((await update('(11) 98765-0001')).body.phoneTest).toBe(PHONE)
    expect((await update(`+${PHONE}`)).body.phoneTest).toBe(PHONE)
    for (const wrong of ['123', '1'.repeat(16), '+'.repeat(31)]) {
      const { status, error, details } = await update(wrong)
      expect([status, error, details?.[0]?.path]).toEqual([400, 'ERR_VALIDATION', 'phoneTest'])
    }
    expect((await call(whatsapp.get, { as, params: { id } })).body.phoneTest).toBe(PHONE)
    expect((await update('')).body.phoneTest).toBe('')
    expect((await call(whatsapp.create, { as, body: { name: 'Outra' } })).body.phoneTest).toBe('')
  })

  it('is shown to those who may edit connections alone', async () => {
    const { company, id } = await scene()
    const as = await makeUser(company.id)
    expect((await call(whatsapp.get, { as, params: { id } })).body.phoneTest).toBe('')
    expect((await call(whatsapp.list, { as })).body[0]?.phoneTest).toBe('')
  })

  it('gets a text over that connection, as a message of a ticket that waits', async () => {
    const { company, as, id, test } = await scene()
    const sent = await test()
    expect([sent.status, sent.body.ack]).toEqual([202, 0])
    const ticket = await getTicket(company.id, sent.body.ticketId, true)
    expect(ticket).toMatchObject({ status: 'pending', user: null, queue: null, whatsapp: { id }, unreadMessages: 0 })
    const [message] = await listMessages(company.id, sent.body.ticketId, { limit: 5 })
    expect(message).toMatchObject({ id: sent.body.id, fromMe: true, user: { id: as.user.id } })
    expect(message?.body).toContain('Loja')
    expect((await findContactByNumber(company.id, PHONE))?.whatsappId).toBe(id)
    expect((await commandsOf({ connectionId: id })).filter(({ type }) => type === 'send')).toHaveLength(1)
    // The next one goes into the same ticket.
    expect((await test()).body.ticketId).toBe(sent.body.ticketId)
  })

  it('is refused without a phone, a session, a right, or over and over', async () => {
    const off = await scene({ status: 'DISCONNECTED' })
    expect(await off.test()).toMatchObject({ status: 422, error: 'ERR_WAPP_NOT_INITIALIZED' })
    const none = await scene({ phoneTest: '' })
    expect(await none.test()).toMatchObject({ status: 422, error: 'ERR_WAPP_NO_TEST_PHONE' })
    const { company, as, test } = await scene()
    expect(await test(await makeUser(company.id, { profile: 'supervisor' }))).toMatchObject({
      error: 'ERR_NO_PERMISSION',
    })
    expect(await test((await makeCompany()).admin)).toMatchObject({ status: 404, error: 'ERR_NO_WAPP_FOUND' })
    for (let i = 0; i < 3; i++) expect((await test()).status).toBe(202)
    expect(await test()).toMatchObject({ status: 429, error: 'ERR_TOO_MANY_REQUESTS' })
    const metaPage = await makeWhatsapp(company.id, {
      ...{ channel: 'facebook', provider: 'graph' },
      accountId: `${Date.now()}`,
      phoneTest: PHONE,
    })
    expect(await call(whatsapp.test, { as, params: { id: metaPage.id } })).toMatchObject({
      error: 'ERR_CHANNEL_UNSUPPORTED',
    })
    const gone = await scene()
    await saveNumberCheck(gone.company.id, PHONE, { exists: false, number: PHONE, lid: null })
    expect(await gone.test()).toMatchObject({ status: 422, error: 'ERR_WAPP_INVALID_CONTACT' })
  })
})
