import { company, ticketsArea } from '@balcao/shared/api/index.ts'
import type { Action } from '@balcao/shared/entities/macro.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { receiveMessage } from '../../../../test/receive-message.ts'
import type { ActionContext, StepContext } from '../../../actions/action-context.ts'
import { notify } from '../../../actions/notify.ts'
import { runActions } from '../../../actions/run-actions.ts'
import { createQuickMessage } from '../../../data/content/quick-message.ts'
import { readNotice, removeNotice } from '../../../data/tickets/notice.ts'
import { createTag } from '../../../data/tickets/tag.ts'
import { type NewTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import { removeUser } from '../../../workers/jobs/remove-user.ts'

const { macros, messages, ticketNotes, ticketsLog, tickets } = ticketsArea.resources

let gateway: FakeGateway
let companyId: string
let admin: TestUser
let ana: TestUser
let bia: TestUser
let queues: Awaited<ReturnType<typeof makeQueue>>[]
let whatsapp: Awaited<ReturnType<typeof makeWhatsapp>>
let tagIds: string[]

beforeAll(async () => {
  gateway = await startFakeGateway()
  ;({ id: companyId, admin } = await makeCompany())
  whatsapp = await makeWhatsapp(companyId, { isDefault: true })
  queues = [await makeQueue(companyId), await makeQueue(companyId), await makeQueue(companyId)]
  const queueIds = queues.slice(0, 2).map(({ id }) => id)
  ana = await makeUser(companyId, { queueIds })
  bia = await makeUser(companyId, { queueIds })
  const made = await Promise.all(
    ['Boleto', 'Urgente'].map(name =>
      createTag(companyId, { name, color: '#112233', kanban: 0, description: '' } as never),
    ),
  )
  tagIds = made.map(({ id }) => id)
})
afterAll(() => gateway.close())

async function start(changes: Partial<NewTicket> = {}) {
  const contact = await makeContact(companyId, { name: 'Maria Lima' })
  return makeTicket(companyId, { contact, whatsapp, queue: queues[0]!, ...changes })
}
const served = (by = ana) => start({ status: 'open', user: by.user })

const make = (as: TestUser, actions: Action[], shared = false, name = 'Boleto') =>
  call(macros.create, { as, body: { name, shared, actions } })
const idOf = async (as: TestUser, actions: Action[], shared = false) => (await make(as, actions, shared)).body.id
const run = (as: TestUser, id: string, ticketId: string, key: string = newId()) =>
  call(macros.run, { as, params: { id }, body: { ticketId }, headers: { 'idempotency-key': key } })
const undo = (as: TestUser, id: string, ticketId: string, key: string) =>
  call(macros.undo, { as, params: { id }, body: { ticketId, key } })
const sent = async (ticketId: string) =>
  (await call(messages.list, { as: admin, params: { ticketId } })).body.messages.map(({ body }) => body)
const notes = async (ticketId: string) =>
  (await call(ticketNotes.list, { as: admin, query: { ticketId } })).body.map(({ note }) => note)
const ok = (...types: string[]) => types.map(type => ({ type, ok: true }))

const tag = (i = 0): Action => ({ type: 'tag', tagId: tagIds[i]! })
const write = (text = 'Olá, {{firstName}}!'): Action => ({ type: 'reply', text })

describe('a macro', () => {
  it('is its author’s alone, or for all: then admins make and change it', async () => {
    const own = (await make(ana, [tag()])).body
    expect(own).toMatchObject({ shared: false, userId: ana.user.id, actions: [{ type: 'tag', name: 'Boleto' }] })
    expect((await call(macros.get, { as: bia, params: { id: own.id } })).error).toBe('ERR_NO_MACRO_FOUND')
    expect((await call(macros.get, { as: admin, params: { id: own.id } })).error).toBe('ERR_NO_MACRO_FOUND')
    expect((await make(ana, [tag()], true)).error).toBe('ERR_NO_PERMISSION')
    const shared = (await make(admin, [tag()], true)).body
    const ids = async (as: TestUser) => (await call(macros.listAll, { as })).body.map(({ id }) => id)
    expect(await ids(bia)).toContain(shared.id)
    expect(await ids(bia)).not.toContain(own.id)
    const change = (as: TestUser, id: string, body: object) => call(macros.update, { as, params: { id }, body })
    expect((await change(ana, shared.id, { name: 'Minha' })).error).toBe('ERR_NO_PERMISSION')
    expect((await change(ana, own.id, { shared: true })).error).toBe('ERR_NO_PERMISSION')
    expect((await change(ana, own.id, { name: 'Nova' })).body.name).toBe('Nova')
    expect((await call(macros.remove, { as: bia, params: { id: own.id } })).status).toBe(204)
    expect((await call(macros.get, { as: ana, params: { id: own.id } })).status).toBe(200)
    expect((await call(macros.remove, { as: ana, params: { id: shared.id } })).error).toBe('ERR_NO_PERMISSION')
    const ticket = await served(bia)
    expect((await run(bia, own.id, ticket.id)).error).toBe('ERR_NO_MACRO_FOUND')
  })

  it('names what exists for those who run it', async () => {
    const mine = await createQuickMessage(companyId, {
      ...{
        shortcode: newId(),
        message: 'Oi',
        geral: false,
        status: true,
        queueIds: [],
        userId: admin.user.id,
        media: null,
      },
    })
    const action: Action = { type: 'reply', quickMessageId: mine.id }
    expect((await make(admin, [action])).status).toBe(201)
    expect((await make(admin, [action], true)).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
    expect((await make(ana, [action])).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
    expect((await make(ana, [{ type: 'webhook', webhookId: newId() }])).error).toBe('ERR_NO_PERMISSION')
  })

  it.each([
    ['no action', []],
    ['more than 20', Array.from({ length: 21 }, () => write())],
    ['an unknown one', [{ type: 'dance' }]],
    ['a tag without id', [{ type: 'tag' }]],
    ['an empty text', [{ type: 'note', text: ' ' }]],
    ['a reply with nothing', [{ type: 'reply' }]],
    ['a reply with two things', [{ type: 'reply', text: 'a', quickMessageId: newId() }]],
    ['a time that is none', [{ type: 'snooze', until: 'later' }]],
  ])('refuses %s', async (_, actions) => {
    expect((await make(ana, actions as Action[])).error).toBe('ERR_VALIDATION')
  })

  it('goes with its author', async () => {
    const gone = await makeUser(companyId, { queueIds: [queues[0]!.id] })
    const id = await idOf(gone, [tag()])
    await removeUser(companyId, gone.user.id, async () => undefined).catch(() => undefined)
    expect((await call(macros.get, { as: gone, params: { id } })).status).not.toBe(200)
  })
})

describe('a run', () => {
  it('does everything in order, and answers what it did', async () => {
    const ticket = await start()
    const id = await idOf(ana, [
      { type: 'assign' },
      tag(),
      { type: 'priority', priority: 'high' },
      { type: 'note', text: 'Boleto de {{name}}' },
      write(),
      { type: 'snooze', until: 'tomorrow' },
    ])
    const { body } = await run(ana, id, ticket.id)
    expect(body.results).toEqual(ok('assign', 'tag', 'priority', 'note', 'reply', 'snooze'))
    expect(body.undo).not.toBeNull()
    expect(await requireTicket(companyId, ticket.id)).toMatchObject({
      ...{ status: 'open', user: { id: ana.user.id }, priority: 'high', tags: [{ id: tagIds[0] }] },
      snoozedUntil: expect.any(Number),
    })
    expect(await sent(ticket.id)).toContain('Olá, Maria!')
    expect(await notes(ticket.id)).toEqual(['Boleto de Maria Lima'])
  })

  it('lists what is refused, and goes on', async () => {
    const ticket = await start()
    const id = await idOf(ana, [write(), { type: 'snooze', until: 'monday' }, tag()])
    const { body } = await run(ana, id, ticket.id)
    expect(body.results).toEqual([
      { type: 'reply', ok: false, error: 'ERR_TICKET_NOT_ACCEPTED' },
      { type: 'snooze', ok: false, error: 'ERR_TICKET_STATUS' },
      { type: 'tag', ok: true },
    ])
    expect(await sent(ticket.id)).toEqual([])
  })

  it('neither resolves nor snoozes over a message that its runner has not seen', async () => {
    const { id: ticketId } = await served()
    const id = await idOf(ana, [tag(), { type: 'snooze', until: 'tomorrow' }, { type: 'resolve', farewell: false }])
    const runSeen = (seenContactMessage: string) =>
      call(macros.run, { as: ana, params: { id }, body: { ticketId, seenContactMessage } })
    await receiveMessage(companyId, ticketId, whatsapp.id, {}, { unread: 1 })
    const refused = (type: string) => ({ type, ok: false, error: 'ERR_TICKET_NEW_MESSAGE' })
    expect((await runSeen('')).body.results).toEqual([...ok('tag'), refused('snooze'), refused('resolve')])
    expect(await requireTicket(companyId, ticketId)).toMatchObject({ status: 'open', unreadMessages: 1 })
    const { contactMessage } = (await call(tickets.get, { as: ana, params: { id: ticketId } })).body
    expect((await runSeen(contactMessage!)).body.results).toEqual(ok('tag', 'snooze', 'resolve'))
  })

  it('never does what its runner may not', async () => {
    const id = await idOf(
      admin,
      [{ type: 'priority', priority: 'urgent' }, { type: 'queue', queueId: queues[2]!.id }, tag()],
      true,
    )
    const theirs = await served(bia)
    expect((await run(ana, id, theirs.id)).body.results).toEqual([
      { type: 'priority', ok: false, error: 'ERR_NO_PERMISSION' },
      { type: 'queue', ok: true },
      // The ticket is in a queue that is not Ana's now.
      { type: 'tag', ok: false, error: 'ERR_NO_PERMISSION' },
    ])
    const stranger = await makeUser(companyId, { queueIds: [] })
    expect((await run(stranger, id, theirs.id)).error).toBe('ERR_NO_PERMISSION')
    const other = await makeCompany()
    expect((await run(other.admin, id, theirs.id)).error).toBe('ERR_NO_TICKET_FOUND')
  })

  it('is done once by a key, by however many calls at once, also after a change of the macro', async () => {
    const ticket = await served()
    const id = await idOf(ana, [write('Um'), tag(), { type: 'note', text: 'Dois' }, write('Três')])
    const key = newId()
    const answers = await Promise.all([1, 2, 3].map(() => run(ana, id, ticket.id, key)))
    for (const { body } of answers) expect(body.results).toEqual(ok('reply', 'tag', 'note', 'reply'))
    await call(macros.update, { as: ana, params: { id }, body: { actions: [write('Quatro')] } })
    expect((await run(ana, id, ticket.id, key)).body.results).toHaveLength(4)
    expect((await sent(ticket.id)).toSorted()).toEqual(['Três', 'Um'])
    expect(await notes(ticket.id)).toEqual(['Dois'])
    const another = await served()
    expect((await run(ana, id, another.id, key)).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    // A key is its user's own.
    expect((await run(admin, await idOf(admin, [tag()]), another.id, key)).status).toBe(200)
  })

  it('of two people at once tags once, and notes what each noted', async () => {
    const ticket = await start()
    const id = await idOf(admin, [tag(), { type: 'note', text: 'Visto' }], true)
    await Promise.all([run(ana, id, ticket.id), run(bia, id, ticket.id), run(admin, id, ticket.id)])
    expect((await requireTicket(companyId, ticket.id)).tags).toHaveLength(1)
    expect(await notes(ticket.id)).toEqual(['Visto', 'Visto', 'Visto'])
  })

  it('goes on behind the last action that took effect after a crash between two', async () => {
    const ticket = await served()
    const by = {
      kind: 'user' as const,
      user: { id: ana.user.id, name: ana.user.name },
      viewer: {
        userId: ana.user.id,
        profile: 'user',
        super: false,
        queueIds: ana.user.queueIds,
        allTicket: 'disabled',
      },
    } as const
    const context = { companyId, by, ticketId: ticket.id, key: newId(), listId: newId() }
    let told = 0
    const actions: Action[] = [write('Uma vez'), tag(), { type: 'note', text: 'Uma vez' }]
    const dying = new Proxy(context, {
      get(target, name: keyof typeof context) {
        // Each step reads the key; the third one never comes to that.
        if (name === 'key' && ++told > 3) throw new Error('killed')
        return target[name]
      },
    })
    await expect(runActions(dying, actions)).rejects.toThrow('killed')
    const half = await requireTicket(companyId, ticket.id)
    expect(half.tags).toHaveLength(1)
    const done = await runActions(context, actions)
    expect(done.steps.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
    expect(await sent(ticket.id)).toEqual(['Uma vez'])
    expect(await notes(ticket.id)).toEqual(['Uma vez'])
  })
})

describe('taking a run back', () => {
  it('restores what it changed, once, and leaves what was sent', async () => {
    const ticket = await served()
    await call(tickets.update, { as: ana, params: { id: ticket.id }, body: { priority: 'low' } })
    const before = await requireTicket(companyId, ticket.id)
    const id = await idOf(ana, [
      write('Fica'),
      tag(),
      { type: 'untag', tagId: tagIds[1]! },
      { type: 'priority', priority: 'urgent' },
      { type: 'note', text: 'Sai' },
      { type: 'snooze', until: 'inAnHour' },
      { type: 'queue', queueId: queues[1]!.id },
    ])
    const key = newId()
    expect((await run(ana, id, ticket.id, key)).body.results.every(({ ok: done }) => done)).toBe(true)
    expect((await undo(bia, id, ticket.id, key)).error).toBe('ERR_NO_MACRO_RUN_FOUND')
    const back = await undo(ana, id, ticket.id, key)
    const after = await requireTicket(companyId, ticket.id)
    expect({ ...after, user: after.user?.id }).toMatchObject({
      ...{ status: 'open', user: ana.user.id, queue: before.queue, priority: 'low', tags: [] },
    })
    expect(back.body.results.map(({ type }) => type)).toEqual(['queue', 'snooze', 'note', 'priority', 'tag'])
    expect(await notes(ticket.id)).toEqual([])
    expect(await sent(ticket.id)).toEqual(['Fica'])
    expect((await undo(ana, id, ticket.id, key)).error).toBe('ERR_NO_MACRO_RUN_FOUND')
    expect((await run(ana, id, ticket.id, key)).body.undo).toBeNull()
  })

  it('reopens what it resolved, with its attendant', async () => {
    const ticket = await served()
    const id = await idOf(ana, [tag(), { type: 'resolve', farewell: true }])
    const key = newId()
    await run(ana, id, ticket.id, key)
    expect((await requireTicket(companyId, ticket.id)).status).toBe('closed')
    expect((await undo(ana, id, ticket.id, key)).body.results).toEqual(ok('resolve', 'tag'))
    expect(await requireTicket(companyId, ticket.id)).toMatchObject({
      status: 'open',
      user: { id: ana.user.id },
      tags: [],
    })
    const log = (await call(ticketsLog.list, { as: ana, params: { ticketId: ticket.id } })).body
    expect(log.map(({ type }) => type).slice(-2)).toEqual(['closed', 'reopen'])
  })

  it('finds as it was what a later action has ended already', async () => {
    const ticket = await served()
    const id = await idOf(ana, [
      { type: 'snooze', until: 'inAnHour' },
      { type: 'resolve', farewell: false },
    ])
    const key = newId()
    await run(ana, id, ticket.id, key)
    expect((await undo(ana, id, ticket.id, key)).body.results).toEqual(ok('resolve', 'snooze'))
    expect(await requireTicket(companyId, ticket.id)).toMatchObject({ status: 'open', snoozedUntil: null })
  })

  it('leaves what somebody changed since', async () => {
    const ticket = await served()
    const id = await idOf(ana, [{ type: 'priority', priority: 'urgent' }, tag()])
    const key = newId()
    await run(ana, id, ticket.id, key)
    await call(tickets.update, { as: admin, params: { id: ticket.id }, body: { priority: 'low' } })
    expect((await undo(ana, id, ticket.id, key)).body.results).toEqual([
      { type: 'tag', ok: true },
      { type: 'priority', ok: false, error: 'ERR_CONFLICT' },
    ])
    expect((await requireTicket(companyId, ticket.id)).priority).toBe('low')
  })
})

it('a preview tells the texts and what would be refused, and changes nothing', async () => {
  const ticket = await start()
  const id = await idOf(ana, [write(), { type: 'assign' }, write('Já volto, {{firstName}}'), tag()])
  const before = await requireTicket(companyId, ticket.id)
  const { body } = await call(macros.preview, { as: ana, params: { id }, body: { ticketId: ticket.id } })
  expect(body.actions).toMatchObject([
    { type: 'reply', text: 'Olá, Maria!', error: 'ERR_TICKET_NOT_ACCEPTED' },
    { type: 'assign' },
    { type: 'reply', text: 'Já volto, Maria' },
    { type: 'tag', name: 'Boleto' },
  ])
  expect(body.actions[2]).not.toHaveProperty('error')
  expect(await requireTicket(companyId, ticket.id)).toEqual(before)
})

it('a preview tells an e-mail as it would be sent, and that only admins send one', async () => {
  const ticket = await served()
  const email: Action = { type: 'email', to: 'caixa@example.com', subject: '{{name}}', text: 'Boleto de {{firstName}}' }
  const id = await idOf(admin, [email], true)
  const preview = async (as: TestUser) =>
    (await call(macros.preview, { as, params: { id }, body: { ticketId: ticket.id } })).body.actions
  expect(await preview(admin)).toEqual([{ ...email, subject: 'Maria Lima', text: 'Boleto de Maria' }])
  expect(await preview(ana)).toEqual([{ ...email, error: 'ERR_NO_PERMISSION' }])
})

describe('the action notify', () => {
  const bell = async (as: TestUser) =>
    (await call(company.resources.notices.list, { as })).body.notices.map(({ kind, by, text }) => [kind, by.name, text])

  it('fills its text, and reaches one person, or all of a queue who see the ticket but the runner, once', async () => {
    const [caio, far] = [
      await makeUser(companyId, { queueIds: [queues[0]!.id] }),
      await makeUser(companyId, { queueIds: [queues[2]!.id] }),
    ]
    const text = 'Ver {{firstName}}'
    const one = await idOf(ana, [{ type: 'notify', userId: caio.user.id, text }])
    const all = await idOf(ana, [{ type: 'notify', queueId: queues[0]!.id, text: 'Todos' }])
    const nobody = await idOf(ana, [{ type: 'notify', queueId: queues[2]!.id, text }])
    const { id } = await served()
    const key = newId()
    for (let i = 0; i < 2; i++) expect((await run(ana, one, id, key)).body.results).toEqual(ok('notify'))
    expect((await run(ana, all, id)).body.results).toEqual(ok('notify'))
    expect(await bell(caio)).toEqual([
      ['notify', ana.user.name, 'Todos'],
      ['notify', ana.user.name, 'Ver Maria'],
    ])
    expect((await run(ana, nobody, id)).body.results).toEqual([
      { type: 'notify', ok: false, error: 'ERR_MENTION_UNSEEN' },
    ])
    expect([await bell(ana), await bell(far)]).toEqual([[], []])
    const preview = await call(macros.preview, { as: ana, params: { id: one }, body: { ticketId: id } })
    expect(preview.body.actions).toMatchObject([{ type: 'notify', text: 'Ver Maria', name: caio.user.name }])
  })

  it('leaves read what was read, when the step comes again', async () => {
    const [caio, late] = [
      await makeUser(companyId, { queueIds: [queues[0]!.id] }),
      await makeUser(companyId, { queueIds: [queues[0]!.id] }),
    ]
    const { id } = await served()
    const ticket = await requireTicket(companyId, id)
    const step = { key: newId(), startedAt: Date.now(), record: () => [] } as unknown as StepContext
    const by = { kind: 'user' as const, user: { id: ana.user.id, name: ana.user.name } }
    const again = () =>
      notify(
        { companyId, by } as unknown as ActionContext,
        ticket,
        { type: 'notify', queueId: queues[0]!.id, text: 'Oi' },
        step,
      )
    const bellOf = async () => (await call(company.resources.notices.list, { as: caio })).body.notices
    await again()
    const [notice] = await bellOf()
    expect(await readNotice(companyId, caio.user.id, notice!.id)).toBe(true)
    await removeNotice(companyId, notice!.id, [late.user.id])
    await again()
    expect(await bellOf()).toEqual([{ ...notice, read: true }])
    expect(await bell(late)).toEqual([['notify', ana.user.name, 'Oi']])
  })

  it('names one of both, which the company has', async () => {
    const foreign = (await makeCompany()).admin.user.id
    const error = async (action: object) =>
      (await make(ana, [{ type: 'notify', text: 'Olá', ...action } as Action])).error
    expect(await error({})).toBe('ERR_VALIDATION')
    expect(await error({ userId: ana.user.id, queueId: queues[0]!.id })).toBe('ERR_VALIDATION')
    expect(await error({ userId: ana.user.id, text: ' ' })).toBe('ERR_VALIDATION')
    expect(await error({ userId: foreign })).toBe('ERR_NO_USER_FOUND')
    expect(await error({ queueId: newId() })).toBe('ERR_NO_QUEUE_FOUND')
  })
})
