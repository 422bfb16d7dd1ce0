import { auth } from '@balcao/shared/api/account/auth.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { queue as queueRoutes } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { JOINED } from '@balcao/shared/events/realtime.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Browser, type FakeGateway, startFakeGateway } from '../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp } from '../../test/harness.ts'
import { makeTicket } from '../../test/make-ticket.ts'
import { commandsOf } from '../../test/pipeline-fixture.ts'
import { startSession } from '../../test/start-session.ts'
import { targetHas } from '../../test/target.ts'
import { setConnectionState } from '../data/channels/whatsapp.ts'
import { changeCompany } from '../data/company/company.ts'
import { listSockets } from '../data/realtime/socket.ts'
import { metered } from '../data/table/meter.ts'
import { getUser } from '../data/team/user.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { hashPassword } from '../http/password.ts'
import { signAccessToken } from '../http/tokens.ts'
import { publish } from '../realtime/publish.ts'
import { visibilityOf } from '../realtime/ticket-visibility.ts'

const itWhereMetered = it.skipIf(!targetHas('metering'))
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

const wireTicket = (row: TicketRow): Ticket => ({
  id: row.id,
  uuid: row.id,
  status: row.status,
  contactId: row.contact.id,
  contact: { id: row.contact.id, name: row.contact.name, number: row.contact.number, profilePicUrl: null },
  queueId: row.queue?.id ?? null,
  queue: row.queue,
  whatsappId: row.whatsapp.id,
  whatsapp: row.whatsapp,
  userId: row.user?.id ?? null,
  user: row.user,
  tags: [],
  priority: 'none',
  fields: {},
  laneSince: new Date(row.createdAt).toISOString(),
  lastMessage: 'Oi',
  lastMessageType: 'chat',
  lastMessageFromMe: false,
  lastMessageOrigin: 'contact',
  lastMessageUser: null,
  lastMessageAck: null,
  lastMessageFailed: false,
  lastMessageDeleted: false,
  unreadMessages: 1,
  isGroup: false,
  chatbot: false,
  bot: null,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  goals: [],
  rating: null,
  draftBegun: false,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
})

const message = (ticket: TicketRow): Message =>
  sampleMessage({ ticketId: ticket.id, contactId: ticket.contact.id, body: 'segredo', contact: null })

const updated = (
  ticket: TicketRow,
  previous?: { status: 'pending' | 'open'; queueId: string | null; userId: string | null },
) =>
  publish(
    ticket.companyId,
    'ticket',
    { action: 'update', ticket: wireTicket(ticket) },
    { ticket: visibilityOf(ticket), ...(previous ? { previous } : {}) },
  )

const arrived = (ticket: TicketRow) =>
  publish(
    ticket.companyId,
    'appMessage',
    { action: 'create', message: message(ticket), ticket: wireTicket(ticket), notify: true },
    { ticket: visibilityOf(ticket) },
  )

const channels = (browser: Browser) => browser.received.map(({ event }) => event.split('-').at(-1))
const listening = async (browser: Browser) => {
  await browser.send({ action: 'joinTickets', status: 'pending' })
  await browser.send({ action: 'joinTickets', status: 'open' })
  await browser.send({ action: 'joinNotification' })
  browser.received.length = 0
}

