import { DEFAULT_SETTINGS } from '@balcao/shared/entities/setting.ts'
import { EVENT_LIMITS } from '@balcao/shared/events/fit-inbound.ts'
import type { InboundEvent, InboundMessage } from '@balcao/shared/events/queues.ts'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import { isWithinHours } from '@balcao/shared/rules/working-hours.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { describe, expect, it } from 'vitest'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { targetHas } from '../../../test/target.ts'
import { findContactByNumber, findOrCreateContact } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { metered } from '../../data/table/meter.ts'
import { conversationStateOf } from '../../data/tickets/live-ticket.ts'
import { findMessageByWhatsappId, listMessages } from '../../data/tickets/message.ts'
import { changeTicket, findLiveTicket, getTicket } from '../../data/tickets/ticket.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { toWireTicket } from '../../data/tickets/wire.ts'
import { timersOf } from '../../data/timers/timer.ts'
import { handler } from './handler.ts'

const failures = async (...events: (InboundEvent | string)[]) =>
  (await handler(batchOf(events))).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)

const take = async (...events: InboundEvent[]) => expect(await failures(...events)).toEqual([])

const ticketOf = async ({ companyId, connectionId, number }: Fixture): Promise<TicketRow> => {
  const contact = await findContactByNumber(companyId, number)
  const ticket = contact && (await findLiveTicket(companyId, connectionId, contact.id))
  if (!ticket) throw new Error('there is no live ticket')
  return ticket
}

/** Oldest first: who said what. */
const talk = async (fixture: Fixture, ticketId?: string) => {
  const id = ticketId ?? (await ticketOf(fixture)).id
  const rows = await listMessages(fixture.companyId, id, { limit: 500 })
  return rows.reverse().map(row => `${row.origin}: ${row.body}`)
}

const pick = ({ companyId, connectionId, whatsappMessageId, chat }: InboundMessage) => ({
  companyId,
  connectionId,
  whatsappMessageId,
  chat,
})

const find = ({ companyId, connectionId }: Fixture, { whatsappMessageId }: InboundMessage) =>
  findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)

const accept = (ticket: TicketRow) =>
  changeTicket(ticket.companyId, ticket, () => ({
    set: { status: 'open', user: { id: '01980000-0000-7000-8000-000000000001', name: 'Ana' } },
  }))

