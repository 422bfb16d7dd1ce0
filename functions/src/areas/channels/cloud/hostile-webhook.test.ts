/** Calls of the webhook that Meta would not make, though its signature is right. */
import { createHmac } from 'node:crypto'
import { META_APP } from '@balcao/infra/local/simulator-accounts.ts'
import { sign } from '@balcao/infra/simulators/meta/meta-state.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { messageCosts } from '@balcao/shared/api/reports/message-costs.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { CUSTOMER_WINDOW } from '@balcao/shared/rules/customer-window.ts'
import { describe, expect, it } from 'vitest'
import { type CloudShop, useCloud } from '../../../../test/cloud-fixture.ts'
import { call, makeCompany, makeWhatsapp, send } from '../../../../test/harness.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { findLiveTicket } from '../../../data/tickets/ticket.ts'

const post = (text: string, signature = sign(text, META_APP.secret)) =>
  send('POST', '/webhook/whatsapp', { text, headers: { 'x-hub-signature-256': signature } })
const { settle, makeShop, makeTalk, write, messagesOf, sim } = await useCloud(async text => (await post(text)).status)

let people = 5_531_900_000_000 + Math.floor(Math.random() * 8e8)
const newNumber = (): string => String(people++)
let nth = 0
const newWamid = (): string => `wamid.HBgN${Date.now()}${nth++}`
const seconds = (ms = Date.now()): string => String(Math.floor(ms / 1000))

const callOf = (phoneNumberId: string, value: object, account = '1') =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: account,
        changes: [
          {
            field: 'messages',
            value: { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, ...value },
          },
        ],
      },
    ],
  })
const tell = ({ phoneNumberId }: Pick<CloudShop, 'phoneNumberId'>, value: object) => post(callOf(phoneNumberId, value))
const says = (shop: Pick<CloudShop, 'phoneNumberId'>, message: object) =>
  tell(shop, { messages: [{ id: newWamid(), timestamp: seconds(), type: 'text', text: { body: 'oi' }, ...message }] })

async function talkOf({ company, connection }: Pick<CloudShop, 'company' | 'connection'>, from: string) {
  const contact = await findContactByNumber(company.id, from)
  const ticket = contact && (await findLiveTicket(company.id, connection.id, contact.id))
  if (!ticket) return undefined
  const listed = await call(messages.list, { as: company.admin, params: { ticketId: ticket.id } })
  return { contact, ticket, messages: listed.body.messages }
}

describe('the signature', () => {
  it.each([
    ['none', undefined],
    ['an empty secret', (text: string) => `sha256=${createHmac('sha256', '').update(text).digest('hex')}`],
    ['sha1', (text: string) => `sha1=${createHmac('sha1', META_APP.secret).update(text).digest('hex')}`],
    ['upper case', (text: string) => sign(text, META_APP.secret).toUpperCase()],
    ['another body', (text: string) => sign(`${text} `, META_APP.secret)],
    ['two of them', (text: string) => `${sign(text, META_APP.secret)},${sign(text, META_APP.secret)}`],
    ['nothing behind it', () => 'sha256='],
  ])('is refused: %s', async (_, of) => {
    const text = callOf('1', { messages: [] })
    const headers: Record<string, string> = of ? { 'x-hub-signature-256': of(text) } : {}
    const answer = await send('POST', '/webhook/whatsapp', { text, headers })
    expect([answer.status, answer.error]).toEqual([401, 'ERR_WEBHOOK_SIGNATURE'])
  })

  it('is no secret for the challenge', async () => {
    for (const token of ['', '__proto__', 'undefined'])
      expect(
        (
          await send('GET', '/webhook/whatsapp', {
            query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1' },
          })
        ).status,
      ).toBe(403)
  })
})