describe('a socket', () => {
  it('opens with a live token only', async () => {
    const { admin } = await makeCompany()
    expect(await gateway.connect(admin.token)).toBe(200)
    expect(await gateway.connect(undefined)).toBe(401)
    expect(await gateway.connect('made.up.token')).toBe(401)
    expect(await gateway.connect(await signAccessToken(admin.actor, -10))).toBe(403)
    await startSession({ ...admin.actor, sessionId: newId() })
    expect(await gateway.connect(admin.token)).toBe(401)
  })

  it('answers a ping and ignores what is not of the contract', async () => {
    const browser = await gateway.open((await makeCompany()).admin)
    browser.received.length = 0
    for (const text of ['', 'nonsense', '{"action":"joinTickets","status":"all"}', '[]']) await browser.sendRaw(text)
    await browser.send({ action: 'ping' })
    expect(browser.received).toEqual([{ event: 'pong' }])
  })

  it('is told that a join is stored, which costs the table nothing; an earlier page is told nothing', async () => {
    const company = await makeCompany()
    const ticket = await makeTicket(company.id)
    const foreign = await makeTicket((await makeCompany()).id)
    const browser = await gateway.open(company.admin)
    const joins = [
      { action: 'joinTickets', status: 'pending' },
      { action: 'joinNotification' },
      { action: 'joinScreen' },
      { action: 'joinChatBox', ticketId: ticket.id },
      { action: 'joinChatBox', ticketId: foreign.id },
    ] as const
    const answers = () => browser.received.filter(({ event }) => event === JOINED).map(({ payload }) => payload)
    // The first message of a socket reads whose it is.
    await browser.send({ action: 'ping' })
    // What is remembered for some seconds is not read again between the two rounds.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const costs = []
    for (const numbered of [false, true]) {
      for (const [at, join] of joins.entries()) {
        const { units } = await metered(() => browser.send(numbered ? { ...join, seq: at + 1 } : join))
        costs.push({ at, read: units.read, write: units.write })
      }
      if (!numbered) expect(answers()).toEqual([])
    }
    expect(answers()).toEqual([1, 2, 3, 4].map(seq => ({ seq })))
    expect(costs.slice(joins.length)).toEqual(costs.slice(0, joins.length))
    expect((await listSockets(company.id))[0]?.rooms.sort()).toEqual(
      [`chat:${ticket.id}`, 'notification', 'screen', 'tickets:pending'].sort(),
    )
  })

  it('hears of every ticket and message of its lists in the notification room alone', async () => {
    const company = await makeCompany()
    const browser = await gateway.open(company.admin)
    await browser.send({ action: 'joinNotification' })
    for (const status of ['pending', 'open'] as const) {
      const ticket = await makeTicket(company.id, { status })
      browser.received.length = 0
      await updated(ticket)
      await arrived(ticket)
      expect(channels(browser), status).toEqual(['ticket', 'appMessage'])
    }
  })

  it('is notified, closed and forgotten when its session ends', async () => {
    const { admin } = await makeCompany()
    const browser = await gateway.open(admin)
    browser.received.length = 0
    await call(auth.logout, { as: admin })
    expect(browser.received.map(({ payload }) => payload?.action)).toEqual(['ended'])
    expect(browser.closed()).toBe(true)
    expect(await listSockets(admin.actor.companyId)).toEqual([])
    expect((await getUser(admin.actor.companyId, admin.user.id))!.onlineUntil).toBeLessThanOrEqual(Date.now())
  })

  it('is closed at its next word once its session is over', async () => {
    const { admin } = await makeCompany()
    const browser = await gateway.open(admin)
    await startSession({ ...admin.actor, sessionId: newId() })
    await browser.send({ action: 'ping' })
    expect(browser.received.at(-1)?.payload?.action).toBe('replaced')
    expect(browser.closed()).toBe(true)
    expect(await listSockets(admin.actor.companyId)).toEqual([])
  })

  it('shows its user online until the last one closes', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id)
    const boss = await gateway.open(company.admin)
    const online = async () =>
      (await call(users.listAll, { as: company.admin })).body.find(user => user.id === bia.user.id)?.online
    boss.received.length = 0
    const [one, two] = [await gateway.open(bia), await gateway.open(bia)]
    expect(await online()).toBe(true)
    expect(boss.received.map(({ payload }) => (payload as { user: { online: boolean } }).user.online)).toEqual([true])
    await one.leave()
    expect(await online()).toBe(true)
    await two.leave()
    expect(await online()).toBe(false)
    expect(boss.received.map(({ payload }) => (payload as { user: { online: boolean } }).user.online)).toEqual([
      true,
      false,
    ])
  })

  it('that vanished is forgotten at the first word to it', async () => {
    const company = await makeCompany()
    const browser = await gateway.open(company.admin)
    browser.vanish()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
    await call(settings.update, { as: company.admin, params: { key: 'userRating' }, body: { value: 'enabled' } })
    expect(await listSockets(company.id)).toEqual([])
    vi.useRealTimers()
  })
})

