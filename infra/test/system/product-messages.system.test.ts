import { setTimeout as sleep } from 'node:timers/promises'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attendantAnswers, converse, customerWrites, expectWhole, meet, settle } from './converse.ts'
import { openShop, type Shop, until } from './open-shop.ts'
import { openRawWebSocket, type RawWebSocket } from './raw-websocket.ts'
import { type Product, startProduct } from './start-product.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let product: Product
let bakery: Shop
let grocery: Shop

beforeAll(async () => {
  product = await startProduct()
  ;[bakery, grocery] = await Promise.all([
    openShop(product, 'Padaria', '5511900000201'),
    openShop(product, 'Mercearia', '5511900000202'),
  ])
})
afterAll(() => product?.stop())

describe('one contact', () => {
  it('a hundred first messages at once make one ticket with a hundred messages in order', async () => {
    const phone = '5511920000001'
    await bakery.sim('POST', '/phones', { number: phone, name: 'Apressada' })
    const texts = Array.from({ length: 100 }, (_, n) => `primeira ${n}`)
    await Promise.all(texts.map(text => bakery.write(phone, text)))
    const ticketOf = async () => (await bakery.tickets('pending')).find(ticket => ticket.contact.number === phone)
    const ticket = await until('the ticket', ticketOf)
    await until('all messages', async () => (await bakery.messages(ticket.id)).length >= texts.length)
    const written = (await bakery.onPhone(phone)).filter(message => message.fromMe).map(message => message.text)
    expect(written.toSorted()).toEqual(texts.toSorted())
    expect((await bakery.messages(ticket.id)).map(message => message.body)).toEqual(written)
    expect((await bakery.tickets('pending')).map(({ id }) => id)).toEqual([ticket.id])
    expect((await ticketOf())?.unreadMessages).toBe(texts.length)
    await bakery.api('PUT', `/tickets/${ticket.id}`, { status: 'closed', sendFarewell: false })
  })
})

describe('what phones send beside texts', () => {
  const phone = '5511920000004'
  const send = (message: object) =>
    bakery.sim<{ id: string }>('POST', `/phones/${phone}/messages`, { to: bakery.number, type: 'proto', message })
  const find = async () => {
    const ticket = (await bakery.tickets('pending')).find(({ contact }) => contact.number === phone)
    return ticket && { ticket, messages: await bakery.messages(ticket.id) }
  }

  it('comes from the phone to the API with its words, data, album and quotation', async () => {
    await bakery.sim('POST', '/phones', { number: phone, name: 'Completa' })
    await send({
      orderMessage: { orderId: '77', orderTitle: 'Festa', itemCount: 2, totalAmount1000: 90_000, message: 'sábado' },
    })
    const image = { mimetype: 'image/jpeg', caption: 'este', url: 'https://mmg.whatsapp.net/none', mediaKey: 'AAAA' }
    const messageAssociation = { associationType: 'MEDIA_ALBUM', parentMessageKey: { id: 'ALBUM' } }
    await send({ albumMessage: { expectedImageCount: 2 } })
    await send({
      associatedChildMessage: { message: { imageMessage: image, messageContextInfo: { messageAssociation } } },
    })
    const quotedMessage = { imageMessage: { caption: 'Bolo do dia' } }
    const contextInfo = { stanzaId: 'STATUS1', remoteJid: 'status@broadcast', quotedMessage }
    await send({ extendedTextMessage: { text: 'quero', contextInfo } })
    await send({ declinePaymentRequestMessage: {} })
    const id = await bakery.write(phone, 'às 8')
    const { messages } = await until('all of them', async () => {
      const found = await find()
      return found && found.messages.length >= 5 ? found : undefined
    })
    const target = { targetMessageKey: { id }, encPayload: 'AAAA', encIv: 'AAAA', secretEncType: 'MESSAGE_EDIT' }
    await send({ secretEncryptedMessage: target })
    const marked = await until('the mark', async () => {
      const found = await find()
      return found?.messages.some(({ editedUnseen }) => editedUnseen) ? found : undefined
    })
    expect(messages).toHaveLength(5)
    expect(marked.messages).toMatchObject([
      { mediaType: 'order', structured: { order: { orderId: '77', itemCount: 2, total: 90 } } },
      { mediaType: 'image', body: 'este', albumId: 'ALBUM', error: 'ERR_WAPP_DOWNLOAD_MEDIA' },
      { mediaType: 'chat', body: 'quero', quotedMsg: { id: null, body: 'Bolo do dia', status: true } },
      { mediaType: 'paymentDeclined', body: '', structured: { copy: [], order: null } },
      { mediaType: 'chat', body: 'às 8', editedUnseen: true, isEdited: false },
    ])
    expect(marked.messages[0]!.body).toBe('Festa\n🛒 2 · R$ 90,00\nsábado')
    expect(marked.ticket).toMatchObject({ lastMessage: 'às 8', lastMessageType: 'chat' })
    const { hits } = await until('the index', async () => {
      const found = await bakery.api<{ hits: { id: string }[] }>('GET', '/messages/search?searchParam=festa')
      return found.hits.length > 0 ? found : undefined
    })
    expect(hits.map(({ id }) => id)).toEqual([marked.messages[0]!.id])
    await bakery.api('PUT', `/tickets/${marked.ticket.id}`, { status: 'closed', sendFarewell: false })
  })
})

