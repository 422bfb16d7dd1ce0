import { createServer } from 'node:http'
import { closeServer, LOOPBACK, listen } from '@balcao/infra/local/listen.ts'
import { readBody } from '@balcao/infra/local/read-body.ts'
import { META_APP } from '@balcao/infra/local/simulator-accounts.ts'
import { sign } from '@balcao/infra/simulators/meta/meta-state.ts'
import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { contact as contactCheck, contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets, ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type CloudShop, useCloud } from '../../../test/cloud-fixture.ts'
import { call, makeCompany, makeWhatsapp, send, type TestCompany } from '../../../test/harness.ts'
import { batchOf } from '../../../test/pipeline-fixture.ts'
import { getWhatsapp, type WhatsappRow } from '../../data/channels/whatsapp.ts'
import { findContactByNumber, pageOfContacts } from '../../data/contacts/contact.ts'
import { changeTicket, findLiveTicket } from '../../data/tickets/ticket.ts'
import { readCloudWebhook } from '../../integrations/meta/cloud/read-cloud-webhook.ts'
import { handler as takeInbound } from './handler.ts'

/** Calls of the webhook that were held back. */
let held: string[] | undefined

async function takeWebhook(text: string): Promise<number> {
  if (held) held.push(text)
  else return (await post(text)).status
  return 200
}
const post = (text: string, secret: string = META_APP.secret) =>
  send('POST', '/webhook/whatsapp', { text, headers: { 'x-hub-signature-256': sign(text, secret) } })

/** Tells what Meta tells, and the simulator does not. */
const tell = ({ connection }: Pick<CloudShop, 'connection'>, field: string, value: object) =>
  post(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: connection.businessAccountId, changes: [{ field, value }] }],
    }),
  )

/** The product at its public address. */
const product = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://x')
  const text = (await readBody(request, 1e7))?.toString() || null
  const headers = { 'x-hub-signature-256': String(request.headers['x-hub-signature-256']) }
  const query = Object.fromEntries(searchParams)
  const answer = await send(request.method!, pathname.replace('/api', ''), { text, query, headers })
  response.writeHead(answer.status).end(String(answer.raw.text))
})
process.env.WEB_ADDRESS = `http://${LOOPBACK}:${await listen(product, 0)}`
const { sim, settle, settleUntil, makeShop } = await useCloud(takeWebhook)
afterAll(() => closeServer(product))
beforeEach(() => {
  held = undefined
})

let people = 5_521_900_000_000 + Math.floor(Math.random() * 8e8)
const newNumber = (): string => String(people++)

/** A customer writes; answers Meta's id of the message. */
const customer = async (shop: CloudShop, from: string, given: object): Promise<string> => {
  const made = await sim<{ id: string }>('POST', `/${shop.phoneNumberId}/messages`, {
    from,
    name: 'Bia Souza',
    ...given,
  })
  expect(made).toHaveProperty('id')
  return made.id
}

async function talkOf({ company, connection }: CloudShop, from: string) {
  const contact = (await findContactByNumber(company.id, from))!
  const ticket = (await findLiveTicket(company.id, connection.id, contact.id))!
  const listed = await call(messages.list, { as: company.admin, params: { ticketId: ticket.id } })
  return { contact, ticket, messages: listed.body.messages }
}

/** Opens the ticket of a customer who wrote, and answers it. */
async function answer(shop: CloudShop, from: string, body: object) {
  const { ticket } = await talkOf(shop, from)
  const user = { id: shop.company.admin.user.id, name: 'Ana' }
  await changeTicket(shop.company.id, ticket, () => ({ set: { status: 'open', user } }))
  const sent = await call(messages.create, { as: shop.company.admin, params: { ticketId: ticket.id }, body })
  expect(sent.error).toBeUndefined()
  return sent.body.messages[0]!
}