describe('publishing', () => {
  itWhereMetered('costs one small read when nobody listens, and one for events of the same moment', async () => {
    const company = await makeCompany()
    const ticket = await makeTicket(company.id)
    const { units } = await metered(() => Promise.all([updated(ticket), arrived(ticket), updated(ticket)]))
    expect(units).toEqual({ read: 1, write: 0, calls: 1 })
  })

  it('reaches the rooms that were joined, until they are left', async () => {
    const company = await makeCompany()
    const ticket = await makeTicket(company.id)
    const browser = await gateway.open(company.admin)
    browser.received.length = 0
    await Promise.all([updated(ticket), arrived(ticket)])
    expect(browser.received).toEqual([])
    await browser.send({ action: 'joinTickets', status: 'pending' })
    await updated(ticket)
    await arrived(ticket)
    expect(channels(browser)).toEqual(['ticket', 'appMessage'])
    await browser.send({ action: 'leaveTickets', status: 'pending' })
    await updated(ticket)
    expect(browser.received).toHaveLength(2)
    await browser.send({ action: 'joinChatBox', ticketId: ticket.id })
    await arrived(ticket)
    expect(channels(browser)).toEqual(['ticket', 'appMessage', 'ticket', 'appMessage'])
  })

  it('tells who may see a ticket, and nobody else', async () => {
    const company = await makeCompany()
    const [sales, support] = [await makeQueue(company.id), await makeQueue(company.id)]
    const [ana, bia, caio, davi] = [
      company.admin,
      await makeUser(company.id, { queueIds: [sales.id] }),
      await makeUser(company.id, { queueIds: [support.id], allTicket: 'enabled' }),
      await makeUser(company.id, { profile: 'supervisor' }),
    ]
    const browsers = {
      ana: await gateway.open(ana),
      bia: await gateway.open(bia),
      caio: await gateway.open(caio),
      davi: await gateway.open(davi),
    }
    for (const browser of Object.values(browsers)) await listening(browser)
    const receivers = async (ticket: TicketRow) => {
      for (const browser of Object.values(browsers)) browser.received.length = 0
      await Promise.all([
        updated(ticket),
        arrived(ticket),
        publish(
          company.id,
          'presence',
          { ticketId: ticket.id, presence: 'composing', user: null },
          {
            ticket: visibilityOf(ticket),
          },
        ),
      ])
      const counts = Object.entries(browsers).filter(([, browser]) => browser.received.length > 0)
      for (const [, browser] of counts) expect(browser.received).toHaveLength(3)
      return counts.map(([name]) => name)
    }
    expect(await receivers(await makeTicket(company.id, { queue: sales }))).toEqual(['ana', 'bia'])
    expect(await receivers(await makeTicket(company.id, { queue: support }))).toEqual(['ana', 'caio'])
    expect(await receivers(await makeTicket(company.id))).toEqual(['ana', 'caio'])
    expect(await receivers(await makeTicket(company.id, { status: 'open', queue: support, user: davi.user }))).toEqual([
      'ana',
      'caio',
      'davi',
    ])
  })

  it('alerts by the notification rule, each user by their own', async () => {
    const company = await makeCompany()
    const sales = await makeQueue(company.id)
    const [bia, caio] = [
      await makeUser(company.id, { queueIds: [sales.id] }),
      await makeUser(company.id, { queueIds: [sales.id], allTicket: 'enabled' }),
    ]
    const [one, two] = [await gateway.open(bia), await gateway.open(caio)]
    await listening(one)
    await listening(two)
    const alerted = async (ticket: TicketRow) => {
      await arrived(ticket)
      return [one, two].map(browser => browser.received.at(-1)?.payload?.notify)
    }
    expect(await alerted(await makeTicket(company.id, { queue: sales }))).toEqual([false, true])
    expect(await alerted(await makeTicket(company.id, { queue: sales, status: 'open', user: bia.user }))).toEqual([
      true,
      false,
    ])
  })

  it('tells those a ticket was taken from that it is gone, and nothing more', async () => {
    const company = await makeCompany()
    const [sales, support] = [await makeQueue(company.id), await makeQueue(company.id)]
    const [bia, caio] = [
      await makeUser(company.id, { queueIds: [sales.id] }),
      await makeUser(company.id, { queueIds: [support.id] }),
    ]
    const [one, two] = [await gateway.open(bia), await gateway.open(caio)]
    await listening(one)
    await listening(two)
    const ticket = await makeTicket(company.id, { queue: support })
    await updated(ticket, { status: 'pending', queueId: sales.id, userId: null })
    expect(one.received).toEqual([
      {
        event: `company-${company.id}-ticket`,
        payload: { action: 'delete', ticketId: ticket.id, status: 'pending' },
      },
    ])
    expect(two.received[0]?.payload?.action).toBe('update')
  })

  it('carries new queues of a user into the socket that is open', async () => {
    const company = await makeCompany()
    const sales = await makeQueue(company.id)
    const bia = await makeUser(company.id)
    const browser = await gateway.open(bia)
    await listening(browser)
    const ticket = await makeTicket(company.id, { queue: sales })
    await updated(ticket)
    expect(channels(browser)).not.toContain('ticket')
    const change = (queueIds: string[]) =>
      call(users.update, { as: company.admin, params: { id: bia.user.id }, body: { queueIds } })
    await change([sales.id])
    await updated(ticket)
    expect(channels(browser).filter(channel => channel === 'ticket')).toHaveLength(1)
    await call(queueRoutes.remove, { as: company.admin, params: { id: sales.id } })
    await updated(ticket)
    expect(channels(browser).filter(channel => channel === 'ticket')).toHaveLength(1)
  })

  it('closes the sockets of whoever changed the own password, tells them, and lets the new session in', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id, { passwordHash: await hashPassword('correct horse') })
    const [stolen, boss] = [await gateway.open(bia), await gateway.open(company.admin)]
    const changed = await call(users.update, {
      as: bia,
      params: { id: bia.user.id },
      body: { password: 'secret2', currentPassword: 'correct horse' },
    })
    expect(stolen.received.at(-1)).toMatchObject({
      event: `company-${company.id}-auth`,
      payload: { action: 'replaced' },
    })
    expect(stolen.closed()).toBe(true)
    expect(await gateway.connect(bia.token)).not.toBe(200)
    expect(await gateway.connect(changed.body.token)).toBe(200)
    expect(boss.closed()).toBe(false)
    // What colleagues hear of it has no token in it.
    expect(JSON.stringify(boss.received)).not.toContain('token')
  })

  it('shows the QR to those who may pair, and colleagues to admins and themselves', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id)
    const [boss, attendant] = [await gateway.open(company.admin), await gateway.open(bia)]
    const connection = await makeWhatsapp(company.id)
    await setConnectionState(company.id, connection.id, { status: 'qrcode', qrcode: '2@secret', retries: 0 }, 1)
    const wire = (await call(whatsapp.get, { as: company.admin, params: { id: connection.id } })).body
    expect(wire.qrcode).toBe('2@secret')
    boss.received.length = attendant.received.length = 0
    await publish(company.id, 'whatsappSession', { action: 'update', session: wire })
    expect(boss.received[0]?.payload).toMatchObject({ session: { qrcode: '2@secret' } })
    expect(attendant.received[0]?.payload).toMatchObject({ session: { qrcode: '', status: 'qrcode' } })

    boss.received.length = attendant.received.length = 0
    const caio = await makeUser(company.id)
    await call(users.update, { as: company.admin, params: { id: caio.user.id }, body: { name: 'Caio' } })
    expect(channels(boss)).toEqual(['user'])
    expect(attendant.received).toEqual([])
  })
})