describe('WhatsApp misbehaves', () => {
  it('duplicates, reorders, delays, drops and freezes: one ticket, every message once', async () => {
    const conversations = await meet(grocery, ['5511920000002'])
    const [conversation] = conversations
    const fault = (kind: string, more: object = {}) =>
      grocery.sim('POST', '/faults', { kind, number: grocery.number, ...more })
    const burst = async (name: string) => {
      const phone = Array.from({ length: 6 }, (_, n) => customerWrites(grocery, conversation!, `${name} pergunta ${n}`))
      for (let n = 0; n < 6; n++) await attendantAnswers(grocery, conversation!, `${name} resposta ${n}`)
      await Promise.all(phone)
    }
    const struck = (kind: string) =>
      until(`${kind} to strike`, async () =>
        (await grocery.sim<{ kind: string }[]>('GET', '/faults')).every(each => each.kind !== kind),
      )
    const online = () =>
      until('the connection', async () => {
        const businesses = await grocery.sim<{ number: string; online: boolean }[]>('GET', '/businesses')
        return businesses.find(({ number }) => number === grocery.number)?.online
      })
    await fault('latency', { ms: 40 })
    await burst('devagar')
    await fault('duplicate', { count: 6 })
    await burst('em dobro')
    await struck('duplicate')
    await fault('reorder', { count: 3, ms: 200 })
    await burst('trocadas')
    await struck('reorder')
    for (const kind of ['drop', 'restart', 'unavailable'] as const) {
      await online()
      const during = burst(kind)
      await sleep(100)
      await fault(kind)
      await during
    }
    // Nothing is read or written meanwhile, so the host cannot know.
    await online()
    await fault('half-open', { ms: 3000 })
    await burst('surdo')
    await grocery.sim('DELETE', '/faults')

    const outcomes = await settle(grocery, conversations)
    const { api } = outcomes.get(conversation!)!
    // Messages that overtook each other on the wire are in the order of their arrival.
    const place = new Map(api.map((message, at) => [message.body, at]))
    conversation!.tried.sort((a, b) => place.get(a)! - place.get(b)!)
    await expectWhole(grocery, outcomes)
  })
})

describe('two companies online at once', () => {
  it('no byte of one reaches the browsers of the other', async () => {
    // One person is a customer of both.
    const both = '5511920000009'
    const phonesOf = (digit: number) => Array.from({ length: 3 }, (_, i) => `551193${digit}00000${i}`)
    const shops = await Promise.all(
      [
        { shop: bakery, phones: phonesOf(1) },
        { shop: grocery, phones: phonesOf(2) },
      ].map(async ({ shop, phones }) => ({ shop, phones, conversations: await meet(shop, phones) })),
    )
    const sockets: RawWebSocket[] = []
    for (const { shop } of shops) {
      const socket = await openRawWebSocket(`${product.url.replace('http', 'ws')}/ws?token=${shop.token}`)
      sockets.push(socket)
      socket.send({ action: 'ready' })
      for (const status of ['pending', 'open', 'closed']) socket.send({ action: 'joinTickets', status })
      socket.send({ action: 'joinNotification' })
      // Each company's own conversations, and the other's, of which it must receive nothing.
      for (const { conversations } of shops)
        for (const { ticketId } of conversations) socket.send({ action: 'joinChatBox', ticketId })
    }
    const receives = (at: number, text: string) => until(text, async () => sockets[at]!.received().includes(text))
    for (const [at, { conversations }] of shops.entries()) {
      await until('the room', async () => {
        const [first] = conversations
        sockets[at]!.send({ action: 'typing', ticketId: first!.ticketId, typing: false })
        return sockets[at]!.received().includes(first!.ticketId)
      })
    }

    await Promise.all(shops.map(({ shop, conversations }) => converse(shop, conversations, 3)))
    await bakery.sim('POST', '/phones', { number: both, name: 'Cliente de duas' })
    await bakery.write(both, `para a padaria, de ${both}`)
    await grocery.write(both, `para a mercearia, de ${both}`)
    await receives(0, 'para a padaria')
    await receives(1, 'para a mercearia')
    for (const [at, { shop, conversations }] of shops.entries()) {
      await expectAllReceived(shop, conversations)
      for (const { written, answered } of conversations)
        for (const text of [...written.slice(1), ...answered]) await receives(at, text)
    }

    for (const [at, { shop, phones, conversations }] of shops.entries()) {
      const other = sockets[1 - at]!.received()
      const marks = [
        shop.companyId,
        shop.connectionId,
        shop.userId,
        shop.number,
        ...phones,
        ...conversations.flatMap(({ ticketId, written, answered }) => [ticketId, ...written, ...answered]),
        at === 0 ? 'para a padaria' : 'para a mercearia',
      ]
      for (const { id } of await shop.tickets('pending')) marks.push(id)
      expect(marks.filter(mark => other.includes(mark))).toEqual([])
    }
    for (const socket of sockets) socket.close()
  })
})

