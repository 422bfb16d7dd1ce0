import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  makeCompany,
  makeQueue,
  makeUser,
  makeWhatsapp,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { commandsOf } from '../../../../test/pipeline-fixture.ts'
import { targetHas } from '../../../../test/target.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { metered } from '../../../data/table/meter.ts'
import { type NewTicket, requireTicket, storeMessage } from '../../../data/tickets/ticket.ts'
import { removeTicketRows } from '../../../data/tickets/ticket-removal.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { FAREWELL_MS, farewellTimer } from '../../../messaging/farewell.ts'
import { fire } from '../../../workers/timers/handler.ts'

const { tickets, ticketsLog, messages, ticketNotes } = ticketsArea.resources

type World = {
  company: TestCompany
  companyId: string
  admin: TestUser
  queues: Awaited<ReturnType<typeof makeQueue>>[]
  whatsapp: Awaited<ReturnType<typeof makeWhatsapp>>
}

async function makeWorld(queueCount = 2): Promise<World> {
  const company = await makeCompany()
  const whatsapp = await makeWhatsapp(company.id, { isDefault: true, complationMessage: 'Até logo, {{firstName}}' })
  const queues = []
  for (let i = 0; i < queueCount; i++) queues.push(await makeQueue(company.id))
  return { company, companyId: company.id, admin: company.admin, queues, whatsapp }
}

const startTicket = ({ companyId, whatsapp, queues }: World, changes: Partial<NewTicket> = {}) =>
  makeTicket(companyId, { whatsapp, queue: queues[0]!, ...changes })

async function receive(world: World, ticketId: string, body = 'oi', at = Date.now()) {
  const whatsappMessageId = newId()
  const stored = await storeMessage(
    await requireTicket(world.companyId, ticketId),
    {
      id: await messageId(world.whatsapp.id, whatsappMessageId, at),
      connectionId: world.whatsapp.id,
      whatsappMessageId,
      body,
      fromMe: false,
      mediaType: 'chat',
      origin: 'contact',
    },
    { unread: 1 },
  )
  if (stored.outcome !== 'stored') throw new Error(stored.outcome)
  return stored.message
}

const update = (as: TestUser, id: string, body: object) => call(tickets.update, { params: { id }, body, as })
const accept = (as: TestUser, id: string) => update(as, id, { status: 'open', userId: as.user.id })
const logTypes = async (world: World, id: string) =>
  (await call(ticketsLog.list, { params: { ticketId: id }, as: world.admin })).body.map(({ type }) => type)
const idsOf = (list: Ticket[]) => list.map(({ id }) => id)