describe('the webhook', () => {
  it('is subscribed at our own address, and receives from there', async () => {
    const company = await makeCompany()
    const phone = newNumber()
    const { phoneNumberId, businessAccountId, accessToken } = await sim<Record<string, string>>('POST', '/numbers', {
      phone,
      name: 'Loja',
    })
    const body = { name: 'Oficial', provider: 'cloud', phoneNumberId, businessAccountId, accessToken } as const
    const made = await call(whatsapp.create, { as: company.admin, body: body as never })
    expect(made.body).toMatchObject({ status: 'CONNECTED', number: phone, quality: 'GREEN', messagingLimit: 'TIER_1K' })
    const shop = { company, connection: (await getWhatsapp(company.id, made.body.id))!, phoneNumberId: phoneNumberId! }
    const from = newNumber()
    await customer(shop, from, { text: 'olá' })
    await settle()
    expect((await talkOf(shop, from)).messages.map(message => message.body)).toEqual(['olá'])
  })

  it('knows Meta by token and signature', async () => {
    const text = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })
    expect((await post(text)).status).toBe(200)
    expect([(await post(text, 'x'.repeat(32))).status, (await post(text, 'x'.repeat(32))).error]).toEqual([
      401,
      'ERR_WEBHOOK_SIGNATURE',
    ])
    expect((await send('POST', '/webhook/whatsapp', { text })).status).toBe(401)
    expect((await post('{')).error).toBe('ERR_MALFORMED_BODY')
    const ask = (token: string) =>
      send('GET', '/webhook/whatsapp', {
        query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' },
      })
    expect((await ask(META_APP.verifyToken)).raw).toEqual({ text: '42' })
    expect((await ask('other')).status).toBe(403)
  })

  it('gives each company that has the number its own message, and nobody else any', async () => {
    const shop = await makeShop()
    const other = await makeCompany()
    const { number, phoneNumberId, businessAccountId } = shop.connection
    const connection = await makeWhatsapp(other.id, { provider: 'cloud', number, phoneNumberId, businessAccountId })
    const stranger = await makeShop()
    const from = newNumber()
    await customer(shop, from, { text: 'oi' })
    await settle()
    for (const each of [shop, { ...shop, company: other, connection }])
      expect((await talkOf(each, from)).messages).toMatchObject([{ body: 'oi' }])
    expect(await findContactByNumber(stranger.company.id, from)).toBeUndefined()
  })

  it('skips an account that nobody has', async () => {
    const value = {
      metadata: { phone_number_id: '1' },
      messages: [{ from: newNumber(), id: 'wamid.X', timestamp: '1', type: 'text', text: { body: 'x' } }],
    }
    const text = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '2', changes: [{ field: 'messages', value }] }],
    })
    expect((await post(text)).status).toBe(200)
  })

  it('takes a message once, however often and late it is told', async () => {
    const shop = await makeShop()
    const from = newNumber()
    held = []
    await customer(shop, from, { text: 'um' })
    await sim('POST', '/settled')
    const [text = ''] = held
    held = undefined
    await Promise.all([post(text), post(text)])
    await settle()
    // Beyond the five minutes for which the queue knows it.
    const { companyId, id: connectionId } = shop.connection
    const [events] = readCloudWebhook(JSON.parse(text), Date.now())
    const again = events!.events.map(event => JSON.stringify({ ...event, companyId, connectionId }))
    expect((await takeInbound(batchOf(again))).batchItemFailures).toEqual([])
    expect((await talkOf(shop, from)).messages).toHaveLength(1)
  })
})

