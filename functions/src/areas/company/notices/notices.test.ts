import { notices } from '@balcao/shared/api/company/notices.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import type { PushWork } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { newSubscription } from '../../../../test/new-subscription.ts'
import { addPushDevice } from '../../../data/account/push-device.ts'
import { metered } from '../../../data/table/meter.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import type * as ticketNote from '../../../data/tickets/ticket-note.ts'
import { deleteTicket, removeTicketRows } from '../../../data/tickets/ticket-removal.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import type * as enqueue from '../../../messaging/enqueue.ts'
import { takePush } from '../../../pushes/take-push.ts'

const asked = vi.hoisted(() => [] as PushWork[])
vi.mock('../../../messaging/enqueue.ts', async original => ({
  ...(await original<typeof enqueue>()),
  enqueuePush: async (push: PushWork) => void asked.push(push),
}))

const dies = vi.hoisted(() => ({ afterNote: false }))
vi.mock('../../../data/tickets/ticket-note.ts', async original => {
  const real = await original<typeof ticketNote>()
  const deleteNote: typeof real.deleteNote = async (...given) => {
    await real.deleteNote(...given)
    if (dies.afterNote) throw new Error('killed')
  }
  return { ...real, deleteNote }
})

let company: TestCompany
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  company = await makeCompany()
})
beforeEach(() => {
  asked.length = 0
  dies.afterNote = false
})
afterAll(() => gateway.close())

const write = (as: TestUser, ticket: TicketRow, note: string, mentions: string[]) =>
  call(ticketNotes.create, { as, body: { note, ticketId: ticket.id, contactId: ticket.contact.id, mentions } })
const bell = async (as: TestUser) => (await call(notices.list, { as })).body.notices
const unread = async (as: TestUser) => (await call(notices.unread, { as })).body.unread

const flat = ({ endpoint, keys }: ReturnType<typeof newSubscription>['given']) => ({ endpoint, ...keys })

/** A ticket of a queue, with two of its attendants and one of another queue. */
async function team() {
  const queue = await makeQueue(company.id)
  const [ana, bia] = [
    await makeUser(company.id, { queueIds: [queue.id] }),
    await makeUser(company.id, { queueIds: [queue.id] }),
  ]
  return { ana, bia, outsider: await makeUser(company.id), queue, ticket: await makeTicket(company.id, { queue }) }
}

