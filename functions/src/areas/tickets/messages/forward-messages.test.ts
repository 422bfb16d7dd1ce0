import { ticketsArea } from '@balcao/shared/api/index.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ForwardFixture, makeForwardFixture } from '../../../../test/forward-fixture.ts'
import { call, makeCompany, makeQueue, makeUser } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'

const { messages, tickets } = ticketsArea.resources

let company: ForwardFixture['company']
let admin: ForwardFixture['admin']
let openTicket: ForwardFixture['openTicket']
let receive: ForwardFixture['receive']

beforeAll(async () => {
  ;({ company, admin, openTicket, receive } = await makeForwardFixture())
})

const forward = (messageIds: string[], contactIds: string[], more: object = {}, as = admin) =>
  call(messages.forwardMany, { body: { messageIds, contactIds, ...more }, as })
const bodiesOf = async (ticketId: string) =>
  (await call(messages.list, { params: { ticketId }, as: admin })).body.messages.map(({ body }) => body)
const openOf = async (contactId: string) =>
  (await call(tickets.list, { query: { showAll: 'true' }, as: admin })).body.tickets.filter(
    ticket => ticket.contactId === contactId,
  )

describe('forwarding several messages', () => {
  it('sends them in the order given, in the open ticket or in a new one, and a repeated call once', async () => {
    const [from, to] = [await openTicket(), await openTicket()]
    const free = await makeContact(company.id)
    const texts = ['um', 'dois', 'três']
    const ids: string[] = []
    for (const body of texts) ids.push((await receive(from, { body })).id)
    const clientId = crypto.randomUUID()
    const send = () => forward(ids, [to.contact.id, free.id, free.id], { clientId })
    const first = await send()
    expect(first.body.contacts).toEqual([
      { contactId: to.contact.id, ticketId: to.id, sent: 3, refused: [], error: null },
      { contactId: free.id, ticketId: expect.any(String), sent: 3, refused: [], error: null },
    ])
    expect((await send()).body).toEqual(first.body)
    expect((await Promise.all([send(), send()])).map(({ body }) => body)).toEqual([first.body, first.body])
    const [begun] = await openOf(free.id)
    expect(begun).toMatchObject({ status: 'open', userId: admin.user.id })
    for (const id of [to.id, begun!.id]) expect(await bodiesOf(id)).toEqual(texts)
    // In the order of the call, not of the conversation; with another key they go again.
    await forward([ids[2]!, ids[0]!], [to.contact.id])
    expect(await bodiesOf(to.id)).toEqual([...texts, 'três', 'um'])
  })

  it('says who cannot be written to, and which file is gone; the others get theirs', async () => {
    const [from, to] = [await openTicket(), await openTicket()]
    const waiting = await openTicket({ user: null, status: 'pending' })
    const closed = await openTicket()
    await changeTicket(company.id, closed.id, () => ({ set: { windowUntil: Date.now() - 1 } }))
    const text = await receive(from, { body: 'um' })
    const file = { kind: 'image', mimetype: 'image/png', key: `${company.id}/media/${from.id}/gone.png` }
    const lost = await receive(from, { body: '', mediaType: 'image', media: file })
    const last = await receive(from, { body: 'dois' })
    const contactIds = [waiting, closed, to].map(({ contact }) => contact.id)
    const { body } = await forward([text.id, lost.id, last.id], contactIds)
    const none = { sent: 0, refused: [] }
    expect(body.contacts).toMatchObject([
      { ...none, ticketId: waiting.id, error: 'ERR_TICKET_NOT_ACCEPTED' },
      { ...none, ticketId: closed.id, error: 'ERR_OUTSIDE_WINDOW' },
      { sent: 2, refused: [{ messageId: lost.id, error: 'ERR_FORWARD_WAPP_MSG' }], ticketId: to.id, error: null },
    ])
    expect(await bodiesOf(to.id)).toEqual(['um', 'dois'])
    expect(await bodiesOf(waiting.id)).toEqual([])
  })

  it('refuses what says nothing, with its place, and what is too much, and sends nothing then', async () => {
    const [from, to] = [await openTicket(), await openTicket()]
    const text = await receive(from)
    const missed = await receive(from, { body: '', mediaType: 'call_log', call: { video: false } })
    const unknown = await receive(from, { body: '', mediaType: 'unsupported' })
    const deleted = await receive(from, { body: 'x', fromMe: true, origin: 'attendant' })
    await call(messages.remove, { params: { id: deleted.id }, as: admin })
    const refused = await forward([text.id, missed.id, unknown.id, deleted.id], [to.contact.id])
    expect([refused.status, refused.error]).toEqual([422, 'ERR_FORWARD_WAPP_MSG'])
    expect((refused.body as unknown as { details: { path: string }[] }).details.map(({ path }) => path)).toEqual([
      'messageIds.1',
      'messageIds.2',
      'messageIds.3',
    ])
    const many = (count: number) => Array.from({ length: count }, () => newId())
    for (const [messageIds, contactIds] of [
      [many(31), [to.contact.id]],
      [[text.id], many(11)],
      [[], [to.contact.id]],
      [[text.id], []],
    ] as const)
      expect((await forward([...messageIds], [...contactIds])).error).toBe('ERR_VALIDATION')
    expect(await bodiesOf(to.id)).toEqual([])
  })

  it('keeps to what a colleague may see, and to the company', async () => {
    const queue = await makeQueue(company.id)
    const ana = await makeUser(company.id, { name: 'Ana', queueIds: [queue.id] })
    const own = await openTicket({ user: { id: ana.user.id, name: 'Ana' } })
    const hidden = await openTicket({ user: null, queue: await makeQueue(company.id), status: 'pending' })
    const [mine, secret] = [await receive(own, { body: 'meu' }), await receive(hidden)]
    const free = await makeContact(company.id)
    const as = (messageIds: string[], contactIds: string[], more: object = {}) =>
      forward(messageIds, contactIds, more, ana)
    expect((await as([mine.id, secret.id], [own.contact.id])).error).toBe('ERR_NO_PERMISSION')
    expect((await as([mine.id], [own.contact.id, hidden.contact.id])).error).toBe('ERR_NO_PERMISSION')
    expect((await as([mine.id], [own.contact.id, free.id])).error).toBe('ERR_VALIDATION')
    const foreign = await makeQueue(company.id)
    expect((await as([mine.id], [free.id], { queueId: foreign.id })).error).toBe('ERR_NO_PERMISSION')

    const stranger = await makeCompany()
    const theirs = await makeContact(stranger.id)
    expect((await as([mine.id], [own.contact.id, theirs.id])).error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await forward([mine.id], [own.contact.id], {}, stranger.admin)).error).toMatch(/^ERR_NO_\w+_FOUND$/)
    expect(await bodiesOf(own.id)).toEqual(['meu'])
    expect(await openOf(free.id)).toEqual([])

    expect((await as([mine.id], [free.id], { queueId: queue.id })).body.contacts).toMatchObject([{ sent: 1 }])
    expect(await openOf(free.id)).toMatchObject([{ queueId: queue.id, userId: ana.user.id }])
  })
})
