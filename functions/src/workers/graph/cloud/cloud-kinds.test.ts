import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { type CloudGot, type CloudTalk, useCloud } from '../../../../test/cloud-fixture.ts'
import { call, send } from '../../../../test/harness.ts'
import { receiveMessage } from '../../../../test/receive-message.ts'
import { pageOfContacts } from '../../../data/contacts/contact.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import { sendPresence } from '../../../messaging/chat-commands.ts'
import { resolveAddress } from '../../../messaging/resolve-address.ts'
import { sendMessage } from '../../../messaging/send-message.ts'

const { sim, settle, makeShop, makeTalk, write, messagesOf, got } = await useCloud()

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const OGG = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(60)])
const file = (fileName: string, mimetype: string, bytes: Buffer) => ({ fileName, mimetype, bytes })
const writeFiles = ({ shop, ticket }: CloudTalk, files: ReturnType<typeof file>[], body: object = { body: '' }) =>
  call(messages.create, { as: shop.company.admin, params: { ticketId: ticket.id }, body, files })
const shown = ({ type, text, media, status }: CloudGot) => ({ type, text, kind: media?.type, status })

describe('contents', () => {
  it('arrive as what they are', async () => {
    const talk = await makeTalk(await makeShop())
    expect((await writeFiles(talk, [file('a.png', 'image/png', PNG)], { body: 'Olha' })).status).toBe(201)
    await writeFiles(talk, [file('v.ogg', 'audio/ogg; codecs=opus', OGG)], { body: '', ptt: true })
    await writeFiles(talk, [file('a.pdf', 'application/pdf', Buffer.from('%PDF-1.4'))], { body: 'A nota' })
    const companyId = talk.shop.company.id
    for (const content of [
      { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' },
      { kind: 'contacts', displayName: 'Ana', vcards: ['BEGIN:VCARD\nFN:Ana\nTEL;WAID=5511999990000:1\nEND:VCARD'] },
      {
        kind: 'choices',
        body: 'Escolha',
        choices: {
          style: 'button',
          button: '',
          items: [
            { id: 'a', title: 'Sim' },
            { id: 'b', title: 'Não' },
          ],
        },
      },
    ] as const)
      await sendMessage(
        { companyId },
        { ticket: talk.ticket, content: structuredClone(content) as never, origin: 'bot' },
      )
    await settle()
    const all = await got(talk)
    expect(all.map(shown)).toMatchObject([
      { type: 'image', text: 'Olha', kind: 'image' },
      { type: 'audio', kind: 'audio' },
      { type: 'document', text: 'A nota', kind: 'document' },
      { type: 'location' },
      { type: 'contacts' },
      { type: 'interactive', text: 'Escolha' },
    ])
    expect(all.every(({ status }) => status === 'delivered')).toBe(true)
    expect(all[1]!.content).toMatchObject({ voice: true })
    expect(all[2]!.media).toMatchObject({ mimetype: 'application/pdf', fileName: 'a.pdf', size: 8 })
    expect(all[5]!.choices.map(({ id, title }) => [id, title])).toEqual([
      ['a', 'Sim'],
      ['b', 'Não'],
    ])
  })

  it('are refused above Meta’s limits, before anything is stored', async () => {
    const talk = await makeTalk(await makeShop())
    const big = Buffer.concat([PNG, Buffer.alloc(5 * 2 ** 20)])
    const refused = async (fileName: string, mimetype: string, size: number) =>
      (
        await call(messages.upload, {
          as: talk.shop.company.admin,
          params: { ticketId: talk.ticket.id },
          body: { fileName, mimetype, size },
        })
      ).error
    expect(await refused('a.png', 'image/png', big.length)).toBe('ERR_CLOUD_IMAGE')
    expect(await refused('a.gif', 'image/gif', 10)).toBe('ERR_CLOUD_IMAGE')
    expect(await refused('a.mov', 'video/quicktime', 10)).toBe('ERR_CLOUD_VIDEO')
    expect(await refused('a.webm', 'audio/webm', 10)).toBe('ERR_CLOUD_AUDIO')
    const gif = file('a.gif', 'image/gif', Buffer.from('GIF89a'))
    expect((await writeFiles(talk, [file('a.png', 'image/png', PNG), gif])).error).toBe('ERR_CLOUD_IMAGE')
    expect(await messagesOf(talk)).toEqual([])
  })

  it('quote either side’s message', async () => {
    const talk = await makeTalk(await makeShop())
    const { id: wamid } = await sim<{ id: string }>('POST', `/${talk.shop.phoneNumberId}/messages`, {
      from: talk.from,
      text: 'Tem?',
    })
    const { company, connection } = talk.shop
    const theirs = await receiveMessage(company.id, talk.ticket.id, connection.id, { whatsappMessageId: wamid })
    const own = (await write(talk, { body: 'Tem', quotedMsg: theirs.id })).body.messages[0]!
    await settle()
    await write(talk, { body: 'e mais', quotedMsg: own.id })
    await settle()
    const [first, second] = await got(talk)
    expect([first!.quotedId, second!.quotedId]).toEqual([wamid, first!.id])
  })
})

describe('signs', () => {
  it('a reaction replaces the one before, a read message and typing are shown', async () => {
    const talk = await makeTalk(await makeShop())
    const { company, connection, phoneNumberId } = talk.shop
    const as = company.admin
    const { id: wamid } = await sim<{ id: string }>('POST', `/${phoneNumberId}/messages`, {
      from: talk.from,
      text: 'Oi',
    })
    const theirs = await receiveMessage(company.id, talk.ticket.id, connection.id, { whatsappMessageId: wamid })
    const own = (await write(talk, { body: 'Olá' })).body.messages[0]!
    await settle()
    for (const emoji of ['👍', '❤️']) {
      expect((await call(messages.react, { as, params: { id: theirs.id }, body: { emoji } })).status).toBe(200)
      expect((await call(messages.react, { as, params: { id: own.id }, body: { emoji } })).status).toBe(200)
    }
    await settle()
    const all = await sim<CloudGot[]>('GET', `/${phoneNumberId}/messages?with=${talk.from}`)
    const reactions = all.filter(({ type }) => type !== 'reaction').map(each => each.reactions?.business)
    expect(reactions).toEqual([undefined, '❤️', '❤️'])

    const person = async () =>
      (await sim<{ from: string; unread: number; isTyping: boolean }[]>('GET', `/${phoneNumberId}/people`)).find(
        ({ from }) => from === talk.from,
      )
    await sendPresence(await resolveAddress(talk.ticket), 'composing', newId())
    await settle()
    await changeTicket(company.id, talk.ticket.id, () => ({ set: { unreadMessages: 1 } }))
    await call(tickets.read, { as, params: { id: talk.ticket.id } })
    await settle()
    expect(all.filter(({ fromCustomer }) => fromCustomer).length).toBe(2)
    const read = await sim<CloudGot[]>('GET', `/${phoneNumberId}/messages?with=${talk.from}`)
    expect(read.filter(({ fromCustomer }) => fromCustomer).map(({ status }) => status)).toEqual(['read', 'read'])
    expect(await person()).toBeDefined()
  })

  it('edits and deletions are not offered', async () => {
    const talk = await makeTalk(await makeShop())
    const as = talk.shop.company.admin
    const { id } = (await write(talk, { body: 'Oi' })).body.messages[0]!
    await settle()
    expect((await call(messages.update, { as, params: { id }, body: { body: 'Olá' } })).error).toBe(
      'ERR_CHANNEL_UNSUPPORTED',
    )
    expect((await call(messages.remove, { as, params: { id } })).error).toBe('ERR_CHANNEL_UNSUPPORTED')
    expect(await messagesOf(talk)).toMatchObject([{ body: 'Oi', isDeleted: false, isEdited: false }])
  })
})

describe('outside of the window', () => {
  const closed = async () => {
    const talk = await makeTalk(await makeShop())
    const { ticket } = await changeTicket(talk.shop.company.id, talk.ticket.id, () => ({
      set: { windowUntil: Date.now() - 1000 },
    }))
    return { ...talk, ticket }
  }

  it('a person’s message is refused, a bot’s is stored as failed, a template leaves', async () => {
    const talk = await closed()
    const companyId = talk.shop.company.id
    const refused = await write(talk, { body: 'Oi' })
    expect([refused.status, refused.error]).toEqual([422, 'ERR_OUTSIDE_WINDOW'])
    expect(await messagesOf(talk)).toEqual([])
    const bot = (content: object) =>
      sendMessage({ companyId }, { ticket: talk.ticket, content: content as never, origin: 'bot' })
    await bot({ kind: 'text', body: 'Até logo' })
    const template = { name: 'hello_world', language: 'en_US', header: '', footer: '', buttons: [] }
    await bot({ kind: 'template', body: 'Hello', template, components: [] })
    await settle()
    expect((await messagesOf(talk)).map(({ error }) => error)).toEqual(['ERR_OUTSIDE_WINDOW', null])
    expect((await got(talk)).map(({ type, status }) => [type, status])).toEqual([['template', 'delivered']])
  })

  it('a reaction, and a message that failed before, are refused at once as well', async () => {
    const talk = await makeTalk(await makeShop())
    const as = talk.shop.company.admin
    await sim('POST', '/faults', { kind: 'fail', code: 131042, by: 'answer' })
    const { id } = (await write(talk, { body: 'Oi' })).body.messages[0]!
    await settle()
    const { messages: all } = (await call(messages.list, { as, params: { ticketId: talk.ticket.id } })).body
    await changeTicket(talk.shop.company.id, talk.ticket.id, () => ({ set: { windowUntil: Date.now() - 1000 } }))
    const outside = { status: 422, error: 'ERR_OUTSIDE_WINDOW' }
    expect(await call(messages.retry, { as, params: { id } })).toMatchObject(outside)
    expect(await call(messages.react, { as, params: { id: all[0]!.id }, body: { emoji: '👍' } })).toMatchObject(outside)
    await settle()
    expect(await messagesOf(talk)).toMatchObject([{ error: 'ERR_CLOUD_PAYMENT' }])
    expect(
      (await call(messages.list, { as, params: { ticketId: talk.ticket.id } })).body.messages[0]!.reactions,
    ).toEqual([])
  })

  it('the public API refuses at once, and makes neither contact nor ticket', async () => {
    const shop = await makeShop()
    const { company, connection } = shop
    const number = '5511955554444'
    const post = (body: object) =>
      send('POST', '/messages/send', {
        text: JSON.stringify(body),
        authorizer: { companyId: company.id, connectionId: connection.id },
      })
    const refused = await post({ number, body: 'Oi' })
    expect([refused.status, refused.error]).toEqual([422, 'ERR_OUTSIDE_WINDOW'])
    expect((await pageOfContacts(company.id, { searchParam: '', limit: 5 })).rows).toEqual([])
    const { body } = await call(tickets.list, { as: company.admin, query: { showAll: 'true' } })
    expect(body.tickets).toEqual([])
  })
})