describe('a message', () => {
  it('makes contact, ticket and message, once however often it comes', async () => {
    const fixture = await makeFixture()
    const message = inbound(fixture, { body: 'bom dia' })
    await take(message, message)
    await Promise.all([take(message), take(message)])
    const ticket = await ticketOf(fixture)
    expect(ticket).toMatchObject({
      status: 'pending',
      unreadMessages: 1,
      lastMessage: 'bom dia',
      contact: { name: 'Maria', number: fixture.number },
      whatsapp: { name: 'Loja' },
    })
    expect(await talk(fixture)).toEqual(['contact: bom dia'])
    expect((await listLogs(fixture.companyId, ticket.id)).map(({ type }) => type)).toEqual(['create'])
  })

  it('of one contact a hundred at once make one ticket with a hundred messages in order', async () => {
    const fixture = await makeFixture()
    const messages = Array.from({ length: 100 }, (_, i) => inbound(fixture, { body: String(i) }))
    const batches = Array.from({ length: 10 }, (_, i) => messages.slice(i * 10, i * 10 + 10))
    const results = await Promise.all(batches.map((batch, i) => handler(batchOf(batch, `g${i}`))))
    expect(results.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([])
    const ticket = await ticketOf(fixture)
    expect(ticket.unreadMessages).toBe(100)
    expect(await talk(fixture)).toEqual(messages.map(({ body }) => `contact: ${body}`))
  })

  it('replays and repetitions in any order leave every message once, in the order of arrival', async () => {
    for (const order of [[5, 4, 3, 2, 1, 0], [2, 2, 0, 2, 0], [1, 3, 1, 5, 3, 0, 0, 5, 4], [0]]) {
      const fixture = await makeFixture()
      const messages = Array.from({ length: 6 }, (_, i) => inbound(fixture, { body: String(i) }))
      await take(...order.map(i => messages[i]!))
      const came = [...new Set(order)].sort()
      expect(await talk(fixture)).toEqual(came.map(i => `contact: ${i}`))
      expect((await ticketOf(fixture)).unreadMessages).toBe(came.length)
    }
  })

  it('of a number and of the LID behind it is one person’s', async () => {
    const fixture = await makeFixture()
    const lid = `9${someNumber()}`
    await take(
      inbound(fixture, { chat: { lid }, body: 'a' }),
      inbound(fixture, { chat: { lid, number: fixture.number }, body: 'b' }),
      inbound(fixture, { body: 'c' }),
    )
    expect(await talk(fixture)).toEqual(['contact: a', 'contact: b', 'contact: c'])
    expect((await findContactByNumber(fixture.companyId, fixture.number))?.lid).toBe(lid)
  })

  it('shows the newest sent in the row, whichever comes in last', async () => {
    const fixture = await makeFixture()
    const now = Date.now()
    const picture = inbound(fixture, {
      kind: 'media',
      body: 'foto',
      media: { kind: 'image', key: 'k', mimetype: 'image/png', size: 9 },
      receivedAt: now - 5000,
    })
    await take(inbound(fixture, { body: 'viu a foto?', receivedAt: now }), picture)
    expect(await talk(fixture)).toEqual(['contact: foto', 'contact: viu a foto?'])
    expect(await ticketOf(fixture)).toMatchObject({
      lastMessage: 'viu a foto?',
      lastMessageType: 'chat',
      unreadMessages: 2,
    })
  })

  it('that is answered by the bot stays in the row, with the time since which it waits', async () => {
    const fixture = await makeFixture({
      queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
      connection: () => ({ greetingMessage: 'Bem-vinda!' }),
    })
    const first = inbound(fixture)
    await take(first)
    const [, answer] = await talk(fixture)
    expect(answer).toMatch(/^bot: Bem-vinda!/)
    expect(await ticketOf(fixture)).toMatchObject({
      lastMessage: 'oi',
      lastMessageFromMe: false,
      last: { origin: 'contact' },
      waitsSince: first.receivedAt,
    })
  })

  it('to a connection that is gone is nobody’s', async () => {
    const fixture = await makeFixture()
    await take(inbound({ ...fixture, connectionId: '01980000-0000-7000-8000-00000000dead' }))
    expect(await findContactByNumber(fixture.companyId, fixture.number)).toBeUndefined()
  })

  it.each([
    ['image', { kind: 'media', body: 'foto', media: { kind: 'image', key: 'k', mimetype: 'image/png', size: 9 } }],
    ['sticker', { kind: 'media', body: '', media: { kind: 'sticker', key: 'k', mimetype: 'image/webp' } }],
    ['audio', { kind: 'media', body: '', media: { kind: 'audio', key: 'k', mimetype: 'audio/ogg', ptt: true } }],
    ['video', { kind: 'media', body: '', media: { kind: 'video', key: 'k', mimetype: 'video/mp4' } }],
    ['application', { kind: 'media', body: '', media: { kind: 'application', key: 'k', mimetype: 'application/pdf' } }],
    ['locationMessage', { kind: 'location', body: '', location: { latitude: -23.5, longitude: -46.6 } }],
    ['vcard', { kind: 'contacts', body: 'João', vcards: ['BEGIN:VCARD'] }],
    ['contactMessage', { kind: 'contacts', body: 'Dois', vcards: ['BEGIN:VCARD', 'BEGIN:VCARD'] }],
    ['unsupported', { kind: 'unsupported', body: '' }],
    ['call_log', { kind: 'call_log', body: '', call: { video: false, refused: false } }],
  ] satisfies [string, Partial<InboundMessage>][])('of kind %s is stored as such', async (mediaType, changes) => {
    const fixture = await makeFixture()
    const message = inbound(fixture, changes)
    await take(message)
    const stored = await findMessageByWhatsappId(fixture.companyId, fixture.connectionId, message.whatsappMessageId)
    expect(stored).toMatchObject({
      mediaType,
      media: message.media ?? null,
      location: message.location ?? null,
      vcards: message.vcards ?? [],
    })
    if (mediaType === 'call_log') expect(stored?.body).toMatch(/^Chamada de voz perdida às \d\d:\d\d$/)
  })

  it('whose medium could not be fetched says so, until it can', async () => {
    const fixture = await makeFixture()
    const media = {
      kind: 'image' as const,
      mimetype: 'image/png',
      source: 's',
      error: 'ERR_WAPP_DOWNLOAD_MEDIA' as const,
    }
    const message = inbound(fixture, { kind: 'media', body: '', media })
    await take(message)
    const { companyId, connectionId } = fixture
    const find = () => findMessageByWhatsappId(companyId, connectionId, message.whatsappMessageId)
    expect(await find()).toMatchObject({ error: 'ERR_WAPP_DOWNLOAD_MEDIA', media: { source: 's' } })
    const late = { type: 'media' as const, companyId, connectionId, whatsappMessageId: message.whatsappMessageId }
    await take({ ...late, media: { kind: 'image', mimetype: 'image/png', error: 'ERR_WAPP_DOWNLOAD_MEDIA' } })
    expect(await find()).toMatchObject({ error: 'ERR_WAPP_DOWNLOAD_MEDIA', media: { source: 's' } })
    await take({ ...late, media: { kind: 'image', mimetype: 'image/png', key: 'k' } })
    expect(await find()).toMatchObject({ error: null, media: { key: 'k' } })
  })

  it('that quotes another shows it', async () => {
    const fixture = await makeFixture()
    const first = inbound(fixture, { body: 'quanto custa?' })
    const second = inbound(fixture, { body: 'esse', quotedWhatsappId: first.whatsappMessageId })
    await take(first, second)
    const stored = await findMessageByWhatsappId(fixture.companyId, fixture.connectionId, second.whatsappMessageId)
    expect(stored?.quoted).toMatchObject({ body: 'quanto custa?', fromMe: false })
  })

  it('from the handset is an own one, not unread, and silences the menu', async () => {
    const fixture = await makeFixture({ queues: [{}, {}] })
    await take(inbound(fixture))
    await take(inbound(fixture, { fromMe: true, body: 'sou eu' }), inbound(fixture, { body: '1' }))
    const ticket = await ticketOf(fixture)
    expect(ticket).toMatchObject({ queue: null, chatbot: false, unreadMessages: 2 })
    expect((await talk(fixture)).filter(line => !line.startsWith('bot'))).toEqual([
      'contact: oi',
      'handset: sou eu',
      'contact: 1',
    ])
  })

  it.skipIf(!targetHas('metering'))('of a live ticket costs at most 20 write units', async () => {
    const fixture = await makeFixture()
    await take(inbound(fixture))
    await accept(await ticketOf(fixture))
    await take(inbound(fixture))
    const { units } = await metered(() => take(inbound(fixture, { body: 'Quanto custa o frete para Campinas?' })))
    expect(units.write).toBeLessThanOrEqual(20)
    expect(units.write).toBeGreaterThan(0)
  })
})

describe('what a phone may send', () => {
  const MAX_LENGTH = EVENT_LIMITS.body

  it('with half a surrogate pair, NULs and endless texts is stored, and what is behind it too', async () => {
    const fixture = await makeFixture()
    const half = inbound(fixture, { body: 'a\ud83d b\0', pushName: 'Ma\ud83dria' })
    const endless = '🙂'.repeat(400_000)
    const media = {
      kind: 'application' as const,
      key: 'k',
      mimetype: endless,
      fileName: `a${endless}`,
      source: endless,
    }
    const large = inbound(fixture, {
      kind: 'media',
      body: endless,
      pushName: endless,
      media,
      quotedWhatsappId: endless,
    })
    const place = { latitude: 1, longitude: 2, name: endless, address: endless }
    const where = inbound(fixture, { kind: 'location', body: '', location: place })
    await take(half, large, where, inbound(fixture, { body: 'depois' }))
    expect((await find(fixture, half))?.body).toBe('a\ufffd b\ufffd')
    const stored = await find(fixture, large)
    expect(stored!.body.endsWith(CUT_MARK)).toBe(true)
    expect(stored!.body.length).toBeLessThanOrEqual(MAX_LENGTH)
    expect(stored!.media!.fileName!.isWellFormed()).toBe(true)
    expect((await talk(fixture)).at(-1)).toBe('contact: depois')
  })

  it('is cut for previews and quotations without cutting a character', async () => {
    const fixture = await makeFixture()
    // The preview looks at the first 160 units of a text, a quotation keeps 500.
    const preview = inbound(fixture, { body: `a${' '.repeat(158)}🙂🙂` })
    await take(preview)
    expect((await ticketOf(fixture)).lastMessage.isWellFormed()).toBe(true)
    const long = inbound(fixture, { body: `${'a'.repeat(499)}🙂🙂` })
    const reply = inbound(fixture, { body: 'esse', quotedWhatsappId: long.whatsappMessageId })
    await take(long, reply)
    expect((await find(fixture, reply))?.quoted?.body).toBe('a'.repeat(499))
    const border = inbound(fixture, { body: `${'a'.repeat(MAX_LENGTH - 1)}🙂` })
    await take(border)
    expect((await find(fixture, border))?.body.isWellFormed()).toBe(true)
  })

  it('at its largest fits into an item, edits included', async () => {
    const fixture = await makeFixture()
    const card = `BEGIN:VCARD\nFN:${'漢'.repeat(400)}\nEND:VCARD`
    const message = inbound(fixture, {
      body: '漢'.repeat(MAX_LENGTH),
      sender: { number: fixture.number, name: '漢'.repeat(500) },
      vcards: Array.from({ length: 200 }, () => card),
      location: { latitude: 1, longitude: 2, name: '漢'.repeat(5000), address: '漢'.repeat(5000) },
      media: {
        kind: 'application',
        mimetype: 'application/pdf',
        fileName: '漢'.repeat(500),
        source: 'x'.repeat(EVENT_LIMITS.source),
        error: 'ERR_WAPP_DOWNLOAD_MEDIA',
      },
    })
    await take(message)
    expect((await find(fixture, message))?.vcards.length).toBeGreaterThan(10)
    const edits = ['字'.repeat(33_000), '字'.repeat(MAX_LENGTH + 5), '字'.repeat(20_000), '漢'.repeat(MAX_LENGTH)]
    for (const [at, body] of edits.entries()) await take({ ...pick(message), type: 'edit', body, fromMe: false, at })
    expect(await find(fixture, message)).toMatchObject({ body: edits[3], isEdited: true })
  })
})

describe('groups', () => {
  const group = { id: `1203${someNumber()}`, subject: 'Família' }
  it('are ignored while the setting says so', async () => {
    const fixture = await makeFixture()
    await take(inbound(fixture, { group, chat: { number: group.id }, sender: { number: fixture.number } }))
    const { contact } = await findOrCreateContact(fixture.companyId, { group })
    expect(await findLiveTicket(fixture.companyId, fixture.connectionId, contact.id)).toBeUndefined()
  })
  it('make one ticket per group, with the sender on each message and no bot', async () => {
    const fixture = await makeFixture({ settings: { CheckMsgIsGroup: 'disabled' }, queues: [{}, {}] })
    const from = (name: string) =>
      inbound(fixture, { group, chat: { number: group.id }, sender: { number: someNumber(), name }, body: name })
    await take(from('Ana'), from('Bia'))
    const { contact } = await findOrCreateContact(fixture.companyId, { group })
    const ticket = await findLiveTicket(fixture.companyId, fixture.connectionId, contact.id)
    expect(ticket).toMatchObject({ isGroup: true, contact: { name: 'Família' } })
    const messages = await listMessages(fixture.companyId, ticket!.id, { limit: 10 })
    expect(messages.map(({ sender, origin }) => [sender?.name, origin])).toEqual([
      ['Bia', 'contact'],
      ['Ana', 'contact'],
    ])
  })
})

describe('the queue menu', () => {
  const connection = () => ({ greetingMessage: 'Olá, {{firstName}}!' })
  const queues = [
    { name: 'Vendas', greetingMessage: 'Aqui é {{queue}}' },
    { name: 'Financeiro', greetingMessage: '' },
  ]
  const MENU = 'bot: Olá, Maria!\n\n*1* - Vendas\n*2* - Financeiro'

  it('greets, offers and sets the queue; a replay of any of it changes nothing', async () => {
    const fixture = await makeFixture({ connection, queues })
    const hello = inbound(fixture)
    await take(hello, hello)
    expect(await ticketOf(fixture)).toMatchObject({ chatbot: true, queue: null })
    const wrong = inbound(fixture, { body: '9' })
    await take(wrong, hello)
    const choice = inbound(fixture, { body: '1' })
    await take(choice, wrong, choice)
    expect(await talk(fixture)).toEqual(['contact: oi', MENU, 'contact: 9', MENU, 'contact: 1', 'bot: Aqui é Vendas'])
    const ticket = await ticketOf(fixture)
    expect(ticket).toMatchObject({ chatbot: false, status: 'pending', queue: { name: 'Vendas' }, unreadMessages: 3 })
    const logs = await listLogs(fixture.companyId, ticket.id)
    expect(logs.map(({ type, queue }) => [type, queue?.name ?? null])).toEqual([
      ['create', null],
      ['chatBot', null],
      ['queue', 'Vendas'],
    ])
    const sent = (await commandsOf(fixture)).flatMap(command => (command.type === 'send' ? [command] : []))
    expect(sent.map(({ content }) => (content.kind === 'text' ? `bot: ${content.body}` : ''))).toEqual([
      MENU,
      MENU,
      'bot: Aqui é Vendas',
    ])
    expect(new Set(sent.map(({ whatsappMessageId }) => whatsappMessageId)).size).toBe(3)
    expect(sent.every(({ whatsappMessageId }) => /^3EB0[0-9A-F]{18}$/.test(whatsappMessageId))).toBe(true)
  })

  it('stops after as many repetitions as the connection allows', async () => {
    const fixture = await makeFixture({ queues, connection: () => ({ ...connection(), maxUseBotQueues: 1 }) })
    for (const body of ['oi', 'x', 'y', '1']) await take(inbound(fixture, { body }))
    expect((await talk(fixture)).filter(line => line === MENU)).toHaveLength(2)
    expect(await ticketOf(fixture)).toMatchObject({ chatbot: false, queue: null, status: 'pending' })
  })

  it('is silent once an attendant has the ticket', async () => {
    const fixture = await makeFixture({ queues, connection })
    await take(inbound(fixture))
    await accept(await ticketOf(fixture))
    await take(inbound(fixture, { body: '1' }))
    expect(await talk(fixture)).toEqual(['contact: oi', MENU, 'contact: 1'])
    expect((await ticketOf(fixture)).queue).toBeNull()
  })

  it('with one queue is no menu; it greets with the setting', async () => {
    const silent = await makeFixture({ queues: [queues[0]!] })
    await take(inbound(silent))
    expect(await talk(silent)).toEqual(['contact: oi'])
    expect((await ticketOf(silent)).queue?.name).toBe('Vendas')
    const greeting = await makeFixture({
      queues: [queues[0]!],
      settings: { sendGreetingMessageOneQueues: 'enabled' },
    })
    await take(inbound(greeting))
    await take(inbound(greeting))
    expect(await talk(greeting)).toEqual(['contact: oi', 'bot: Aqui é Vendas', 'contact: oi'])
  })

  it('arms the redirection of who does not choose', async () => {
    const fixture = await makeFixture({
      queues,
      connection: made => ({
        timeSendQueue: 180,
        sendIdQueue: made[0]!.id,
        timeToTransfer: 200,
        transferQueueId: made[1]!.id,
      }),
    })
    const before = Date.now()
    await take(inbound(fixture))
    const due = async (minutes: number) => {
      const minute = Math.floor((before + minutes * 60_000) / 60_000)
      const found = [...(await timersOf(minute)), ...(await timersOf(minute + 1))]
      return found.flatMap(({ timer }) => (timer.companyId === fixture.companyId ? [timer.type] : []))
    }
    expect(await due(180)).toEqual(['redirectQueue'])
    expect(await due(200)).toEqual(['transferPending'])
  })
})

describe('out of hours', () => {
  // Hours that are over, or have not begun, whatever the time is now.
  const closedNow = () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
    const at = (startTime: string, endTime: string) =>
      days.map(weekdayEn => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }))
    const morning = at('03:00', '04:00')
    // Nor in a minute from now.
    const isNear = [0, 60_000].some(ms => isWithinHours(morning, Date.now() + ms, DEFAULT_SETTINGS.timezone))
    return isNear ? at('15:00', '16:00') : morning
  }
  const queues = () => [{ name: 'Vendas', schedules: closedNow(), outOfHoursMessage: 'Fechado, {{firstName}}' }]

  it('tells once in two hours', async () => {
    const fixture = await makeFixture({ queues: queues(), settings: { scheduleType: 'queue' } })
    const first = inbound(fixture)
    await take(first, first)
    await take(inbound(fixture, { body: 'alô?' }))
    expect(await talk(fixture)).toEqual(['contact: oi', 'bot: Fechado, Maria', 'contact: alô?'])
  })

  it('closes the ticket after it when the setting is on', async () => {
    const fixture = await makeFixture({
      queues: queues(),
      settings: { scheduleType: 'queue', finishTicketOutFourHours: 'enabled' },
    })
    const message = inbound(fixture)
    await take(message, message)
    const { companyId, connectionId } = fixture
    const contact = await findContactByNumber(companyId, fixture.number)
    const conversation = await conversationStateOf(companyId, connectionId, contact!.id)
    expect(conversation.liveTicketId).toBeNull()
    const ticket = await getTicket(companyId, conversation.lastClosed!.ticketId)
    expect(ticket).toMatchObject({ status: 'closed', chatbot: false })
    expect(await talk(fixture, ticket!.id)).toEqual(['contact: oi', 'bot: Fechado, Maria'])
    expect((await listLogs(companyId, ticket!.id)).map(({ type }) => type)).toEqual(['create', 'queue', 'closed'])
  })
})