describe('a ticket through its life', () => {
  let world: World
  let ana: TestUser
  let bia: TestUser
  beforeAll(async () => {
    world = await makeWorld()
    ana = await makeUser(world.companyId, { name: 'Ana', queueIds: [world.queues[0]!.id] })
    bia = await makeUser(world.companyId, { name: 'Bia', queueIds: [world.queues[0]!.id, world.queues[1]!.id] })
  })

  it('is accepted by one of two at once; the other learns by whom', async () => {
    const { id } = await startTicket(world)
    const answers = await Promise.all([accept(ana, id), accept(bia, id), accept(world.admin, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = answers.find(({ status }) => status === 200)!.body
    for (const refused of answers.filter(({ status }) => status === 409)) {
      expect(refused.error).toBe('ERR_TICKET_ALREADY_ACCEPTED')
      expect(refused.raw).toMatchObject({
        ticket: { id, uuid: id },
        userId: winner.userId,
        user: { name: winner.user!.name },
        queue: { name: world.queues[0]!.name },
      })
    }
    expect(await logTypes(world, id)).toEqual(['create', 'open'])
    // The winner clicking twice is no conflict.
    const again = await accept([ana, bia, world.admin].find(({ user }) => user.id === winner.userId)!, id)
    expect(again.status).toBe(200)
  })

  it('is returned, transferred, closed and reopened, each with its log entry', async () => {
    const { id } = await startTicket(world)
    await accept(ana, id)
    expect((await update(ana, id, { status: 'pending' })).body).toMatchObject({ status: 'pending', userId: null })
    await accept(ana, id)
    const toQueue = await update(ana, id, { queueId: world.queues[1]!.id, userId: null })
    expect(toQueue.body).toMatchObject({ status: 'pending', userId: null, queueId: world.queues[1]!.id })
    expect((await accept(ana, id)).error).toBe('ERR_NO_PERMISSION')
    const toBia = await update(bia, id, { queueId: world.queues[1]!.id, userId: bia.user.id, status: 'open' })
    expect(toBia.body).toMatchObject({ status: 'open', userId: bia.user.id, user: { name: 'Bia' } })
    const closed = await update(bia, id, { status: 'closed', sendFarewell: false })
    expect(closed.body).toMatchObject({ status: 'closed', lastMessage: '' })
    const row = await requireTicket(world.companyId, id)
    expect(row.supportTime).toBeGreaterThanOrEqual(0)
    expect(row.waitTime).toBeGreaterThanOrEqual(0)
    expect((await update(bia, id, { status: 'pending' })).error).toBe('ERR_TICKET_STATUS')
    expect((await update(bia, id, { status: 'open' })).body).toMatchObject({ status: 'open', userId: bia.user.id })
    expect(await logTypes(world, id)).toEqual([
      'create',
      'open',
      'pending',
      'open',
      'transfered',
      'receivedTransfer',
      'transfered',
      'receivedTransfer',
      'closed',
      'reopen',
    ])
  })

  it('says farewell when it is closed, and takes the rest of the bot with it', async () => {
    const { id } = await startTicket(world)
    await update(world.admin, id, { useIntegration: true, promptId: newId() })
    const closed = await update(world.admin, id, { status: 'closed', sendFarewell: true })
    expect(closed.body).toMatchObject({ status: 'closed', lastMessage: '', useIntegration: false, promptId: null })
    const sent = async () => {
      const { body } = await call(messages.list, { params: { ticketId: id }, as: world.admin })
      return body.messages.map(({ body: text, origin }) => `${origin}: ${text}`)
    }
    const { closedAt } = await requireTicket(world.companyId, id)
    const farewell = farewellTimer(world.companyId, id, closedAt!)
    // Five seconds later, by the queue and once more by the clock.
    expect((await timersOf(minuteOf(farewell.dueAt))).map(({ timer }) => timer)).toContainEqual(farewell)
    expect(await sent()).toEqual([])
    await Promise.all([fire(farewell, farewell.dueAt), fire(farewell, farewell.dueAt)])
    await fire(farewell, farewell.dueAt + 60_000)
    expect(await sent()).toEqual(['bot: Até logo, Maria'])
  })

  it('whose closing is undone hears no farewell, closed again it hears one', async () => {
    const { id } = await startTicket(world)
    const close = async () => {
      await update(world.admin, id, { status: 'closed' })
      return farewellTimer(world.companyId, id, (await requireTicket(world.companyId, id)).closedAt!)
    }
    const undone = await close()
    await update(world.admin, id, { status: 'open' })
    await fire(undone, undone.dueAt)
    const again = await close()
    await fire(undone, undone.dueAt)
    expect((await call(messages.list, { params: { ticketId: id }, as: world.admin })).body.messages).toEqual([])
    await fire(again, again.dueAt)
    const { body } = await call(messages.list, { params: { ticketId: id }, as: world.admin })
    expect(body.messages.map(({ body: text }) => text)).toEqual(['Até logo, Maria'])
  })

  it('undone in the moment in which the farewell leaves is open, with or without it, never both twice', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await startTicket(world)
      await update(world.admin, id, { status: 'closed' })
      const farewell = farewellTimer(world.companyId, id, (await requireTicket(world.companyId, id)).closedAt!)
      await Promise.all([fire(farewell, farewell.dueAt), update(world.admin, id, { status: 'open' })])
      await fire(farewell, farewell.dueAt)
      expect((await requireTicket(world.companyId, id)).status).toBe('open')
      const { body } = await call(messages.list, { params: { ticketId: id }, as: world.admin })
      expect(body.messages.length).toBeLessThanOrEqual(1)
    }
  })

  it('closed without farewell arms none', async () => {
    const { id } = await startTicket(world)
    await update(world.admin, id, { status: 'closed', sendFarewell: false })
    const { closedAt } = await requireTicket(world.companyId, id)
    const armed = await timersOf(minuteOf(closedAt! + FAREWELL_MS))
    expect(armed.filter(({ timer }) => timer.type === 'farewell' && timer.ticketId === id)).toEqual([])
  })

  it('is not closed over a message that whoever closes it has not seen', async () => {
    const { id } = await startTicket(world)
    const sentAt = Date.now()
    const close = (seen?: string) =>
      update(world.admin, id, { status: 'closed', ...(seen === undefined ? {} : { seenContactMessage: seen }) })
    const known = async () => (await call(tickets.getByUuid, { params: { ticketId: id }, as: world.admin })).body
    expect(await known()).not.toHaveProperty('contactMessage')
    await receive(world, id, 'oi', sentAt)
    const { contactMessage: first } = await known()
    await accept(ana, id)
    await call(messages.create, { params: { ticketId: id }, body: { body: 'Bom dia' }, as: ana })
    expect((await known()).contactMessage).toBe(first)
    await receive(world, id, 'mais uma coisa', sentAt + 2000)
    for (const seen of ['', first])
      expect(await close(seen)).toMatchObject({ status: 409, error: 'ERR_TICKET_NEW_MESSAGE' })
    expect(await known()).toMatchObject({ status: 'open', userId: ana.user.id, unreadMessages: 2 })
    expect(await logTypes(world, id)).not.toContain('closed')
    expect((await close('x'.repeat(21))).status).toBe(400)
    const { contactMessage: last } = await known()
    expect((await close(last)).body).toMatchObject({ status: 'closed' })
    // Integrators and earlier pages name nothing.
    const other = await startTicket(world)
    await receive(world, other.id)
    expect((await update(world.admin, other.id, { status: 'closed' })).body.status).toBe('closed')
  })

  it('closed while messages come keeps none that its attendant had not seen', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await startTicket(world)
      const [closed] = await Promise.all([
        update(world.admin, id, { status: 'closed', seenContactMessage: '' }),
        receive(world, id).catch(() => undefined),
      ])
      const { status, lastMessage } = await requireTicket(world.companyId, id)
      if (closed.status === 409) expect({ status, lastMessage }).toEqual({ status: 'pending', lastMessage: 'oi' })
      else expect({ status, lastMessage }).toEqual({ status: 'closed', lastMessage: '' })
    }
  })

  it('greets on accept and tells of a transfer when the settings say so', async () => {
    const own = await makeWorld()
    await saveSetting(own.companyId, 'sendGreetingAccepted', 'enabled')
    await saveSetting(own.companyId, 'sendMsgTransfTicket', 'enabled')
    const { id } = await startTicket(own)
    expect((await accept(own.admin, id)).body.lastMessage).toContain('Maria! Meu nome é Ana')
    const moved = await update(own.admin, id, { queueId: own.queues[1]!.id, userId: null })
    expect(moved.body.lastMessage).toContain('Seu atendimento foi transferido')
  })

  it('is the only live one of a contact on a connection', async () => {
    const first = await startTicket(world)
    const create = (as: TestUser) =>
      call(tickets.create, { as, body: { contactId: first.contact.id, queueId: world.queues[0]!.id } })
    const refused = await create(bia)
    expect([refused.status, refused.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET'])
    expect(refused.raw).toMatchObject({
      ticket: { id: first.id, userId: null },
      userId: null,
      queue: { name: first.queue!.name },
    })
    await update(bia, first.id, { status: 'closed', sendFarewell: false })
    const made = await create(bia)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ status: 'open', userId: bia.user.id })
    expect((await update(bia, first.id, { status: 'open' })).error).toBe('ERR_OTHER_OPEN_TICKET')
  })

  it('is started in a queue, but for admins', async () => {
    const contact = await makeContact(world.companyId, { name: 'Zé' })
    const start = (as: TestUser, body: object = {}) =>
      call(tickets.create, { as, body: { contactId: contact.id, ...body } })
    const supervisor = await makeUser(world.companyId, { profile: 'supervisor', allTicket: 'enabled' })
    for (const as of [ana, supervisor]) {
      const refused = await start(as)
      expect([refused.status, refused.error, refused.details]).toEqual([
        400,
        'ERR_VALIDATION',
        [{ path: 'queueId', code: 'required', field: 'ticket.queueId', message: 'Selecione uma fila' }],
      ])
    }
    expect((await start(world.admin)).body.queueId).toBeNull()
  })

  it('is started by others than admins in an own queue alone, whatever its state; a transfer goes anywhere', async () => {
    const [first, second] = world.queues
    const start = async (as: TestUser, body: object) => {
      const contact = await makeContact(world.companyId, { name: 'Zé' })
      return call(tickets.create, { as, body: { contactId: contact.id, ...body } })
    }
    const supervisor = await makeUser(world.companyId, { profile: 'supervisor', queueIds: [first!.id] })
    for (const as of [ana, supervisor]) {
      for (const more of [{}, { status: 'pending' }, { userId: bia.user.id }]) {
        const refused = await start(as, { queueId: second!.id, ...more })
        expect([refused.status, refused.raw]).toEqual([403, { error: 'ERR_NO_PERMISSION' }])
      }
      expect((await start(as, { queueId: newId() })).error).toBe('ERR_NO_QUEUE_FOUND')
      const made = await start(as, { queueId: first!.id })
      expect(made.status).toBe(201)
      const moved = await update(as, made.body.id, { queueId: second!.id, userId: null })
      expect([moved.status, moved.body.queueId]).toEqual([200, second!.id])
    }
    expect((await start(world.admin, { queueId: second!.id })).status).toBe(201)
  })

  it('is made once, however many ask at the same time', async () => {
    const contact = await makeContact(world.companyId, { name: 'Zé' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(tickets.create, { as: world.admin, body: { contactId: contact.id } })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'ERR_OTHER_OPEN_TICKET')).toHaveLength(19)
  })

  it('is read: the count falls to 0, once', async () => {
    const { id } = await startTicket(world)
    await receive(world, id)
    await receive(world, id)
    expect((await call(tickets.get, { params: { id }, as: ana })).body.unreadMessages).toBe(2)
    expect((await call(tickets.read, { params: { id }, as: ana })).status).toBe(204)
    const { version } = await requireTicket(world.companyId, id)
    await call(tickets.read, { params: { id }, as: ana })
    expect(await requireTicket(world.companyId, id)).toMatchObject({ version, unreadMessages: 0 })
    const { body } = await call(messages.list, { params: { ticketId: id }, as: ana })
    expect(body.messages.every(({ read }) => read)).toBe(true)
  })

  it('of somebody else stays unread for its attendant when an admin looks in', async () => {
    const { id } = await startTicket(world)
    await receive(world, id)
    await accept(ana, id)
    expect((await call(tickets.read, { params: { id }, as: world.admin })).status).toBe(204)
    expect((await requireTicket(world.companyId, id)).unreadMessages).toBe(1)
    await call(tickets.read, { params: { id }, as: ana })
    expect((await requireTicket(world.companyId, id)).unreadMessages).toBe(0)
  })

  describe('is read up to a message', () => {
    const readTo = (id: string, messageId: string, as = ana) =>
      call(tickets.read, { params: { id }, body: { messageId }, as })
    const unreadOf = async (id: string) => (await requireTicket(world.companyId, id)).unreadMessages
    const receiveSome = async (id: string, count: number) => {
      const made = []
      // Of different moments, however fast they are stored.
      const start = Date.now() - count
      for (let i = 0; i < count; i++) made.push(await receive(world, id, `${i}`, start + i))
      return made
    }

    it('the count falls by what was seen, never rises, and an older message writes nothing', async () => {
      const { id } = await startTicket(world)
      const came = await receiveSome(id, 5)
      expect((await readTo(id, came[1]!.id)).status).toBe(204)
      expect(await unreadOf(id)).toBe(3)
      const { version } = await requireTicket(world.companyId, id)
      for (const { id: seen } of came.slice(0, 2)) await readTo(id, seen)
      expect(await requireTicket(world.companyId, id)).toMatchObject({ version, unreadMessages: 3 })
      const { body } = await call(messages.list, { params: { ticketId: id }, as: ana })
      expect(body.messages.map(({ read }) => read)).toEqual([true, true, false, false, false])
      await readTo(id, came[4]!.id)
      expect(await unreadOf(id)).toBe(0)
    })

    it('what comes meanwhile stays unread', async () => {
      const { id } = await startTicket(world)
      const came = await receiveSome(id, 3)
      await Promise.all([readTo(id, came[2]!.id), receive(world, id), receive(world, id)])
      expect(await unreadOf(id)).toBe(2)
    })

    it('two browsers that read on at once count nothing twice', async () => {
      const { id } = await startTicket(world)
      const came = await receiveSome(id, 8)
      await Promise.all([1, 3, 5, 5].map(i => readTo(id, came[i]!.id)))
      expect(await unreadOf(id)).toBe(2)
    })

    it('behind an answer of ours nothing is left, and a late message is read by the last one', async () => {
      const { id } = await startTicket(world)
      const came = await receiveSome(id, 2)
      await accept(ana, id)
      const { body } = await call(messages.create, { params: { ticketId: id }, as: ana, body: { body: 'Olá' } })
      await readTo(id, came[1]!.id)
      expect(await unreadOf(id)).toBe(0)
      // What was written before all of them and arrives after a gap.
      const late = newId()
      await storeMessage(
        await requireTicket(world.companyId, id),
        {
          id: await messageId(world.whatsapp.id, late, Date.now() - 3_600_000),
          connectionId: world.whatsapp.id,
          whatsappMessageId: late,
          body: 'atrasada',
          fromMe: false,
          mediaType: 'chat',
          origin: 'contact',
        },
        { unread: 1 },
      )
      expect(await unreadOf(id)).toBe(1)
      await readTo(id, body.messages[0]!.id)
      expect(await unreadOf(id)).toBe(0)
    })

    it('WhatsApp receives what was seen, and nothing else', async () => {
      const { id } = await startTicket(world)
      const came = await receiveSome(id, 4)
      await commandsOf({ connectionId: world.whatsapp.id })
      await readTo(id, came[1]!.id)
      await readTo(id, came[1]!.id)
      await readTo(id, came[2]!.id)
      const sent = (await commandsOf({ connectionId: world.whatsapp.id })).flatMap(command =>
        command.type === 'read' ? [command.whatsappMessageIds.toSorted()] : [],
      )
      const ids = came.map(({ whatsappMessageId }) => whatsappMessageId)
      expect(sent).toEqual([ids.slice(0, 2).toSorted(), ids.slice(2, 3)])
    })

    it('a message of nowhere, of another ticket or of another company is refused and changes nothing', async () => {
      const { id } = await startTicket(world)
      await receiveSome(id, 1)
      const other = await receive(world, (await startTicket(world)).id)
      const stranger = await makeWorld(1)
      const theirs = await receive(stranger, (await startTicket(stranger)).id)
      for (const messageId of [newId(), other.id, theirs.id])
        expect((await readTo(id, messageId)).error).toBe('ERR_NO_MESSAGE_FOUND')
      expect((await readTo(id, 'x')).error).toBe('ERR_VALIDATION')
      expect(await unreadOf(id)).toBe(1)
    })

    it('by an admin who looks in, it stays unread for its attendant', async () => {
      const { id } = await startTicket(world)
      const [first] = await receiveSome(id, 2)
      await accept(ana, id)
      expect((await readTo(id, first!.id, world.admin)).status).toBe(204)
      expect(await unreadOf(id)).toBe(2)
    })

    it.skipIf(!targetHas('metering'))('reads what lies between, and not what is unread behind it', async () => {
      const { id } = await startTicket(world)
      const came = await receiveSome(id, 60)
      await readTo(id, came[9]!.id)
      const { units } = await metered(() => readTo(id, came[12]!.id))
      expect(await unreadOf(id)).toBe(47)
      expect(units.read).toBeLessThanOrEqual(6)
      expect(units.write).toBeLessThanOrEqual(6)
      expect((await metered(() => readTo(id, came[12]!.id))).units.write).toBe(0)
    })
  })

  it('is deleted by admins alone: gone at once, its rows by the job', async () => {
    const { id, contact } = await startTicket(world)
    const message = await receive(world, id)
    await call(ticketNotes.create, { as: ana, body: { note: 'uma nota', ticketId: id, contactId: contact.id } })
    expect((await call(tickets.remove, { params: { id }, as: ana })).status).toBe(403)
    expect((await call(tickets.remove, { params: { id }, as: world.admin })).status).toBe(204)
    expect((await call(tickets.remove, { params: { id }, as: world.admin })).status).toBe(204)
    expect((await call(tickets.get, { params: { id }, as: world.admin })).error).toBe('ERR_NO_TICKET_FOUND')
    const list = await call(tickets.list, { query: { status: 'pending' }, as: world.admin })
    expect(idsOf(list.body.tickets)).not.toContain(id)
    await removeTicketRows(world.companyId, id)
    const gone = await call(messages.update, { params: { id: message.id }, body: { body: 'x' }, as: world.admin })
    expect(gone.error).toBe('ERR_NO_MESSAGE_FOUND')
    // The conversation is free for the next one.
    const next = await call(tickets.create, { as: world.admin, body: { contactId: contact.id } })
    expect(next.status).toBe(201)
  })
})

