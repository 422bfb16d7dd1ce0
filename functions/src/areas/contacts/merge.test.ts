import { schedules as schedulesApi } from '@balcao/shared/api/content/schedules.ts'
import { contactsArea, ticketsArea } from '@balcao/shared/api/index.ts'
import { describe, expect, it } from 'vitest'
import { workJobs } from '../../../test/campaign-fixture.ts'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestUser } from '../../../test/harness.ts'
import { batchOf, commandsOf, inbound } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { saveSetting } from '../../data/company/setting.ts'
import { findContactByNumber, findOrCreateContact } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { latestMerge } from '../../data/contacts/merge-by-user.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { changeTicket, findLiveTicket, getTicket } from '../../data/tickets/ticket.ts'
import { contactSource, linkedTickets } from '../../data/tickets/ticket-link.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import { handler as inboundHandler } from '../../workers/inbound/handler.ts'

const { contacts } = contactsArea.resources
const { messages, tickets, ticketNotes } = ticketsArea.resources

async function makeShop() {
  const company = await makeCompany()
  const connection = await makeWhatsapp(company.id, { status: 'CONNECTED', isDefault: true })
  const as = company.admin
  const companyId = company.id
  const connectionId = connection.id
  const fixture = { companyId, adminId: as.user.id, connectionId, queues: [] }
  const receive = async (number: string, body: string, changes: Parameters<typeof inbound>[1] = {}) => {
    const event = inbound({ ...fixture, number }, { body, ...changes })
    expect((await inboundHandler(batchOf([event], number))).batchItemFailures).toEqual([])
    const contact = (await findContactByNumber(companyId, number))!
    return { contact, ticket: await findLiveTicket(companyId, connectionId, contact.id) }
  }
  const status = (id: string, to: 'open' | 'closed') =>
    call(tickets.update, {
      params: { id },
      body: to === 'open' ? { status: to, userId: as.user.id } : { status: to, sendFarewell: false },
      as,
    })
  const merge = (id: string, contactId: string, by: TestUser = as) =>
    call(contacts.merge, { params: { id }, body: { contactId }, as: by })
  const undo = (id: string, by: TestUser = as) => call(contacts.unmerge, { params: { id }, as: by })
  const ticketsOf = (contactId: string) => linkedTickets(companyId, contactSource(contactId), { limit: 100 })
  const write = async (ticketId: string, body: string) => {
    const sent = await call(messages.create, { params: { ticketId }, body: { body }, as })
    expect(sent.status).toBe(201)
    return (await commandsOf({ connectionId })).flatMap(each => (each.type === 'send' ? [each.to.number] : []))
  }
  const talk = async (ticketId: string) =>
    (await listMessages(companyId, ticketId, { limit: 5000 })).map(({ body }) => body).reverse()
  return {
    ...fixture,
    company,
    as,
    receive,
    status,
    merge,
    undo,
    ticketsOf,
    write,
    talk,
    jobs: () => workJobs(companyId),
  }
}