describe('a contact whose ticket is closed', () => {
  const closeIt = (ticket: TicketRow) => changeTicket(ticket.companyId, ticket, () => ({ set: { status: 'closed' } }))

  it('gets a new ticket', async () => {
    const fixture = await makeFixture()
    await take(inbound(fixture))
    const first = await ticketOf(fixture)
    await closeIt(first)
    await take(inbound(fixture, { body: 'de novo' }))
    expect((await ticketOf(fixture)).id).not.toBe(first.id)
    expect(await talk(fixture)).toEqual(['contact: de novo'])
  })

  it('gets the last one again on the same day with the setting, once for any number of messages at once', async () => {
    const fixture = await makeFixture({ settings: { newTicketChatForDay: 'enabled' } })
    await take(inbound(fixture))
    const first = await ticketOf(fixture)
    await accept(first)
    await closeIt((await getTicket(fixture.companyId, first.id))!)
    await Promise.all(['a', 'b', 'c'].map(body => take(inbound(fixture, { body }))))
    const again = await ticketOf(fixture)
    expect(again).toMatchObject({ id: first.id, status: 'pending', user: null, unreadMessages: 4 })
    const logs = await listLogs(fixture.companyId, first.id)
    expect(logs.filter(({ type }) => type === 'reopen')).toHaveLength(1)
  })

  it('finds that a late repetition of an old message opens nothing', async () => {
    const fixture = await makeFixture()
    const message = inbound(fixture)
    await take(message)
    const ticket = await ticketOf(fixture)
    await closeIt(ticket)
    await take(message)
    const conversation = await conversationStateOf(fixture.companyId, fixture.connectionId, ticket.contact.id)
    expect(conversation.liveTicketId).toBeNull()
  })
})