describe('who sees what', () => {
  it('is decided by the server', async () => {
    const world = await makeWorld()
    const [first, second] = world.queues
    const ana = await makeUser(world.companyId, { queueIds: [first!.id] })
    const all = await makeUser(world.companyId, { queueIds: [first!.id], allTicket: 'enabled' })
    const mine = await startTicket(world)
    const others = await startTicket(world, { queue: second! })
    const nobodys = await startTicket(world, { queue: null })
    const assigned = await startTicket(world, {
      queue: second!,
      user: { id: ana.user.id, name: 'Ana' },
      status: 'open',
    })
    const pending = async (as: TestUser) =>
      idsOf((await call(tickets.list, { query: { status: 'pending' }, as })).body.tickets)
    expect(await pending(ana)).toEqual([mine.id])
    expect(await pending(all)).toEqual([nobodys.id, mine.id])
    expect(await pending(world.admin)).toEqual([nobodys.id, others.id, mine.id])
    const open = await call(tickets.list, { query: { status: 'open' }, as: ana })
    expect(idsOf(open.body.tickets)).toEqual([assigned.id])
    expect((await call(tickets.list, { query: { status: 'open' }, as: world.admin })).body.tickets).toEqual([])
    const everybodys = await call(tickets.list, { query: { status: 'open', showAll: 'true' }, as: world.admin })
    expect(idsOf(everybodys.body.tickets)).toEqual([assigned.id])

    for (const [as, id, status] of [
      [ana, mine.id, 200],
      [ana, others.id, 403],
      [ana, nobodys.id, 403],
      [ana, assigned.id, 200],
      [all, nobodys.id, 200],
      [world.admin, others.id, 200],
    ] as const) {
      expect((await call(tickets.get, { params: { id }, as })).status).toBe(status)
      expect((await call(tickets.getByUuid, { params: { ticketId: id }, as })).status).toBe(status)
      expect((await call(messages.list, { params: { ticketId: id }, as })).status).toBe(status)
      expect((await call(ticketsLog.list, { params: { ticketId: id }, as })).status).toBe(status)
    }
    expect((await accept(ana, others.id)).error).toBe('ERR_NO_PERMISSION')
    const stranger = await makeWorld()
    expect((await call(tickets.get, { params: { id: mine.id }, as: stranger.admin })).error).toBe('ERR_NO_TICKET_FOUND')

    const counted = await call(tickets.count, { as: ana })
    expect(counted.body).toEqual({ open: 1, pending: 1, closed: 0, snoozed: 0 })
    expect((await call(tickets.count, { as: all })).body.pending).toBe(2)
    expect((await call(tickets.count, { query: { showAll: 'true' }, as: world.admin })).body).toEqual({
      open: 1,
      pending: 3,
      closed: 0,
      snoozed: 0,
    })
    await update(ana, mine.id, { status: 'closed', sendFarewell: false })
    expect((await call(tickets.count, { as: ana })).body).toEqual({ open: 1, pending: 0, closed: 1, snoozed: 0 })
  })
})

