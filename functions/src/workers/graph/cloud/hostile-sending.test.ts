/** Sending over cloud numbers while everything around it changes. */
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { META_APP } from '@balcao/infra/local/simulator-accounts.ts'
import { sign } from '@balcao/infra/simulators/meta/meta-state.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { CUSTOMER_WINDOW } from '@balcao/shared/rules/customer-window.ts'
import { allowLogged } from '@balcao/shared/test/output.ts'
import { describe, expect, it } from 'vitest'
import { type CloudShop, type CloudTalk, useCloud } from '../../../../test/cloud-fixture.ts'
import { call, changeElsewhere, makeUser, makeWhatsapp, send } from '../../../../test/harness.ts'
import { makeTemplate } from '../../../../test/make-template.ts'
import { deleteWhatsapp, getWhatsapp, setCloudState, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { findContactByNumber, pageOfContacts } from '../../../data/contacts/contact.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import { changeTicket, findLiveTicket } from '../../../data/tickets/ticket.ts'
import { sealCloudToken } from '../../../messaging/cloud-token.ts'
import { disconnectCloudNumber } from '../../../messaging/disconnect-cloud-number.ts'
import { sweepOutbox } from '../../timers/sweep-outbox.ts'
import { handler as takeGraph } from '../handler.ts'

/** Calls of the webhook that are held back. */
let held: string[] | undefined
const post = (text: string) =>
  send('POST', '/webhook/whatsapp', { text, headers: { 'x-hub-signature-256': sign(text, META_APP.secret) } })
const cloud = await useCloud(async text => {
  if (held) held.push(text)
  else return (await post(text)).status
  return 200
})
const { sim, settle, makeShop, makeTalk, write, messagesOf, got } = cloud

async function release(): Promise<void> {
  await sim('POST', '/settled')
  for (const text of held ?? []) await post(text)
  held = undefined
  await settle()
}

const age = async ({ shop }: CloudTalk, messageId: string, byMs: number) => {
  const { whatsappMessageId } = (await getMessage(shop.company.id, messageId))!
  const key = { pk: `${shop.company.id}#page-send#${shop.connection.id}`, sk: whatsappMessageId }
  await changeElsewhere(key, 'sendingAt', Date.now() - byMs)
}
const sweep = ({ ticket: { companyId, id: ticketId } }: CloudTalk, messageId: string, ageMs: number) => {
  const now = Date.now()
  return sweepOutbox({ type: 'outbox', companyId, ticketId, dueAt: now, retry: { messageId, since: now - ageMs } }, now)
}
const retry = ({ shop }: CloudTalk, id: string) => call(messages.retry, { as: shop.company.admin, params: { id } })
const textsOf = async (talk: CloudTalk) =>
  (await got(talk)).filter(({ status }) => status !== 'failed').map(({ text }) => text)
const ownOf = async (talk: CloudTalk) =>
  (await messagesOf(talk)).filter(({ fromMe }) => fromMe).map(({ ack, error }) => [ack, error])

/** A second number of a shop's company. */
async function secondNumber({ company }: CloudShop): Promise<WhatsappRow> {
  const other = await makeShop()
  const { phoneNumberId, businessAccountId, accessToken } = await sim<Record<string, string>>('POST', '/numbers', {
    ...{ phone: `5541${String(Date.now()).slice(-9)}`, name: 'Filial' },
  })
  expect(other.company.id).not.toBe(company.id)
  return makeWhatsapp(company.id, {
    ...{ provider: 'cloud', number: '5541999990000', phoneNumberId: phoneNumberId!, status: 'CONNECTED' },
    ...{ businessAccountId: businessAccountId!, accessToken: sealCloudToken(company.id, accessToken!) },
  })
}
const move = (talk: CloudTalk, whatsappId: string) =>
  call(tickets.update, { as: talk.shop.company.admin, params: { id: talk.ticket.id }, body: { whatsappId } })

describe('a ticket that moves to another connection', () => {
  it('leaves what was being sent to the number that began it: it is sent once', async () => {
    const talk = await makeTalk(await makeShop())
    const second = await secondNumber(talk.shop)
    held = []
    await sim('POST', '/faults', { kind: 'timeout-after-accept', ms: 1, status: 500 })
    const [message] = (await write(talk, { body: 'uma vez' })).body.messages
    await settle()
    expect((await move(talk, second.id)).status).toBe(200)
    await sweep(talk, message!.id, 60_000)
    await settle()
    const moved = { ...talk, shop: { ...talk.shop, phoneNumberId: second.phoneNumberId! } }
    expect([await textsOf(talk), await textsOf(moved)]).toEqual([['uma vez'], []])
    await release()
    expect((await ownOf(talk))[0]![0]).toBeGreaterThan(0)
  })

  it('lets a failed message be sent again by the number that failed', async () => {
    const talk = await makeTalk(await makeShop())
    const second = await secondNumber(talk.shop)
    await sim('POST', '/faults', { kind: 'fail', code: 131051, by: 'answer' })
    const [message] = (await write(talk, { body: 'de novo' })).body.messages
    await settle()
    expect((await ownOf(talk))[0]![1]).toBe('ERR_SEND_REFUSED')
    await move(talk, second.id)
    expect((await retry(talk, message!.id)).status).toBe(200)
    await settle()
    expect(await textsOf(talk)).toEqual(['de novo'])
    expect((await ownOf(talk))[0]).toEqual([3, null])
  })

  it('has its window again when it comes back, and none on the way', async () => {
    const shop = await makeShop()
    const { company, connection } = shop
    const from = `55429${String(Date.now()).slice(-8)}`
    await sim('POST', `/${shop.phoneNumberId}/messages`, { from, name: 'Bia', text: 'oi' })
    await settle()
    const contact = (await findContactByNumber(company.id, from))!
    const live = (await findLiveTicket(company.id, connection.id, contact.id))!
    const user = { id: company.admin.user.id, name: 'Ana' }
    const { ticket } = await changeTicket(company.id, live, () => ({ set: { status: 'open', user } }))
    const talk = { shop, from, ticket }
    const open = (await call(tickets.get, { as: company.admin, params: { id: ticket.id } })).body
    const until = Date.parse(open.window!.closesAt!)
    const second = await secondNumber(shop)
    expect((await move(talk, second.id)).body.window).toMatchObject({ open: false })
    // What was read meanwhile is read where it was written.
    await call(tickets.read, { as: company.admin, params: { id: ticket.id }, body: {} })
    await settle()
    const [seen] = await sim<{ status: string }[]>('GET', `/${shop.phoneNumberId}/messages?with=${from}`)
    expect(seen!.status).toBe('read')
    expect((await write(talk, { body: 'oi' })).error).toBe('ERR_OUTSIDE_WINDOW')
    const back = (await move(talk, shop.connection.id)).body
    expect(back.window!.open).toBe(true)
    expect(Math.abs(Date.parse(back.window!.closesAt!) - until)).toBeLessThan(5000)
    const web = await makeWhatsapp(shop.company.id)
    expect((await move(talk, web.id)).body.window ?? null).toBeNull()
    expect((await move(talk, shop.connection.id)).body.window!.open).toBe(true)
  })
})

describe('sending once', () => {
  it('copies of a command at once', async () => {
    const talk = await makeTalk(await makeShop())
    await write(talk, { body: 'um' })
    const { Messages = [] } = await new SQSClient().send(
      new ReceiveMessageCommand({ QueueUrl: cloud.queues[1]!.url, MessageSystemAttributeNames: ['All'] }),
    )
    const Records = Messages.map(({ MessageId, Body, Attributes, ReceiptHandle }) => ({
      ...{ messageId: MessageId, body: Body, attributes: Attributes, receiptHandle: ReceiptHandle },
    }))
    await Promise.all(Array.from({ length: 6 }, () => takeGraph({ Records } as never)))
    // The others come again, and find it sent.
    allowLogged('somebody else sends this message')
    await settle()
    expect(await textsOf(talk)).toEqual(['um'])
  })

  it('of which nothing was heard, and whose button is pressed four times at once', async () => {
    const talk = await makeTalk(await makeShop())
    held = []
    await sim('POST', '/faults', { kind: 'fail', status: 500, by: 'answer' })
    const [message] = (await write(talk, { body: 'um' })).body.messages
    await settle()
    await age(talk, message!.id, 121_000)
    await sweep(talk, message!.id, 120_000)
    await settle()
    expect((await ownOf(talk))[0]).toEqual([0, 'ERR_SEND_UNKNOWN'])
    const answers = await Promise.all([1, 2, 3, 4].map(() => retry(talk, message!.id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await settle()
    await release()
    expect(await textsOf(talk)).toEqual(['um'])
    expect((await ownOf(talk))[0]).toEqual([3, null])
  })

  it('over a number deleted, disconnected or connected again meanwhile', async () => {
    const [gone, off] = [await makeTalk(await makeShop()), await makeTalk(await makeShop())]
    await write(gone, { body: 'um' })
    await deleteWhatsapp(gone.shop.company.id, gone.shop.connection.id)
    await write(off, { body: 'um' })
    await disconnectCloudNumber(off.shop.connection, 'logout')
    expect(await settle()).toBe(0)
    expect([await textsOf(gone), await textsOf(off)]).toEqual([[], []])
    expect((await ownOf(off))[0]).toEqual([0, 'ERR_CLOUD_RECONNECT'])
  })
})

describe('a token', () => {
  it('that was replaced is not taken away for what Meta said about the earlier one', async () => {
    const { company, connection } = await makeShop()
    const accessToken = sealCloudToken(company.id, 'EAAnew')
    const said = { displayPhoneNumber: null, verifiedName: null, quality: null, messagingLimit: null }
    await setCloudState(company.id, connection.id, { accessToken, number: connection.number!, ...said })
    for (const reason of ['token', 'permission', 'banned', 'numberGone'] as const)
      await disconnectCloudNumber(connection, reason)
    expect(await getWhatsapp(company.id, connection.id, true)).toMatchObject({ status: 'CONNECTED', accessToken })
  })

  it('that somebody took away does not come back, and says why', async () => {
    const { company, connection } = await makeShop()
    await disconnectCloudNumber(connection, 'logout')
    await disconnectCloudNumber(connection, 'banned')
    const row = (await getWhatsapp(company.id, connection.id, true))!
    expect([row.disconnectReason, row.accessToken]).toEqual(['logout', null])
    const said = { displayPhoneNumber: null, verifiedName: null, quality: null, messagingLimit: null }
    const accessToken = connection.accessToken!
    await setCloudState(company.id, connection.id, { accessToken, number: '1', ...said }, connection)
    expect((await getWhatsapp(company.id, connection.id, true))!.status).toBe('DISCONNECTED')
  })

  it('stays as it was when the rest of a change is refused', async () => {
    const { company, connection } = await makeShop()
    const other = await makeWhatsapp(company.id)
    const { accessToken } = await sim<{ accessToken: string }>('POST', `/${connection.phoneNumberId}/token`)
    const changed = await call(whatsapp.update, {
      as: company.admin,
      params: { id: connection.id },
      body: { accessToken, name: other.name },
    })
    expect(changed.error).toBe('ERR_WAPP_NAME_ALREADY_EXISTS')
    expect((await getWhatsapp(company.id, connection.id, true))!.accessToken).toBe(connection.accessToken)
  })
})

describe('the window', () => {
  it('is closed at its last moment, and open before', async () => {
    const talk = await makeTalk(await makeShop())
    const until = async (windowUntil: number) => {
      await changeTicket(talk.shop.company.id, talk.ticket.id, () => ({ set: { windowUntil } }))
      return (await write(talk, { body: 'oi' })).error
    }
    expect(await until(Date.now())).toBe('ERR_OUTSIDE_WINDOW')
    expect(await until(0)).toBe('ERR_OUTSIDE_WINDOW')
    expect(await until(-1)).toBe('ERR_OUTSIDE_WINDOW')
    expect(await until(Date.now() + 60_000)).toBeUndefined()
  })

  it('that closed since does not refuse the repetition of a call whose answer was lost', async () => {
    const talk = await makeTalk(await makeShop())
    const call = { body: 'oi', clientId: crypto.randomUUID() }
    const first = await write(talk, call)
    await settle()
    await changeTicket(talk.shop.company.id, talk.ticket.id, () => ({ set: { windowUntil: Date.now() - 1 } }))
    const again = await write(talk, call)
    expect([again.status, again.body.messages[0]!.id]).toEqual([201, first.body.messages[0]!.id])
    expect((await write(talk, { ...call, body: 'outra' })).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    expect((await write(talk, { ...call, clientId: crypto.randomUUID() })).error).toBe('ERR_OUTSIDE_WINDOW')
    await settle()
    expect(await messagesOf(talk)).toMatchObject([{ body: 'oi', ack: 3 }])
  })

  it('stays closed in a ticket reopened after days, and asks nobody’s clock', async () => {
    const shop = await makeShop()
    const talk = await makeTalk(shop)
    const as = shop.company.admin
    const params = { id: talk.ticket.id }
    await changeTicket(shop.company.id, talk.ticket.id, () => ({
      set: { windowUntil: Date.now() - 3 * CUSTOMER_WINDOW },
    }))
    await call(tickets.update, { as, params, body: { status: 'closed' } })
    const open = { status: 'open', windowUntil: Date.now() + 1e9, window: { open: true } } as never
    await call(tickets.update, { as, params, body: open })
    const late = { body: 'oi', createdAt: new Date(0).toISOString(), windowUntil: 9e15 } as never
    expect((await write(talk, late)).error).toBe('ERR_OUTSIDE_WINDOW')
  })
})

describe('a template', () => {
  const api = ({ company, connection }: CloudShop, body: object) =>
    send('POST', '/messages/send', {
      text: JSON.stringify(body),
      authorizer: { companyId: company.id, connectionId: connection.id },
    })
  const parts = (text: string) => [{ type: 'BODY' as const, text }]

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
    'with a variable named %s asks for it',
    async name => {
      const shop = await makeShop()
      const talk = await makeTalk(shop)
      const account = shop.connection.businessAccountId!
      const { name: template, language } = await makeTemplate(shop.company.id, account, {
        components: parts(`Olá {{${name}}}, tudo bem?`),
      })
      const body = { template: { name: template, language, variables: {} } }
      const refused = await write(talk, body)
      expect([refused.status, refused.error]).toEqual([422, 'ERR_TEMPLATE_VARIABLES'])
      expect((await api(shop, { number: talk.from, ...body })).error).toBe('ERR_TEMPLATE_VARIABLES')
      expect(await messagesOf(talk)).toEqual([])
    },
  )

  it.each([
    ['a line break', { nome: 'a\nb' }, 400],
    ['a tab', { nome: 'a\tb' }, 400],
    ['ten thousand characters', { nome: 'x'.repeat(10_000) }, 400],
    ['five blanks', { nome: 'a     b' }, 400],
    ['nothing', {}, 422],
    ['blanks', { nome: '   ' }, 422],
    ['a name of the prototype', JSON.parse('{"__proto__":"x"}') as object, 422],
    ['no text', { nome: { a: 1 } }, 400],
    ['a list', ['x'], 400],
    ['braces', { nome: '{{1}} \u0024{x} {{{{nome}}}}', more: 'x' }, 201],
  ])('with %s as its values', async (_, variables, status) => {
    const shop = await makeShop()
    const talk = await makeTalk(shop)
    const { name, language } = await makeTemplate(shop.company.id, shop.connection.businessAccountId!, {
      components: parts('Olá {{nome}}, tudo bem?'),
    })
    const answer = await write(talk, { template: { name, language, variables } })
    expect([answer.status, answer.error]).toEqual([status, expect.anything()].slice(0, 1).concat(answer.error as never))
  })

  it('leaves neither contact nor ticket where its values come to nothing', async () => {
    const shop = await makeShop()
    const { name, language } = await makeTemplate(shop.company.id, shop.connection.businessAccountId!, {
      components: parts('Sua fila: {{fila}}, obrigado.'),
    })
    const answer = await api(shop, {
      number: '5511955550000',
      template: { name, language, variables: { fila: '{{queue}}' } },
    })
    expect([answer.status, answer.error]).toEqual([422, 'ERR_TEMPLATE_VARIABLES'])
    expect((await pageOfContacts(shop.company.id, { searchParam: '', limit: 5 })).rows).toEqual([])
    const { body } = await call(tickets.list, { as: shop.company.admin, query: { showAll: 'true' } })
    expect(body.tickets).toEqual([])
  })

  it('is not sent into a ticket that its user may not see, nor read through another company', async () => {
    const shop = await makeShop()
    const talk = await makeTalk(shop)
    const { name, language } = await makeTemplate(shop.company.id, shop.connection.businessAccountId!, {
      components: parts('Olá'),
    })
    const body = { template: { name, language, variables: {} } }
    const user = await makeUser(shop.company.id)
    const foreign = await makeShop()
    for (const as of [user, foreign.company.admin]) {
      const answer = await call(messages.create, { as, params: { ticketId: talk.ticket.id }, body: body as never })
      expect([403, 404]).toContain(answer.status)
    }
    expect((await write(await makeTalk(foreign), body)).error).toBe('ERR_NO_TEMPLATE_FOUND')
    expect(await messagesOf(talk)).toEqual([])
  })

  it('reaches one contact in whichever spelling the API gives the number', async () => {
    const shop = await makeShop()
    // A mobile number, which has an earlier spelling without its 9.
    const phone = `551198${String(Date.now()).slice(-7)}`
    const talk = await makeTalk(shop, phone)
    await settle()
    const short = `5511${phone.slice(5)}`
    for (const number of [phone, short, `+${phone}`]) {
      const answer = await api(shop, { number, body: `para ${number}` })
      expect([answer.status, answer.error]).toEqual([answer.status, undefined])
    }
    expect((await pageOfContacts(shop.company.id, { searchParam: '', limit: 5 })).rows).toHaveLength(1)
    expect(talk.ticket.id).toBeDefined()
  })

  it('to a group, or odd numbers, is refused and makes nothing', async () => {
    const shop = await makeShop()
    const { name, language } = await makeTemplate(shop.company.id, shop.connection.businessAccountId!, {
      components: parts('Olá'),
    })
    for (const number of ['120363041234567890', '120363041234567890@g.us', '0', '', '../1', '5511'])
      expect((await api(shop, { number, template: { name, language, variables: {} } })).status).toBe(400)
    expect((await pageOfContacts(shop.company.id, { searchParam: '', limit: 5 })).rows).toEqual([])
  })
})