describe('a conversation', () => {
  it('shows who has it open, and lets nobody in who may not see it', async () => {
    const company = await makeCompany()
    const sales = await makeQueue(company.id)
    const [bia, caio] = [await makeUser(company.id, { queueIds: [sales.id] }), await makeUser(company.id)]
    const ticket = await makeTicket(company.id, { queue: sales })
    const [boss, one, other] = [await gateway.open(company.admin), await gateway.open(bia), await gateway.open(caio)]
    const join = { action: 'joinChatBox', ticketId: ticket.id } as const
    const seen = (browser: Browser) =>
      browser.received
        .filter(({ payload }) => payload?.action === 'viewers')
        .map(({ payload }) => (payload as { users: { name: string }[] }).users.map(user => user.name).sort())
    await boss.send(join)
    await one.send(join)
    await other.send(join)
    expect(seen(boss)).toEqual([['Ana Admin'], ['Ana Admin', 'Bia Atendente']])
    expect(seen(one)).toEqual([['Ana Admin', 'Bia Atendente']])
    expect(seen(other)).toEqual([])
    await one.leave()
    expect(seen(boss).at(-1)).toEqual(['Ana Admin'])
    const stranger = await gateway.open((await makeCompany()).admin)
    await stranger.send(join)
    expect(seen(stranger)).toEqual([])
  })

  it('shows typing to the others in it only', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id)
    const ticket = await makeTicket(company.id, { status: 'open', user: bia.user })
    const [boss, one, idle] = [
      await gateway.open(company.admin),
      await gateway.open(bia),
      await gateway.open(company.admin),
    ]
    for (const browser of [boss, one]) await browser.send({ action: 'joinChatBox', ticketId: ticket.id })
    for (const browser of [boss, one, idle]) browser.received.length = 0
    await idle.send({ action: 'typing', ticketId: ticket.id, typing: true })
    expect(boss.received).toEqual([])
    await one.send({ action: 'typing', ticketId: ticket.id, typing: true })
    expect(boss.received.map(({ payload }) => payload)).toEqual([
      { ticketId: ticket.id, presence: 'composing', user: { id: bia.user.id, name: 'Bia Atendente' } },
    ])
    expect([one.received, idle.received]).toEqual([[], []])
  })

  it('shows a flood of typing once, to colleagues and to the contact, and costs nothing beyond', async () => {
    const company = await makeCompany()
    const connection = await makeWhatsapp(company.id)
    const ticket = await makeTicket(company.id, { whatsapp: connection, user: company.admin.user, status: 'open' })
    const colleague = await makeUser(company.id, { profile: 'admin' })
    const [one, sameUser, other] = [
      await gateway.open(company.admin),
      await gateway.open(company.admin),
      await gateway.open(colleague),
    ]
    for (const browser of [one, sameUser, other]) await browser.send({ action: 'joinChatBox', ticketId: ticket.id })
    other.received.length = 0
    const typing = (on: boolean) => ({ action: 'typing' as const, ticketId: ticket.id, typing: on })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    try {
      for (const browser of [one, sameUser, one]) for (const on of [true, true, false]) await browser.send(typing(on))
      const { units } = await metered(() => one.send(typing(true)))
      expect(units.write).toBe(0)
    } finally {
      vi.restoreAllMocks()
    }
    const received = other.received.map(({ payload }) => (payload as { presence: string }).presence)
    expect(received).toEqual(['composing', 'paused'])
    const sent = await commandsOf({ connectionId: connection.id })
    expect(sent.map(command => command.type === 'presence' && [command.presence, command.to.number])).toEqual([
      ['composing', ticket.contact.number],
      ['paused', ticket.contact.number],
    ])
  })
})