describe('the bot', () => {
  it('leads a customer through a queue’s options, with their files, to a person who silences it', async () => {
    const queueOf = (name: string, color: string) =>
      bakery.api<{ id: string }>('POST', '/queue', { name, color, greetingMessage: `Aqui é ${name}` })
    const [orders, accounts] = [await queueOf('Encomendas', '#16a34a'), await queueOf('Financeiro', '#2563eb')]
    const add = (title: string, changes: object = {}) =>
      bakery.api<{ id: string }>('POST', '/queue-options', { queueId: orders.id, title, ...changes })
    const cakes = await add('Bolos', { message: 'Fazemos todos os dias' })
    const price = await add('Preços', { parentId: cakes.id, message: 'Nossa tabela, {{firstName}}' })
    await add('Boleto', { kind: 'queue', targetQueueId: accounts.id })
    const form = new FormData()
    form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'tabela.png')
    await bakery.api('POST', `/queue-options/${price.id}/media-upload`, form)

    const number = '5511900000203'
    const connection = { name: 'Encomendas', greetingMessage: 'Padaria!', queueIds: [orders.id, accounts.id] }
    const { id } = await bakery.api<Whatsapp>('POST', '/whatsapp', connection)
    const here = () => bakery.api<Whatsapp>('GET', `/whatsapp/${id}`)
    const qr = await until('a QR code', async () => (await here()).qrcode)
    await bakery.sim('POST', '/scan', { qr, number, name: 'Encomendas' })
    await until('the connection', async () => (await here()).status === 'CONNECTED')

    const phone = '5511920000003'
    await bakery.sim('POST', '/phones', { number: phone, name: 'Rita Lopes' })
    const write = (text: string) => bakery.sim('POST', `/phones/${phone}/messages`, { to: number, type: 'text', text })
    type Received = { fromMe: boolean; type: string; text?: string; caption?: string }
    const received = async () =>
      (await bakery.sim<Received[]>('GET', `/phones/${phone}/messages?after=0`))
        .filter(message => !message.fromMe)
        .map(({ type, text, caption }) => `${type}: ${text || caption}`)
    const MAIN = 'text: Padaria!\n\n*1* - Encomendas\n*2* - Financeiro'
    const FIRST = 'text: Aqui é Encomendas\n\n*1* - Bolos\n*2* - Boleto\n*0* - Voltar'
    const CAKES = 'text: Fazemos todos os dias\n\n*1* - Preços\n*0* - Voltar\n*#* - Menu principal'
    const expected: string[] = []
    for (const [answer, text] of [
      ['oi', MAIN],
      ['1', FIRST],
      ['#', MAIN],
      ['1', FIRST],
      ['1', CAKES],
      ['1', 'image: Nossa tabela, Rita'],
    ] as const) {
      await write(answer)
      expected.push(text)
      await until(`the answer to ${answer}`, async () => (await received()).length >= expected.length)
      expect(await received()).toEqual(expected)
    }
    const ticket = (await bakery.tickets('pending')).find(({ contact }) => contact.number === phone)!
    expect(ticket).toMatchObject({ queueId: orders.id, userId: null, chatbot: false, bot: null })
    await write('2')
    await until('the last word', async () => (await bakery.messages(ticket.id)).at(-1)?.body === '2')
    expect(await received()).toEqual(expected)
    await bakery.api('PUT', `/tickets/${ticket.id}`, { status: 'closed', sendFarewell: false })
  })
})

async function expectAllReceived(shop: Shop, conversations: Parameters<typeof settle>[1]): Promise<void> {
  for (const [{ answered, written }, { api }] of await settle(shop, conversations)) {
    expect(api.filter(message => message.fromMe).map(message => message.body)).toEqual(answered)
    expect(api.filter(message => !message.fromMe).map(message => message.body)).toEqual(written)
  }
}