describe('a hostile call', () => {
  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['another object', '{"object":"page","entry":[]}'],
    ['no entries', '{"object":"whatsapp_business_account"}'],
    ['entries that are none', '{"object":"whatsapp_business_account","entry":[null,1,{"id":{}}]}'],
    ['a prototype', '{"__proto__":{"object":"whatsapp_business_account"},"entry":[]}'],
    ['deep nesting', `{"object":"whatsapp_business_account","entry":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'a deep value',
      `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}]}]}`,
    ],
  ])('is answered, and does nothing: %s', async (_, text) => {
    expect((await post(text)).status).toBe(200)
  })

  it('too large is refused', async () => {
    const text = callOf('1', { messages: [{ text: { body: 'x'.repeat(3_100_000) } }] })
    expect((await post(text)).error).toBe('ERR_UPLOAD_TOO_LARGE')
  })

  it('holds up none of its good parts', async () => {
    const shop = await makeShop()
    const from = newNumber()
    const good = { id: newWamid(), from, timestamp: seconds(), type: 'text', text: { body: 'boa' } }
    const bad = [
      null,
      7,
      {},
      { ...good, id: undefined },
      { ...good, id: 'x'.repeat(10_000) },
      { ...good, id: newWamid(), from: '../../etc' },
      { ...good, id: newWamid(), from: `${from}#x` },
      { ...good, id: newWamid(), timestamp: '-5' },
      { ...good, id: newWamid(), timestamp: 'gestern' },
      { ...good, id: newWamid(), timestamp: '1e400' },
    ]
    expect((await tell(shop, { contacts: [null, { wa_id: 5 }], messages: [...bad, good] })).status).toBe(200)
    expect(await settle()).toBe(0)
    expect((await talkOf(shop, from))!.messages.map(({ body }) => body)).toEqual(['boa'])
  })

  it('keeps hostile texts and ids as they are, cut to what a row holds', async () => {
    const shop = await makeShop()
    const from = newNumber()
    const ids = ['wamid.a#b', 'wamid.\u0024{companyId}', 'wamid.\'"\u0000', 'wamid.../../x', '__proto__', 'constructor']
    for (const id of ids) expect((await says(shop, { id: `${id}${newWamid()}`, from })).status).toBe(200)
    const long = 'ã'.repeat(100_000)
    expect(
      (
        await tell(shop, {
          contacts: [{ wa_id: from, profile: { name: long } }],
          messages: [
            { id: newWamid(), from, timestamp: seconds(), type: 'text', text: { body: long }, context: { id: long } },
            { id: newWamid(), from, timestamp: seconds(), type: '__proto__', text: { body: 'x' } },
            { id: newWamid(), from, timestamp: seconds(), type: 'button', button: { text: long, payload: long } },
            {
              id: newWamid(),
              from,
              timestamp: seconds(),
              type: 'interactive',
              interactive: { nfm_reply: { response_json: `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`, name: 'f' } },
            },
          ],
        })
      ).status,
    ).toBe(200)
    expect(await settle()).toBe(0)
    expect((await talkOf(shop, from))!.messages).toHaveLength(ids.length + 4)
  })

  it('larger than a queue’s message arrives cut', async () => {
    const shop = await makeShop()
    const from = newNumber()
    const cards = Array.from({ length: 300 }, (_, i) => ({
      name: { formatted_name: `Pessoa ${i}` },
      phones: Array.from({ length: 50 }, () => ({ phone: '+55 11 99999-0000', type: 'x'.repeat(100) })),
    }))
    expect((await says(shop, { from, text: { body: 'x'.repeat(2_000_000) } })).status).toBe(200)
    expect((await says(shop, { from, type: 'contacts', contacts: cards })).status).toBe(200)
    expect(await settle()).toBe(0)
    expect((await talkOf(shop, from))!.messages).toHaveLength(2)
  })

  it('opens no window beyond a day, whatever time it tells', async () => {
    const shop = await makeShop()
    for (const at of ['99999999999', '32503680000', seconds(Date.now() + 10 * CUSTOMER_WINDOW)]) {
      const from = newNumber()
      expect((await says(shop, { from, timestamp: at })).status).toBe(200)
      await settle()
      const talk = (await talkOf(shop, from))!
      expect(talk.ticket.windowUntil).toBeLessThanOrEqual(Date.now() + CUSTOMER_WINDOW)
      const row = await call(tickets.get, { as: shop.company.admin, params: { id: talk.ticket.id } })
      expect(row.status).toBe(200)
    }
  })

  it('opens no free entry point beyond three days', async () => {
    const shop = await makeShop()
    const talk = await makeTalk(shop)
    const sent = (await write(talk, { body: 'olá' })).body.messages[0]!
    await settle()
    const conversation = { expiration_timestamp: '99999999999', origin: { type: 'referral_conversion' } }
    const { connection } = shop
    const own = (await messagesOf(talk)).find(({ id }) => id === sent.id)!
    expect(own.ack).toBeGreaterThan(0)
    const [{ callbackData }] = (await sim<{ callbackData: string }[]>(
      'GET',
      `/${connection.phoneNumberId}/messages?with=${talk.from}&last=1`,
    )) as [{ callbackData: string }]
    const status = {
      ...{ id: newWamid(), status: 'sent', timestamp: seconds(), recipient_id: talk.from, conversation },
      biz_opaque_callback_data: callbackData,
    }
    expect((await tell(shop, { statuses: [status] })).status).toBe(200)
    await settle()
    const after = await call(tickets.get, { as: shop.company.admin, params: { id: talk.ticket.id } })
    expect(Date.parse(after.body.window!.closesAt as string)).toBeLessThanOrEqual(
      Date.now() + 3 * CUSTOMER_WINDOW + 60_000,
    )
  })

  it('tells each company of a shared number its own messages only, by whatever callback data', async () => {
    const shop = await makeShop()
    const other = await makeCompany()
    const { number, phoneNumberId, businessAccountId } = shop.connection
    const connection = await makeWhatsapp(other.id, { provider: 'cloud', number, phoneNumberId, businessAccountId })
    const talk = await makeTalk(shop)
    await write(talk, { body: 'segredo da loja' })
    await settle()
    const [{ id: wamid, callbackData }] = (await sim<{ id: string; callbackData: string }[]>(
      'GET',
      `/${shop.phoneNumberId}/messages?with=${talk.from}&last=1`,
    )) as [{ id: string; callbackData: string }]
    const billed = { id: wamid, status: 'read', timestamp: seconds(), recipient_id: talk.from }
    const pricing = { billable: true, category: 'marketing' }
    await tell(shop, { statuses: [{ ...billed, pricing, biz_opaque_callback_data: callbackData }] })
    await settle()
    const listed = await call(contacts.list, { as: other.admin, query: {} as never })
    const theirs = (await talkOf({ company: other, connection }, talk.from))!
    expect(theirs.messages.map(({ body }) => body)).toEqual(['oi'])
    expect(JSON.stringify(listed.raw)).not.toContain('segredo')
    const today = new Date().toISOString().slice(0, 10)
    const costs = await call(messageCosts.get, { as: other.admin, query: { from: today, to: today } })
    expect([costs.status, costs.body.days]).toEqual([200, []])
    expect((await messagesOf(talk)).find(({ body }) => body === 'segredo da loja')!.ack).toBeGreaterThan(0)
  })

  it('changes nothing of another number by a status with its callback data', async () => {
    const [shop, foreign] = [await makeShop(), await makeShop()]
    const talk = await makeTalk(shop)
    await write(talk, { body: 'um' })
    await settle()
    const [before] = (await messagesOf(talk)).slice(-1)
    const [{ callbackData }] = (await sim<{ callbackData: string }[]>(
      'GET',
      `/${shop.phoneNumberId}/messages?with=${talk.from}&last=1`,
    )) as [{ callbackData: string }]
    const status = { timestamp: seconds(), recipient_id: talk.from, biz_opaque_callback_data: callbackData }
    for (const each of ['read', 'failed'])
      await tell(foreign, { statuses: [{ id: newWamid(), status: each, errors: [{ code: 131031 }], ...status }] })
    expect(await settle()).toBe(0)
    const [after] = (await messagesOf(talk)).slice(-1)
    expect([after!.ack, after!.error]).toEqual([before!.ack, before!.error])
    const listed = await call(whatsapp.list, { as: foreign.company.admin, query: {} as never })
    expect(listed.body[0]!.status).toBe('CONNECTED')
  })

  it('survives statuses of unknown, deleted and odd messages, in any order', async () => {
    const shop = await makeShop()
    const talk = await makeTalk(shop)
    await write(talk, { body: 'um' })
    await settle()
    const [{ callbackData, id }] = (await sim<{ callbackData: string; id: string }[]>(
      'GET',
      `/${shop.phoneNumberId}/messages?with=${talk.from}&last=1`,
    )) as [{ callbackData: string; id: string }]
    const base = { timestamp: seconds(), recipient_id: talk.from }
    const statuses = [
      null,
      { ...base, id: newWamid(), status: 'constructor' },
      { ...base, id: newWamid(), status: 'read', biz_opaque_callback_data: 'x'.repeat(10_000) },
      { ...base, id: newWamid(), status: 'read', biz_opaque_callback_data: '#\u0024{x}' },
      { ...base, id: newWamid(), status: 'sent', biz_opaque_callback_data: `${callbackData}:9999` },
      { ...base, id: newWamid(), status: 'failed', biz_opaque_callback_data: 'A'.repeat(26) },
      { ...base, id, status: 'read', biz_opaque_callback_data: callbackData },
      { ...base, id, status: 'failed', errors: [{ code: 131026 }], biz_opaque_callback_data: callbackData },
      { ...base, id, status: 'sent', pricing: { billable: 'x' }, conversation: 5 },
    ]
    expect((await tell(shop, { statuses })).status).toBe(200)
    expect(await settle()).toBe(0)
    expect((await messagesOf(talk)).find(({ body }) => body === 'um')).toMatchObject({ ack: 4, error: null })
  })

  it('takes a message id once, though its content changes', async () => {
    const shop = await makeShop()
    const from = newNumber()
    const id = newWamid()
    await says(shop, { id, from })
    await settle()
    await says(shop, { id, from, text: { body: 'outro' } })
    await says(shop, { id, from: newNumber(), text: { body: 'de outro' } })
    expect(await settle()).toBe(0)
    expect((await talkOf(shop, from))!.messages.map(({ body }) => body)).toEqual(['oi'])
  })

  it('quotes no message of another chat, reacts to none, deletes and edits none', async () => {
    const shop = await makeShop()
    const [bia, eve] = [newNumber(), newNumber()]
    const secret = newWamid()
    await says(shop, { id: secret, from: bia, text: { body: 'segredo' } })
    await settle()
    await says(shop, { from: eve, context: { id: secret, from: bia } })
    await says(shop, { from: eve, type: 'reaction', reaction: { message_id: secret, emoji: '👍' } })
    await says(shop, { from: eve, type: 'reaction', reaction: { message_id: newWamid(), emoji: '👍' } })
    await says(shop, { from: eve, type: 'revoke', revoke: { original_message_id: secret } })
    const edit = { original_message_id: secret, message: { type: 'text', text: { body: 'falso' } } }
    await says(shop, { from: eve, type: 'edit', edit })
    expect(await settle()).toBe(0)
    expect(JSON.stringify((await talkOf(shop, eve))!.messages)).not.toContain('segredo')
    expect((await talkOf(shop, bia))!.messages).toMatchObject([{ body: 'segredo', isDeleted: false, reactions: [] }])
  })

  it('changes numbers to themselves, in a ring, to nobody, and back', async () => {
    const shop = await makeShop()
    const [ana, bia] = [newNumber(), newNumber()]
    for (const from of [ana, bia]) await says(shop, { from, text: { body: `de ${from}` } })
    await settle()
    const change = (from: string, wa_id: string) =>
      says(shop, { from, type: 'system', system: { type: 'user_changed_number', wa_id, body: 'x' } })
    const other = newNumber()
    for (const [from, to] of [
      [ana, ana],
      [ana, other],
      [bia, ana],
      [other, bia],
      [newNumber(), newNumber()],
      [ana, '../x'],
      [ana, '1'.repeat(40)],
    ] as const) {
      expect((await change(from, to)).status).toBe(200)
      expect(await settle()).toBe(0)
    }
    const { company } = shop
    const [x, y] = [await findContactByNumber(company.id, ana), await findContactByNumber(company.id, bia)]
    expect([x?.number, y?.number]).toEqual([ana, bia])
  })

  it('keeps a hostile advertisement and hostile cards as text', async () => {
    const shop = await makeShop()
    const from = newNumber()
    await says(shop, {
      from,
      referral: {
        source_url: 'javascript:alert(1)',
        source_type: 'ad',
        headline: '<img src=x>',
        body: 'x'.repeat(9e4),
      },
    })
    await says(shop, {
      from,
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'A\nTEL:+1900\nEND:VCARD\nBEGIN:VCARD' },
          phones: [{ phone: '1\r\nURL:javascript:alert(1)', type: 'CELL:1\nEVIL' }],
          org: { company: ';;;,\\' },
        },
      ],
    })
    expect(await settle()).toBe(0)
    const talk = (await talkOf(shop, from))!
    expect(talk.ticket.referral!.body.length).toBeLessThanOrEqual(200)
    const [card] = talk.messages.at(-1)!.vcards as unknown as string[]
    expect(card!.split('\n').map(line => line.split(/[:;]/)[0])).toEqual([
      ...['BEGIN', 'VERSION', 'N', 'FN', 'ORG', 'TEL', 'END'],
    ])
  })
})