describe('sockets of a company that is past its due date or disabled', () => {
  const HALF_MINUTE = 30_000
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  afterEach(() => vi.useRealTimers())

  it('are not opened, but for a super user', async () => {
    const { id, admin } = await makeCompany({ dueDate: new Date(Date.now() - 1000).toISOString() })
    const root = await makeUser(id, { super: true })
    expect(await gateway.connect(admin.token)).toBe(402)
    expect(await gateway.connect(root.token)).toBe(200)
    await changeCompany(id, { status: false })
    expect(await gateway.connect(admin.token)).toBe(403)
  })

  it('are closed at their next ping, within a minute', async () => {
    const { id, admin } = await makeCompany({ dueDate: new Date(Date.now() + HALF_MINUTE).toISOString() })
    const [socket, root] = [await gateway.open(admin), await gateway.open(await makeUser(id, { super: true }))]
    await socket.send({ action: 'ping' })
    expect(socket.closed()).toBe(false)
    later(HALF_MINUTE + 1)
    await socket.send({ action: 'ping' })
    await root.send({ action: 'ping' })
    expect([socket.closed(), root.closed()]).toEqual([true, false])
    expect(socket.received.filter(({ event }) => event === 'pong')).toHaveLength(1)
  })

  it('that send nothing receive nothing either, and are closed by what they would have received', async () => {
    const { id, admin } = await makeCompany()
    const [socket, root] = [await gateway.open(admin), await gateway.open(await makeUser(id, { super: true }))]
    const publishSetting = () =>
      publish(id, 'settings', { action: 'update', setting: { key: 'userRating', value: 'enabled' } })
    const settingsOf = ({ received }: Browser) => received.filter(({ event }) => event.endsWith('settings'))
    await publishSetting()
    expect([settingsOf(socket).length, settingsOf(root).length]).toEqual([1, 1])
    await changeCompany(id, { status: false })
    await publishSetting()
    expect([settingsOf(socket).length, settingsOf(root).length]).toEqual([1, 2])
    expect([socket.closed(), root.closed()]).toEqual([true, false])
    const left = await listSockets(id)
    expect(left.map(({ connectionId }) => connectionId)).toEqual([root.id])
  })
})