describe('calls', () => {
  it('that were refused are answered with a text', async () => {
    const fixture = await makeFixture({ queues: [{}, {}] })
    const call = inbound(fixture, { kind: 'call_log', body: '', call: { video: true, refused: true } })
    await take(call, call)
    const lines = await talk(fixture)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^contact: Chamada de vídeo perdida às/)
    expect(lines[1]).toMatch(/^bot: Este número não atende chamadas/)
  })
})

describe('what happens to a message later', () => {
  const own = async () => {
    const fixture = await makeFixture()
    const message = inbound(fixture, { fromMe: true, body: 'oi, Maria' })
    await take(message)
    const { companyId, connectionId } = fixture
    const base = pick(message)
    const find = async () => (await findMessageByWhatsappId(companyId, connectionId, message.whatsappMessageId))!
    return { fixture, base, find }
  }

  it.each([[[2, 3, 4, 5]], [[5, 4, 3, 2, 1, 0]], [[3, 0, 4, 3]], [[1, 0]]])(
    'acks %j leave the highest, in whatever order they come',
    async acks => {
      const { base, find } = await own()
      await take(...acks.map(ack => ({ ...base, type: 'ack' as const, ack })))
      expect((await find()).ack).toBe(Math.max(2, ...acks))
    },
  )

  it('an ack of another company changes nothing', async () => {
    const { base, find } = await own()
    const other = await makeFixture()
    await take({ ...base, companyId: other.companyId, type: 'ack', ack: 5 })
    expect((await find()).ack).toBe(2)
  })

  it('how far the newest one came shows in its ticket’s row, of an earlier one it does not', async () => {
    const { fixture, base } = await own()
    const shown = async () => (await ticketOf(fixture)).last?.ack
    expect(await shown()).toBe(1)
    await take({ ...base, type: 'ack', ack: 3 })
    expect(await shown()).toBe(3)
    const { version, updatedAt } = await ticketOf(fixture)
    await take({ ...base, type: 'ack', ack: 3 })
    expect(await ticketOf(fixture)).toMatchObject({ version, updatedAt })
    await take(inbound(fixture, { body: 'obrigada' }), { ...base, type: 'ack', ack: 5 })
    expect(await ticketOf(fixture)).toMatchObject({ lastMessage: 'obrigada', last: { origin: 'contact', ack: null } })
  })

  it('an edit keeps the earlier text; nobody edits what the other wrote', async () => {
    const { fixture, base, find } = await own()
    const edit = { ...base, type: 'edit' as const, body: 'oi, Marina', fromMe: true, at: Date.now() }
    await take(edit, edit, { ...edit, body: 'x', fromMe: false })
    expect(await find()).toMatchObject({ body: 'oi, Marina', earlierBodies: ['oi, Maria'], isEdited: true })
    expect((await ticketOf(fixture)).lastMessage).toBe('oi, Marina')
  })

  it('an edit or a deletion from another chat changes nothing', async () => {
    const fixture = await makeFixture()
    const message = inbound(fixture, { body: 'o preço é 10' })
    await take(message, inbound({ ...fixture, number: someNumber() }))
    const from = (chat: InboundMessage['chat']) => ({ ...pick(message), chat, fromMe: false, at: Date.now() })
    const stranger = from({ number: someNumber() })
    await take({ ...stranger, type: 'edit', body: 'é 1' }, { ...stranger, type: 'delete' })
    const group = { ...from({ number: '1203' }), group: { id: '1203' } }
    await take({ ...group, type: 'edit', body: 'é 2' }, { ...group, type: 'delete' })
    expect(await find(fixture, message)).toMatchObject({ body: 'o preço é 10', isEdited: false, isDeleted: false })
    await take({ ...from({ number: fixture.number }), type: 'edit', body: 'é 12' })
    expect(await find(fixture, message)).toMatchObject({ body: 'é 12', isEdited: true })
  })

  it('an edit that cannot be read marks its message, from its own chat and of its own side alone', async () => {
    const fixture = await makeFixture()
    const message = inbound(fixture, { body: 'o preço é 10' })
    await take(message, inbound({ ...fixture, number: someNumber() }))
    const hidden = { ...pick(message), type: 'hiddenEdit' as const, fromMe: false, at: Date.now() }
    await take({ ...hidden, chat: { number: someNumber() } }, { ...hidden, fromMe: true })
    expect(await find(fixture, message)).toMatchObject({ editedUnseen: false })
    await take(hidden, hidden)
    const marked = await find(fixture, message)
    expect(marked).toMatchObject({ body: 'o preço é 10', editedUnseen: true, isEdited: false, earlierBodies: [] })
    expect((await ticketOf(fixture)).lastMessage).toBe('o preço é 10')
    expect(await talk(fixture)).toEqual(['contact: o preço é 10'])
    await take({ ...hidden, type: 'edit', body: 'é 12' })
    expect(await find(fixture, message)).toMatchObject({ body: 'é 12', editedUnseen: false, isEdited: true })
  })

  it('in a group everybody changes only what they wrote', async () => {
    const fixture = await makeFixture({ settings: { CheckMsgIsGroup: 'disabled' } })
    const group = { id: `1203${someNumber()}`, subject: 'Turma' }
    const [eve, ana] = [{ number: someNumber() }, { number: someNumber(), lid: '99' }]
    const message = inbound(fixture, {
      group,
      chat: { number: group.id },
      sender: { ...ana, name: 'Ana' },
      body: 'às 8',
    })
    await take(message)
    const by = (sender: object) => ({
      ...pick(message),
      group: { id: group.id },
      sender,
      fromMe: false,
      at: Date.now(),
    })
    await take(
      { ...by(eve), type: 'edit', body: 'às 9' },
      { ...by(eve), type: 'delete' },
      { ...by({ lid: '98' }), type: 'delete' },
      { ...by(eve), type: 'hiddenEdit' },
    )
    expect(await find(fixture, message)).toMatchObject({ body: 'às 8', isDeleted: false, editedUnseen: false })
    await take({ ...by({ lid: '99' }), type: 'edit', body: 'às 7' }, { ...by({ number: ana.number }), type: 'delete' })
    expect(await find(fixture, message)).toMatchObject({ isDeleted: true, earlierBodies: ['às 8'] })
  })

  it('a deletion marks it', async () => {
    const { fixture, base, find } = await own()
    await take({ ...base, type: 'delete', fromMe: false, at: 0 })
    expect((await find()).isDeleted).toBe(false)
    await take({ ...base, type: 'delete', fromMe: true, at: 0 }, { ...base, type: 'delete', fromMe: true, at: 0 })
    expect((await find()).isDeleted).toBe(true)
    const shown = await toWireTicket(await ticketOf(fixture))
    expect(shown).toMatchObject({ lastMessage: 'Mensagem apagada', lastMessageDeleted: true })
  })

  it('a gap of the connection is in the log of the tickets it touched, once', async () => {
    const fixture = await makeFixture()
    const from = Date.now() - 1000
    await take(inbound(fixture))
    const { companyId, connectionId } = fixture
    const gap = { type: 'gap' as const, companyId, connectionId, from, to: from + 500, recovered: 1 }
    await take(gap, gap)
    const logs = await listLogs(companyId, (await ticketOf(fixture)).id)
    expect(logs.filter(({ type }) => type === 'gap').map(log => log.gap?.recovered)).toEqual([1])
  })

  it('a presence is passed on and stored nowhere', async () => {
    const fixture = await makeFixture()
    await take(inbound(fixture))
    const { companyId, connectionId, number } = fixture
    const before = await ticketOf(fixture)
    await take({ type: 'presence', companyId, connectionId, chat: { number }, presence: 'composing', at: Date.now() })
    expect(await ticketOf(fixture)).toEqual(before)
  })
})