describe('pages', () => {
  it('meet every ticket once, in order, while messages move rows', async () => {
    const world = await makeWorld(12)
    const queueIds = world.queues.map(({ id }) => id)
    // One merges partitions of five queues of twelve, the other sees nearly everything and reads
    // the partition of the status.
    const ana = await makeUser(world.companyId, { queueIds: queueIds.slice(0, 5) })
    const bia = await makeUser(world.companyId, { queueIds: queueIds.slice(0, 11) })
    const made = []
    for (let i = 0; i < 47; i++) made.push(await startTicket(world, { queue: world.queues[(i * 7) % 5]! }))
    for (const as of [ana, bia, world.admin]) {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const { body } = await call(tickets.list, {
          query: { status: 'pending', limit: '10', ...(cursor ? { cursor } : {}) },
          as,
        })
        seen.push(...idsOf(body.tickets))
        cursor = body.nextCursor
        expect(body.hasMore).toBe(cursor !== null)
        // A row already passed moves up: it must not come again, and none may be skipped for it.
        await receive(world, seen[0]!)
      } while (cursor)
      expect(seen).toHaveLength(47)
      expect(new Set(seen).size).toBe(47)
    }
    const third = await call(tickets.list, { query: { status: 'pending', pageNumber: '3' }, as: ana })
    expect(third.body.tickets).toHaveLength(7)
    expect(third.body.hasMore).toBe(false)
  })

  it('refuse cursors of other lists, other companies and other users', async () => {
    const world = await makeWorld()
    const stranger = await makeWorld()
    for (const each of [world, stranger]) {
      await startTicket(each)
      await startTicket(each)
    }
    const query = { status: 'pending' as const, limit: '1' }
    const { body } = await call(tickets.list, { query, as: world.admin })
    const cursor = body.nextCursor!
    expect(cursor).toBeTruthy()
    const refused = [
      call(tickets.list, { query: { ...query, status: 'closed', cursor }, as: world.admin }),
      call(tickets.list, { query: { ...query, cursor }, as: stranger.admin }),
      call(tickets.list, { query: { ...query, cursor: `x${cursor}` }, as: world.admin }),
      call(tickets.list, { query: { ...query, cursor: 'e30.e30' }, as: world.admin }),
    ]
    for (const answer of await Promise.all(refused)) expect(answer.error).toBe('ERR_INVALID_CURSOR')
  })
})