describe('messages in', () => {
  it('opens the window with each message of the customer, and shows the name', async () => {
    const shop = await makeShop()
    const from = newNumber()
    await customer(shop, from, { text: 'oi' })
    await settle()
    const { contact, ticket } = await talkOf(shop, from)
    expect(contact).toMatchObject({ name: 'Bia Souza', isWhatsappValid: true })
    const shown = await call(tickets.get, { as: shop.company.admin, params: { id: ticket.id } })
    expect(shown.body.window).toMatchObject({ open: true })
    expect(Date.parse(shown.body.window!.closesAt!)).toBeGreaterThan(Date.now() + 23.9 * 3_600_000)
  })

  it('keeps a picture in the bucket before it is shown, and asks again for one that failed', async () => {
    const shop = await makeShop()
    const from = newNumber()
    const mediaBase64 = Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////', 'base64').toString('base64')
    await customer(shop, from, { mediaBase64, mimetype: 'image/jpeg', text: 'foto' })
    await settle()
    const [message] = (await talkOf(shop, from)).messages
    expect(message).toMatchObject({ mediaType: 'image', body: 'foto', error: null })
    expect((await fetch(message!.mediaUrl!)).status).toBe(200)
    expect(JSON.stringify(message)).not.toContain('cloud:')

    await sim('POST', '/faults', { kind: 'fail', call: '', count: 1 })
    await customer(shop, from, { mediaBase64, mimetype: 'application/pdf', fileName: 'nota.pdf', isFile: true })
    await settle()
    const failed = (await talkOf(shop, from)).messages.at(-1)!
    expect(failed).toMatchObject({ mediaType: 'application', mediaUrl: null, error: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    const again = await call(messages.retry, { as: shop.company.admin, params: { id: failed.id } })
    expect(again.status).toBe(200)
    await settleUntil(async () => (await talkOf(shop, from)).messages.at(-1)!.mediaUrl !== null)
    expect((await talkOf(shop, from)).messages.at(-1)).toMatchObject({ error: null })
  })

  it('takes places, cards, orders, forwarded messages and what cannot be shown', async () => {
    const shop = await makeShop()
    const from = newNumber()
    await customer(shop, from, { location: { latitude: -23.5, longitude: -46.6, name: 'Praça' } })
    await customer(shop, from, {
      contacts: [
        { name: { formatted_name: 'José' }, phones: [{ phone: '+55 11 97777-6666', wa_id: '5511977776666' }] },
      ],
    })
    await customer(shop, from, {
      order: {
        text: 'logo',
        product_items: [{ product_retailer_id: 'SKU1', quantity: 2, item_price: 5, currency: 'BRL' }],
      },
    })
    await customer(shop, from, { text: 'veja', forwarded: 'once' })
    await customer(shop, from, { type: 'unsupported' })
    await settle()
    const { messages: all } = await talkOf(shop, from)
    expect(all.map(({ mediaType }) => mediaType)).toEqual(['locationMessage', 'vcard', 'order', 'chat', 'unsupported'])
    expect(all[2]!.structured).toMatchObject({ order: { itemCount: 2, total: 10 } })
    expect(all.map(({ forwarded }) => forwarded)).toEqual([false, false, false, true, false])
  })

  it('keeps where the customer came from on the ticket', async () => {
    const shop = await makeShop()
    const from = newNumber()
    await customer(shop, from, { text: 'vi o anúncio', referral: true })
    await settle()
    const { ticket } = await talkOf(shop, from)
    const shown = await call(tickets.get, { as: shop.company.admin, params: { id: ticket.id } })
    expect(shown.body.referral).toMatchObject({ sourceType: 'ad' })
  })

  it('knows quotations of our messages and reactions to them by their own ids', async () => {
    const shop = await makeShop()
    const from = newNumber()
    await customer(shop, from, { text: 'oi' })
    await settle()
    const ours = await answer(shop, from, { body: 'bom dia' })
    await settle()
    const got = await sim<{ id: string; fromCustomer: boolean }[]>(
      'GET',
      `/${shop.phoneNumberId}/messages?with=${from}`,
    )
    const { id: quotedId } = got.find(({ fromCustomer }) => !fromCustomer)!
    await customer(shop, from, { text: 'tudo bem', quotedId })
    await customer(shop, from, { reaction: '👍', quotedId })
    await settle()
    let all = (await talkOf(shop, from)).messages
    expect(all.at(-1)!.quotedMsg).toMatchObject({ id: ours.id, body: 'bom dia', fromMe: true })
    expect(all.find(({ id }) => id === ours.id)!.reactions).toMatchObject([{ emoji: '👍' }])
    await customer(shop, from, { reaction: '', quotedId })
    await settle()
    all = (await talkOf(shop, from)).messages
    expect(all.find(({ id }) => id === ours.id)!.reactions).toEqual([])
  })

  it('takes edits and deletions of the customer, and what was written on the phone', async () => {
    const shop = await makeShop({ coexistence: true })
    const from = newNumber()
    const one = await customer(shop, from, { text: 'um' })
    const two = await customer(shop, from, { text: 'dois' })
    await customer(shop, from, { type: 'edit', quotedId: one, text: 'uma' })
    await customer(shop, from, { type: 'revoke', quotedId: two })
    await sim('POST', `/${shop.phoneNumberId}/echo`, { to: from, text: 'do celular' })
    await settle()
    const { messages: all, ticket } = await talkOf(shop, from)
    expect(all.map(({ body, isEdited, isDeleted, fromMe }) => [body, isEdited, isDeleted, fromMe])).toEqual([
      ['uma', true, false, false],
      ['', false, true, false],
      ['do celular', false, false, true],
    ])
    // What we wrote opens no window.
    expect(ticket.windowUntil).toBeLessThanOrEqual(Date.now() + 86_400_000)
  })
})

describe('statuses', () => {
  it('raises acks in whatever order they come, and never lowers them', async () => {
    const shop = await makeShop()
    const from = newNumber()
    await customer(shop, from, { text: 'oi' })
    await settle()
    held = []
    await answer(shop, from, { body: 'bom dia' })
    await settle()
    await sim('POST', `/${shop.phoneNumberId}/read`, { from })
    await sim('POST', '/settled')
    const calls = held
    held = undefined
    const acks: number[] = []
    for (const text of calls.toReversed()) {
      await post(text)
      await settle()
      acks.push((await talkOf(shop, from)).messages.at(-1)!.ack)
    }
    expect(acks.at(-1)).toBe(4)
    expect(acks).toEqual([...acks].sort())
  })

  it('marks what Meta took and could not deliver, with its cause, also if the answer comes later', async () => {
    const shop = await makeShop()
    const from = newNumber()
    await customer(shop, from, { text: 'oi' })
    await settle()
    await sim('POST', '/faults', { kind: 'fail', code: 131_049, by: 'status' })
    await answer(shop, from, { body: 'promoção' })
    await settleUntil(async () => (await talkOf(shop, from)).messages.at(-1)!.error !== null)
    expect((await talkOf(shop, from)).messages.at(-1)).toMatchObject({ ack: 0, error: 'ERR_CLOUD_MARKETING_LIMIT' })
  })

  it('answers a send whose answer was lost', async () => {
    const shop = await makeShop()
    const from = newNumber()
    await customer(shop, from, { text: 'oi' })
    await settle()
    await sim('POST', '/faults', { kind: 'timeout-after-accept', status: 500 })
    await answer(shop, from, { body: 'uma vez' })
    await settleUntil(async () => (await talkOf(shop, from)).messages.at(-1)!.ack >= 3)
    const got = await sim<{ fromCustomer: boolean; text: string }[]>(
      'GET',
      `/${shop.phoneNumberId}/messages?with=${from}`,
    )
    expect(got.filter(({ fromCustomer }) => !fromCustomer).map(({ text }) => text)).toEqual(['uma vez'])
  })
})

describe('contacts', () => {
  it('keeps one contact when its number changes, under both numbers', async () => {
    const shop = await makeShop()
    const [from, to] = [newNumber(), newNumber()]
    await customer(shop, from, { text: 'oi' })
    await settle()
    const before = await talkOf(shop, from)
    await sim('POST', `/${shop.phoneNumberId}/number-change`, { from, to })
    await settle()
    await customer(shop, to, { text: 'sou eu' })
    await settle()
    const after = await talkOf(shop, to)
    expect(after.contact).toMatchObject({ id: before.contact.id, number: to, earlierNumbers: [from] })
    expect((await findContactByNumber(shop.company.id, from))!.id).toBe(before.contact.id)
    expect(after.messages.map(({ body }) => body)).toEqual(['oi', 'sou eu'])
    const { body: logs } = await call(ticketsLog.list, {
      as: shop.company.admin,
      params: { ticketId: after.ticket.id } as never,
    })
    expect(JSON.stringify(logs)).toContain('contactChanged')
    expect((await pageOfContacts(shop.company.id, { searchParam: '', limit: 10 })).rows).toHaveLength(1)
  })

  it('merges the contact that already had the new number', async () => {
    const shop = await makeShop()
    const [from, to] = [newNumber(), newNumber()]
    await customer(shop, to, { text: 'novo' })
    await customer(shop, from, { text: 'antigo' })
    await settle()
    const kept = await talkOf(shop, from)
    const system = { type: 'user_changed_number', wa_id: to, body: `User changed from ${from} to ${to}` }
    const metadata = { phone_number_id: shop.phoneNumberId }
    const about = { from, id: `wamid.${newId()}`, timestamp: '1', type: 'system' }
    await tell(shop, 'messages', { metadata, messages: [{ ...about, system }] })
    await settle()
    const rows = (await pageOfContacts(shop.company.id, { searchParam: '', limit: 10 })).rows
    expect(rows.map(({ id, number }) => [id, number])).toEqual([[kept.contact.id, to]])
  })

  it('keeps one contact, and one window, of who wrote from both numbers before the change was told', async () => {
    const shop = await makeShop()
    const { company, connection } = shop
    const [from, to] = [newNumber(), newNumber()]
    await customer(shop, from, { text: 'antigo' })
    await settle()
    const kept = await talkOf(shop, from)
    await changeTicket(company.id, kept.ticket, () => ({ set: { windowUntil: Date.now() - 1000 } }))
    await customer(shop, to, { text: 'novo' })
    await settle()
    const system = { type: 'user_changed_number', wa_id: to, body: `User changed from ${from} to ${to}` }
    const about = { from, id: `wamid.${newId()}`, timestamp: '1', type: 'system' }
    await tell(shop, 'messages', {
      metadata: { phone_number_id: shop.phoneNumberId },
      messages: [{ ...about, system }],
    })
    await settle()
    const live = (await findLiveTicket(company.id, connection.id, kept.contact.id))!
    expect(live.id).toBe(kept.ticket.id)
    expect(live.windowUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  })

  it('knows who hides their number later, and answers who never showed it', async () => {
    const shop = await makeShop()
    const [from, stranger] = [newNumber(), newNumber()]
    const userId = `BR.${from}0001`
    await customer(shop, from, { text: 'oi', userId })
    await settle()
    const before = await talkOf(shop, from)
    await customer(shop, from, { text: 'agora sem número', hidesNumber: true })
    await settle()
    await answer(shop, from, { body: 'te conheço' })
    await settle()
    const after = await talkOf(shop, from)
    expect([after.contact.id, after.ticket.id]).toEqual([before.contact.id, before.ticket.id])
    expect(after.messages).toMatchObject([{ body: 'oi' }, { body: 'agora sem número' }, { ack: 3 }])

    await customer(shop, stranger, { text: 'sem número', userId: `BR.${stranger}0002`, hidesNumber: true })
    await settle()
    const as = shop.company.admin
    const { body } = await call(tickets.list, { as, query: { showAll: 'true' } })
    const { id } = body.tickets.find(({ lastMessage }) => lastMessage === 'sem número')!
    const user = { id: as.user.id, name: 'Ana' }
    const { ticket } = await changeTicket(shop.company.id, id, () => ({ set: { status: 'open', user } }))
    expect(ticket.contact.number).toBe('')
    const sent = await call(messages.create, { as, params: { ticketId: id }, body: { body: 'olá' } })
    await settle()
    const { body: listed } = await call(messages.list, { as, params: { ticketId: id } })
    expect(listed.messages.at(-1)).toMatchObject({ id: sent.body.messages[0]!.id, ack: 3, error: null })
    const reacted = await call(messages.react, { as, params: { id: listed.messages[0]!.id }, body: { emoji: '👍' } })
    expect(reacted.status).toBe(200)
    await settle()
    const got = await sim<{ text: string; reactions: object }[]>(
      'GET',
      `/${shop.phoneNumberId}/messages?with=${stranger}`,
    )
    expect(got).toMatchObject([{ text: 'sem número', reactions: { business: '👍' } }, { text: 'olá' }])
    const [was, userId2] = [`BR.${stranger}0002`, `BR.${stranger}0003`]
    const system = {
      type: 'user_changed_user_id',
      body: `User Bia changed from ${was} to ${userId2}`,
      user_id: userId2,
    }
    const about = { id: `wamid.${newId()}`, timestamp: '1', type: 'system' }
    await tell(shop, 'messages', {
      metadata: { phone_number_id: shop.phoneNumberId },
      messages: [{ ...about, system }],
    })
    await settle()
    await customer(shop, stranger, { text: 'outro id', userId: userId2 })
    await settle()
    await call(messages.create, { as, params: { ticketId: id }, body: { body: 'sei' } })
    await settle()
    const later = (await call(messages.list, { as, params: { ticketId: id } })).body.messages.slice(-2)
    expect(later).toMatchObject([{ body: 'outro id' }, { body: 'sei', ack: 3 }])
    await customer(shop, stranger, { text: 'meu número', hidesNumber: false })
    await settle()
    expect(await talkOf(shop, stranger)).toMatchObject({ ticket: { id }, contact: { number: stranger } })
  })

  it('knows a Brazilian number with and without the ninth digit', async () => {
    const shop = await makeShop()
    const rest = String(newNumber()).slice(-8)
    const made = await call(contacts.create, {
      as: shop.company.admin,
      body: { name: 'Bia', number: `55219${rest.replace(/^./, '8')}` } as never,
    })
    expect(made.error).toBeUndefined()
    const short = `5521${rest.replace(/^./, '8')}`
    await customer(shop, short, { text: 'oi' })
    await settle()
    expect((await talkOf(shop, short)).contact.id).toBe(made.body.id)
  })

  it('is one contact with a conversation on each connection', async () => {
    const shop = await makeShop()
    const second = await makeShop()
    const { phoneNumberId, businessAccountId, number } = second.connection
    const connection = await makeWhatsapp(shop.company.id, {
      provider: 'cloud',
      number,
      phoneNumberId,
      businessAccountId,
    })
    const from = newNumber()
    await customer(shop, from, { text: 'oi' })
    await customer(second, from, { text: 'oi aqui também' })
    await settle()
    const [one, two] = [await talkOf(shop, from), await talkOf({ ...shop, connection }, from)]
    expect(one.contact.id).toBe(two.contact.id)
    expect(one.ticket.id).not.toBe(two.ticket.id)
  })

  it('leaves numbers unchecked in a company that nobody can ask for', async () => {
    const { company } = await makeShop()
    const as = company.admin
    const number = newNumber()
    expect((await call(contactCheck.check, { as, query: { number } })).body).toMatchObject({
      alreadyExists: false,
      invalido: false,
    })
    const made = await call(contacts.create, { as, body: { name: 'Bia', number } as never })
    expect(made.body).toMatchObject({ number, isWhatsappValid: null })
    expect((await call(contacts.check, { as, params: { id: made.body.id } })).body).toMatchObject({
      isWhatsappValid: null,
    })
    const list = await call(contactLists.create, { as, body: { name: newId() } as never })
    const item = await call(contactListItems.create, {
      as,
      body: { name: 'Zé', number, contactListId: list.body.id } as never,
    })
    expect((await call(contactListItems.check, { as, params: { id: item.body.id } })).body).toMatchObject({
      isWhatsappValid: null,
    })
    expect((await call(contactLists.check, { as, params: { id: list.body.id }, body: {} as never })).status).toBe(202)
  })
})

describe('numbers', () => {
  const rowOf = (company: TestCompany, connection: WhatsappRow) => getWhatsapp(company.id, connection.id, true)

  it('shows quality and limit as they change', async () => {
    const { company, connection, phoneNumberId } = await makeShop()
    await sim('POST', `/${phoneNumberId}/quality`, { quality: 'RED', limit: 'TIER_250' })
    await settle()
    expect(await rowOf(company, connection)).toMatchObject({
      quality: 'RED',
      messagingLimit: 'TIER_250',
      status: 'CONNECTED',
    })
    await sim('POST', `/${phoneNumberId}/quality`, { quality: 'GREEN', event: 'UNFLAGGED' })
    await settle()
    expect(await rowOf(company, connection)).toMatchObject({ quality: 'GREEN' })
  })

  it('is disconnected by a ban, and connected again when it is lifted', async () => {
    const { company, connection, phoneNumberId } = await makeShop()
    const account = (event: string) => sim('POST', `/${phoneNumberId}/account`, { event })
    await account('DISABLED_UPDATE')
    await settle()
    expect(await rowOf(company, connection)).toMatchObject({ status: 'DISCONNECTED', disconnectReason: 'banned' })
    await account('REINSTATED')
    await settle()
    expect(await rowOf(company, connection)).toMatchObject({ status: 'CONNECTED', disconnectReason: null })
  })

  it.each([
    ['PHONE_NUMBER_REMOVED', 'numberGone'],
    ['ACCOUNT_DELETED', 'numberGone'],
    ['PARTNER_REMOVED', 'permission'],
  ])('is disconnected by %s', async (event, disconnectReason) => {
    const { company, connection, phoneNumberId } = await makeShop()
    await sim('POST', `/${phoneNumberId}/account`, { event })
    await settle()
    expect(await rowOf(company, connection)).toMatchObject({ status: 'DISCONNECTED', disconnectReason })
  })
})