describe('a batch', () => {
  it('passes over what cannot be read', async () => {
    const fixture = await makeFixture()
    const events = [inbound(fixture, { body: 'a' }), 'not json', inbound(fixture, { body: 'b' })]
    expect(await failures(...events)).toEqual(['m1'])
    expect(await talk(fixture)).toEqual(['contact: a', 'contact: b'])
    expectLogged('the message cannot be read', 1)
  })

  it('holds back what is behind a message that fails, in its group, until that is hopeless', async () => {
    const [one, other] = [await makeFixture(), await makeFixture()]
    // Nobody can be found for a message without number and LID.
    const event = {
      Records: [
        ...batchOf([inbound(one, { body: 'a' }), inbound(one, { chat: {} }), inbound(one, { body: 'b' })], 'one')
          .Records,
        ...batchOf([inbound(other)], 'other').Records.map(record => ({ ...record, messageId: 'other' })),
      ],
    }
    expect((await handler(event)).batchItemFailures).toEqual([{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }])
    expect(await talk(one)).toEqual(['contact: a'])
    expect(await talk(other)).toEqual(['contact: oi'])
    for (const record of event.Records) record.attributes.ApproximateReceiveCount = '4'
    expect((await handler(event)).batchItemFailures).toEqual([{ itemIdentifier: 'm1' }])
    expect(await talk(one)).toEqual(['contact: a', 'contact: b'])
    expectLogged('a peer has neither number nor LID', 2)
  })
})

describe('names', () => {
  it('follow the push name', async () => {
    const fixture = await makeFixture()
    await take(inbound(fixture, { pushName: 'Maria' }), inbound(fixture, { pushName: 'Maria Silva' }))
    const contact = await findContactByNumber(fixture.companyId, fixture.number)
    expect((await getContact(fixture.companyId, contact!.id))?.name).toBe('Maria Silva')
  })
})