describe('a mention', () => {
  it('stands in the bell of whom it names, unread until it is read', async () => {
    const { ana, bia, ticket } = await team()
    const tab = await gateway.open(bia)
    const note = (await write(ana, ticket, '@Bia veja isto', [bia.user.id, bia.user.id, ana.user.id])).body
    expect(note.mentions).toEqual([bia, ana].map(({ user: { id, name } }) => ({ id, name })))
    const [notice] = await bell(bia)
    const by = { id: ana.user.id, name: ana.user.name }
    const known = { id: note.id, kind: 'mention', ticketId: ticket.id, contactName: 'Maria', by }
    expect(notice).toMatchObject({ ...known, text: '@Bia veja isto', read: false })
    expect(tab.received.filter(({ event }) => event.endsWith('-notice')).map(({ payload }) => payload)).toEqual([
      { action: 'create', notice },
    ])
    expect(await unread(bia)).toEqual([{ id: note.id, ticketId: ticket.id }])
    // Nobody is notified of themselves.
    expect(await bell(ana)).toEqual([])
    await call(notices.read, { as: bia, body: { ids: [note.id, newId()] } })
    expect([await unread(bia), (await bell(bia)).map(({ read }) => read)]).toEqual([[], [true]])
    await write(ana, ticket, '@Bia de novo', [bia.user.id])
    await call(notices.read, { as: bia, body: {} })
    expect(await unread(bia)).toEqual([])
  })

  it('is only of colleagues who see the ticket', async () => {
    const { ana, bia, outsider, ticket } = await team()
    const foreign = (await makeCompany()).admin
    expect((await write(ana, ticket, '@x veja', [outsider.user.id])).error).toBe('ERR_MENTION_UNSEEN')
    expect((await write(ana, ticket, '@x veja', [foreign.user.id])).error).toBe('ERR_NO_USER_FOUND')
    expect((await write(ana, ticket, '@x veja', Array.from({ length: 21 }, newId))).error).toBe('ERR_VALIDATION')
    expect((await call(ticketNotes.list, { as: ana, query: { ticketId: ticket.id } })).body).toEqual([])
    const picker = await call(ticketNotes.mentionable, { as: ana, params: { ticketId: ticket.id } })
    const sees = new Map(picker.body.map(each => [each.id, each.sees]))
    expect([bia, outsider, company.admin, ana].map(({ user }) => sees.get(user.id))).toEqual([
      ...[true, false, true, undefined],
    ])
    expect((await call(ticketNotes.mentionable, { as: outsider, params: { ticketId: ticket.id } })).error).toBe(
      'ERR_NO_PERMISSION',
    )
  })

  it('is not shown to a colleague who no longer sees the ticket, nor after the note or the ticket is gone', async () => {
    const { ana, bia, ticket } = await team()
    const elsewhere = await makeQueue(company.id)
    await write(ana, ticket, '@Bia veja isto', [bia.user.id])
    const queue = { id: elsewhere.id, name: elsewhere.name, color: elsewhere.color }
    const { ticket: moved } = await changeTicket(company.id, ticket, () => ({ set: { queue } }))
    expect([await bell(bia), await unread(bia)]).toEqual([[], []])
    await changeTicket(company.id, moved, () => ({ set: { queue: ticket.queue } }))
    expect(await unread(bia)).toHaveLength(1)
    const { body: second } = await write(ana, ticket, '@Bia e isto', [bia.user.id])
    await call(ticketNotes.remove, { as: ana, params: { id: second.id } })
    expect((await bell(bia)).map(({ text }) => text)).toEqual(['@Bia veja isto'])
    await deleteTicket(company.id, ticket.id)
    expect(await bell(bia)).toEqual([])
    await removeTicketRows(company.id, ticket.id)
    expect(await unread(bia)).toEqual([])
  })

  it('goes with its note wherever the process that removes it ends', async () => {
    const { ana, bia, ticket } = await team()
    const { body: note } = await write(ana, ticket, '@Bia veja isto', [bia.user.id])
    dies.afterNote = true
    expect((await call(ticketNotes.remove, { as: ana, params: { id: note.id } })).status).toBe(500)
    expectLogged('killed')
    dies.afterNote = false
    expect((await call(ticketNotes.remove, { as: ana, params: { id: note.id } })).status).toBe(204)
    expect(await bell(bia)).toEqual([])
  })

  it('is pushed to devices of whom it names, unless they are looking or have read it', async () => {
    const { ana, bia, ticket } = await team()
    for (const { actor } of [ana, bia])
      await addPushDevice({
        ...actor,
        language: 'pt',
        browser: 'Firefox · Windows',
        subscription: flat(newSubscription().given),
      })
    const sends = async () => {
      for (const push of asked.splice(0)) if (push.type === 'notice') await takePush(push)
      return asked.splice(0).flatMap(push => (push.type === 'send' ? [push.userId] : []))
    }
    await write(ana, ticket, '@Bia veja isto', [bia.user.id])
    expect(await sends()).toEqual([bia.user.id])
    const tab = await gateway.open(bia)
    await tab.send({ action: 'joinScreen' })
    await write(ana, ticket, '@Bia e isto', [bia.user.id])
    expect(await sends()).toEqual([])
  })

  it('costs nothing where nobody is mentioned, and half a read where nothing is unread', async () => {
    const { ana, bia, ticket } = await team()
    await unread(bia)
    const { units } = await metered(() => unread(bia))
    expect(units.read).toBeLessThanOrEqual(2)
    await write(ana, ticket, 'Sem ninguém', [])
    const plain = await metered(() => write(ana, ticket, 'Sem ninguém', []))
    expect(plain.units.write).toBe(3)
  })
})