describe('merging two contacts', () => {
  it('gives one everything, and answers each number where it wrote', async () => {
    const shop = await makeShop()
    const { companyId, as, receive, status, merge, ticketsOf, write, talk, jobs } = shop
    const [a, b] = [someNumber(), someNumber()]
    const { contact: ana, ticket: hers } = await receive(a, 'sou a Ana')
    await status(hers!.id, 'closed')
    const { contact: other, ticket: past } = await receive(b, 'meu outro número')
    await status(past!.id, 'closed')
    const { ticket: live } = await receive(b, 'de novo')
    await status(live!.id, 'open')
    await call(contacts.update, {
      params: { id: other.id },
      body: { email: 'b@b.co', extraInfo: [{ name: 'Rua', value: 'A' }] },
      as,
    })
    const note = await call(ticketNotes.create, {
      body: { note: 'liga cedo', ticketId: past!.id, contactId: other.id },
      as,
    })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const planned = await call(schedulesApi.create, {
      body: { contactId: other.id, body: 'lembrete', sendAt: later },
      as,
    })
    expect([note.status, planned.status]).toEqual([201, 201])
    const merged = await merge(ana.id, other.id)
    expect(merged.status).toBe(200)
    expect(merged.body).toMatchObject({
      id: ana.id,
      name: 'Maria',
      number: a,
      otherNumbers: [b],
      email: 'b@b.co',
      extraInfo: [{ name: 'Rua', value: 'A' }],
      merge: { contact: { id: other.id, number: b }, by: { id: as.user.id }, moving: true },
    })
    // The live conversation follows at once.
    expect((await getTicket(companyId, live!.id, true))!.contact).toMatchObject({ id: ana.id, number: b })
    await jobs()
    expect((await call(contacts.get, { params: { id: other.id }, as })).error).toBe('ERR_NO_CONTACT_FOUND')
    expect([await ticketsOf(other.id), (await ticketsOf(ana.id)).sort()]).toEqual([
      [],
      [hers!.id, past!.id, live!.id].sort(),
    ])
    const notes = await call(ticketNotes.list, { query: { contactId: ana.id }, as })
    expect(notes.body.map(each => each.note)).toEqual(['liga cedo'])
    const schedule = await call(schedulesApi.get, { params: { id: planned.body.id }, as })
    expect(schedule.body.contactId).toBe(ana.id)
    const log = (await listLogs(companyId, live!.id)).at(-1)
    expect(log).toMatchObject({
      type: 'contactChanged',
      changes: [{ field: 'merge', before: 'Maria', after: 'Maria' }],
    })
    expect((await call(contacts.get, { params: { id: ana.id }, as })).body.merge!.moving).toBe(false)
    // A message from either number meets the contact that stays, and is answered there.
    expect(await write(live!.id, 'respondo')).toEqual([b])
    expect((await receive(b, 'oi de b')).ticket!.id).toBe(live!.id)
    expect((await receive(a, 'oi de a')).ticket!.id).toBe(live!.id)
    expect(await write(live!.id, 'e agora a')).toEqual([a])
    await status(live!.id, 'closed')
    const { ticket: fresh } = await receive(b, 'outra vez')
    expect(fresh!.contact).toMatchObject({ id: ana.id, number: b })
    expect(await talk(live!.id)).toEqual(['de novo', 'respondo', 'oi de b', 'oi de a', 'e agora a'])
    const list = await call(contacts.list, { as })
    expect([list.body.count, list.body.contacts.map(({ id }) => id)]).toEqual([1, [ana.id]])
    for (const searchParam of [a, b, b.slice(-8)]) {
      const found = await call(contacts.list, { query: { searchParam }, as })
      expect(found.body.contacts.map(({ id }) => id)).toEqual([ana.id])
    }
    const doubled = await call(contacts.create, { body: { name: 'Eva', number: b }, as })
    expect(doubled.error).toBe('ERR_DUPLICATED_CONTACT')
  })

  it('can be undone: everybody has what was theirs, and what came since by their number', async () => {
    const { companyId, as, receive, status, merge, undo, ticketsOf, write, jobs } = await makeShop()
    const [a, b] = [someNumber(), someNumber()]
    const { contact: ana, ticket: hers } = await receive(a, 'a')
    await status(hers!.id, 'closed')
    const { contact: eva, ticket: past } = await receive(b, 'b', { pushName: 'Eva' })
    await status(past!.id, 'closed')
    const { ticket: live } = await receive(b, 'b 2', { pushName: 'Eva' })
    await call(ticketNotes.create, { body: { note: 'da Eva', ticketId: past!.id, contactId: eva.id }, as })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const planned = await call(schedulesApi.create, {
      body: { contactId: eva.id, body: 'lembrete', sendAt: later },
      as,
    })
    await merge(ana.id, eva.id)
    await jobs()
    await status(live!.id, 'closed')
    const { ticket: since } = await receive(b, 'depois da união', { pushName: 'Eva' })
    await status(since!.id, 'closed')
    const { ticket: mine } = await receive(a, 'da Ana')
    await call(contacts.update, { params: { id: ana.id }, body: { email: 'ana@b.co' }, as })
    const undone = await undo(ana.id)
    expect([undone.status, undone.body.restored, undone.body.merge]).toEqual([200, eva.id, null])
    await jobs()
    expect((await ticketsOf(eva.id)).sort()).toEqual([past!.id, live!.id, since!.id].sort())
    expect((await ticketsOf(ana.id)).sort()).toEqual([hers!.id, mine!.id].sort())
    const back = await call(contacts.get, { params: { id: eva.id }, as })
    expect(back.body).toMatchObject({ name: 'Eva', number: b, email: '' })
    expect((await call(contacts.get, { params: { id: ana.id }, as })).body).toMatchObject({
      email: 'ana@b.co',
      otherNumbers: [],
    })
    expect((await call(ticketNotes.list, { query: { contactId: eva.id }, as })).body).toHaveLength(1)
    expect((await call(schedulesApi.get, { params: { id: planned.body.id }, as })).body.contactId).toBe(eva.id)
    const { contact: writer, ticket: again } = await receive(b, 'oi', { pushName: 'Eva' })
    expect([writer.id, again!.contact.id]).toEqual([eva.id, eva.id])
    await status(again!.id, 'open')
    expect(await write(again!.id, 'olá Eva')).toEqual([b])
    expect((await receive(a, 'oi')).ticket!.id).toBe(mine!.id)
    expect((await undo(ana.id)).error).toBe('ERR_CONTACT_NOT_MERGED')
    expect((await call(contacts.list, { as })).body.count).toBe(2)
    // Once more, the other way round.
    expect((await merge(eva.id, ana.id)).status).toBe(200)
    await jobs()
    expect(await ticketsOf(eva.id)).toHaveLength(6)
    expect(await latestMerge((await getContact(companyId, eva.id, true))!, Date.now() + 86_400_001)).toBeUndefined()
  })

  it('does not open a ticket that was given back again for a message of the contact that stays', async () => {
    const { companyId, receive, status, merge, undo, jobs } = await makeShop()
    await saveSetting(companyId, 'newTicketChatForDay', 'enabled')
    const [a, b] = [someNumber(), someNumber()]
    const { contact: ana, ticket: hers } = await receive(a, 'sou a Ana')
    await status(hers!.id, 'closed')
    const { contact: other, ticket: his } = await receive(b, 'sou o Bruno')
    await status(his!.id, 'open')
    await merge(ana.id, other.id)
    await jobs()
    await status(his!.id, 'closed')
    expect((await undo(ana.id)).status).toBe(200)
    await jobs()
    expect((await getTicket(companyId, his!.id, true))!.contact.id).toBe(other.id)
    const { ticket } = await receive(a, 'voltei')
    expect(ticket!.contact.id).toBe(ana.id)
    expect(ticket!.id).not.toBe(his!.id)
  })

  it('leaves one live ticket on a connection: an accepted one, else that of the contact that stays', async () => {
    for (const accepted of [null, 'mine', 'theirs'] as const) {
      const { companyId, connectionId, receive, status, merge, undo, jobs } = await makeShop()
      const { contact: ana, ticket: mine } = await receive(someNumber(), 'a')
      const b = someNumber()
      const { contact: eva, ticket: theirs } = await receive(b, 'b')
      // Menus have a part in both.
      for (const { id } of [mine!, theirs!]) await changeTicket(companyId, id, () => ({ set: { chatbot: true } }))
      if (accepted) await status((accepted === 'mine' ? mine : theirs)!.id, 'open')
      await merge(ana.id, eva.id)
      await jobs()
      const [stays, closed] = accepted === 'theirs' ? [theirs!, mine!] : [mine!, theirs!]
      expect((await findLiveTicket(companyId, connectionId, ana.id))!.id).toBe(stays.id)
      // The merge ended it; nobody was left by a menu.
      const { status: ended, abandoned } = (await getTicket(companyId, closed.id, true))!
      expect([ended, abandoned]).toEqual(['closed', undefined])
      await undo(ana.id)
      await jobs()
      expect((await findLiveTicket(companyId, connectionId, ana.id))!.id).toBe(mine!.id)
      expect((await findLiveTicket(companyId, connectionId, eva.id))!.id).toBe(theirs!.id)
      expect((await getTicket(companyId, theirs!.id, true))!.contact.number).toBe(b)
    }
  })

  it('is for who may change both, and for two persons on WhatsApp', async () => {
    const { companyId, connectionId, as, receive, status, merge, undo } = await makeShop()
    const queue = await makeQueue(companyId)
    const outsider = await makeUser(companyId, { queueIds: [queue.id] })
    const { contact: ana } = await receive(someNumber(), 'a')
    const { contact: eva, ticket } = await receive(someNumber(), 'b')
    await status(ticket!.id, 'open')
    const group = (await findOrCreateContact(companyId, { group: { id: '120363000000000001' } }, 'x', connectionId))
      .contact
    const stranger = (await makeCompany()).admin
    const refusals = [
      [await merge(ana.id, eva.id, outsider), 'ERR_NO_PERMISSION'],
      [await merge(eva.id, ana.id, outsider), 'ERR_NO_PERMISSION'],
      [await merge(ana.id, eva.id, stranger), 'ERR_NO_CONTACT_FOUND'],
      [await merge(ana.id, ana.id), 'ERR_CONTACT_MERGE_KIND'],
      [await merge(ana.id, group.id), 'ERR_CONTACT_MERGE_KIND'],
      [await merge(group.id, ana.id), 'ERR_CONTACT_MERGE_KIND'],
      [await merge(ana.id, stranger.user.id), 'ERR_NO_CONTACT_FOUND'],
      [await merge(ana.id, 'x'), 'ERR_VALIDATION'],
      [await undo(ana.id), 'ERR_CONTACT_NOT_MERGED'],
    ] as const
    for (const [answer, code] of refusals) expect(answer.error).toBe(code)
    expect((await merge(ana.id, eva.id)).status).toBe(200)
    // The same call again finds it done; another one waits for the job.
    expect((await merge(ana.id, eva.id)).body.id).toBe(ana.id)
    const { contact: bia } = await receive(someNumber(), 'c')
    expect((await merge(ana.id, bia.id)).error).toBe('ERR_CONTACT_MERGE_UNDER_WAY')
    expect((await undo(ana.id, outsider)).error).toBe('ERR_NO_PERMISSION')
    expect((await undo(ana.id, stranger)).error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await call(contacts.get, { params: { id: ana.id }, as })).status).toBe(200)
  })

  it('loses no message and doubles none of those that come meanwhile, from either number', async () => {
    const { companyId, connectionId, adminId, receive, merge, undo, ticketsOf, talk, jobs, status } = await makeShop()
    const [a, b] = [someNumber(), someNumber()]
    const { contact: ana } = await receive(a, 'a 0')
    const { contact: eva } = await receive(b, 'b 0')
    for (let i = 0; i < 4; i++) await status((await receive(b, `antes ${i}`)).ticket!.id, 'closed')
    const fixture = { companyId, connectionId, adminId, queues: [] }
    const bodies: string[] = []
    const flood = async (number: string) => {
      for (let i = 0; i < 12; i++) {
        const event = inbound({ ...fixture, number }, { body: `durante ${number} ${bodies.length}` })
        bodies.push(event.body)
        const twice = await Promise.all([1, 2].map(() => inboundHandler(batchOf([event], number))))
        expect(twice.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([])
      }
    }
    const beside = async (work: () => Promise<{ status: number }>) => {
      const [done] = await Promise.all([work(), flood(a), flood(b)])
      expect(done.status).toBe(200)
      await Promise.all([jobs(), jobs()])
    }
    await beside(() => merge(ana.id, eva.id))
    expect(await ticketsOf(eva.id)).toEqual([])
    await beside(() => undo(ana.id))
    expect((await ticketsOf(eva.id)).length).toBeGreaterThanOrEqual(4)
    const found: string[] = []
    const ids = [...(await ticketsOf(ana.id)), ...(await ticketsOf(eva.id))]
    for (const id of ids) found.push(...(await talk(id)))
    expect(found.filter(body => body.startsWith('durante')).sort()).toEqual(bodies.sort())
    const live = (await Promise.all(ids.map(id => getTicket(companyId, id, true)))).filter(
      each => each!.status !== 'closed',
    )
    expect(live.map(each => each!.contact.id).sort()).toEqual([ana.id, eva.id].sort())
    for (const each of live) expect(each!.contact.number).toBe(each!.contact.id === ana.id ? a : b)
  })
})
