/**
 * Checks that a plain user may do nothing to a contact whose live ticket she may not see. Each
 * route of the API contract that takes a contact's id has a row here, and a new one fails until it
 * has.
 */
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '../src/data/account/audit.ts'
import { findOrCreateContact } from '../src/data/contacts/contact.ts'
import { getContact } from '../src/data/contacts/contact-row.ts'
import { changeTicket } from '../src/data/tickets/ticket.ts'
import { listLogs } from '../src/data/tickets/ticket-log.ts'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestCompany, type TestUser } from './harness.ts'
import { makeContact } from './make-contact.ts'
import { makeTicket } from './make-ticket.ts'
import { receiveMessage } from './receive-message.ts'
import { someNumber } from './some-number.ts'

let company: TestCompany
let hers: TestUser
let holder: TestUser
let scene: Awaited<ReturnType<typeof makeScene>>

async function makeScene(companyId: string) {
  const queue = await makeQueue(companyId)
  const whatsapp = await makeWhatsapp(companyId, { isDefault: true, status: 'DISCONNECTED' })
  holder = await makeUser(companyId, { name: 'Ana', queueIds: [queue.id] })
  const contact = await makeContact(companyId, { name: 'Bruno' })
  const ticket = await makeTicket(companyId, { contact, whatsapp, queue, user: holder.user, status: 'open' })
  return { queue, whatsapp, contact, ticket }
}

beforeAll(async () => {
  company = await makeCompany()
  scene = await makeScene(company.id)
  const other = await makeQueue(company.id)
  hers = await makeUser(company.id, { queueIds: [other.id] })
})

const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const refused = async (answer: Promise<{ error?: unknown }>) =>
  expect((await answer).error).toMatch(/^ERR_(NO_PERMISSION|ADMIN_ONLY|FORBIDDEN)$/)
const empty = async (answer: Promise<{ status: number; body: unknown }>) => expect((await answer).body).toEqual([])

/** Returns the body of a ticket of her own with a free contact. */
const herTicket = async () => {
  const free = await makeContact(company.id, { name: 'Livre' })
  return { contactId: free.id, queueId: hers.user.queueIds[0]! }
}

/** Routes that take a contact's id, by method and path: how each keeps a hidden conversation. */
const ROWS: Record<
  string,
  () => Promise<unknown> | 'shows the contact, nothing of its conversations' | 'asks for an admin'
> = {
  'GET /contacts/{id}': () => 'shows the contact, nothing of its conversations',
  'GET /contacts/{id}/tickets': () => empty(call(contacts.tickets, { as: hers, params: { id: scene.contact.id } })),
  'PUT /contacts/{id}': () =>
    refused(call(contacts.update, { as: hers, params: { id: scene.contact.id }, body: { name: 'Outro' } })),
  'POST /contacts/{id}/check': () => refused(call(contacts.check, { as: hers, params: { id: scene.contact.id } })),
  'POST /contacts/{id}/merge': async () => {
    const free = await makeContact(company.id, { name: 'Livre' })
    const { id } = scene.contact
    await refused(call(contacts.merge, { as: hers, params: { id }, body: { contactId: free.id } }))
    await refused(call(contacts.merge, { as: hers, params: { id: free.id }, body: { contactId: id } }))
  },
  'GET /contacts/{id}/summary': async () => {
    const { body } = await call(contacts.summary, { as: hers, params: { id: scene.contact.id } })
    expect(body).toEqual({ lastSeenAt: null, connections: [], tags: [], birthday: null })
  },
  'GET /contacts/{id}/conversations': async () => {
    const { body } = await call(contacts.conversations, { as: hers, params: { id: scene.contact.id } })
    expect(body.tickets).toEqual([])
  },
  'GET /contacts/{id}/files': async () => {
    const { body } = await call(contacts.files, { as: hers, params: { id: scene.contact.id } })
    expect(body.files).toEqual([])
  },
  'GET /contacts/{id}/campaigns': () => 'asks for an admin',
  'GET /contacts/{id}/duplicates': () => 'shows the contact, nothing of its conversations',
  'POST /contacts/{id}/different': () =>
    refused(
      call(contacts.different, { as: hers, params: { id: scene.contact.id }, body: { contactId: scene.contact.id } }),
    ),
  'DELETE /contacts/{id}/merge': () => refused(call(contacts.unmerge, { as: hers, params: { id: scene.contact.id } })),
  'DELETE /contacts/{id}': () => 'asks for an admin',
  'POST /contacts/{id}/erase': () => 'asks for an admin',
  'POST /schedules': () =>
    refused(
      call(schedules.create, {
        as: hers,
        body: { contactId: scene.contact.id, body: 'Até amanhã', sendAt: soon() } as never,
      }),
    ),
  'PUT /schedules/{id}': async () => {
    const free = await makeContact(company.id, { name: 'Livre' })
    const body = { contactId: free.id, body: 'Até amanhã', sendAt: soon() } as never
    const { id } = (await call(schedules.create, { as: hers, body })).body
    await refused(call(schedules.update, { as: hers, params: { id }, body: { contactId: scene.contact.id } }))
  },
  'GET /schedules': async () => {
    const body = { contactId: scene.contact.id, body: 'Segredo da casa', sendAt: soon() } as never
    const { id } = (await call(schedules.create, { as: holder, body })).body
    for (const query of [{}, { contactId: scene.contact.id }, { searchParam: 'Segredo' }, { from: '2020-01-01' }]) {
      const seen = await call(schedules.list, { as: hers, query: query as never })
      expect(seen.body.schedules.filter(row => row.contactId === scene.contact.id)).toEqual([])
      const shown = await call(schedules.list, { as: holder, query: query as never })
      expect(shown.body.schedules.map(row => row.id)).toContain(id)
    }
    await refused(call(schedules.get, { as: hers, params: { id } }))
    expect((await call(schedules.get, { as: holder, params: { id } })).status).toBe(200)
  },
  'GET /ticket-notes/list': () =>
    empty(call(ticketNotes.list, { as: hers, query: { contactId: scene.contact.id } as never })),
  'POST /ticket-notes': () =>
    refused(
      call(ticketNotes.create, {
        as: hers,
        body: { ticketId: scene.ticket.id, contactId: scene.contact.id, note: 'Nota' } as never,
      }),
    ),
  'POST /tickets': async () => {
    const [queueId] = hers.user.queueIds
    const second = await makeWhatsapp(company.id, { status: 'DISCONNECTED' })
    const body = { contactId: scene.contact.id, queueId, whatsappId: second.id, status: 'open' } as never
    await refused(call(tickets.create, { as: hers, body }))
  },
  'POST /messages/forward': async () => {
    const { body: own } = await call(tickets.create, { as: hers, body: await herTicket() })
    const { id } = await receiveMessage(company.id, own.id, scene.whatsapp.id, {})
    const [queueId] = hers.user.queueIds
    const body = { messageIds: [id], contactIds: [own.contactId, scene.contact.id], queueId: queueId! }
    await refused(call(messages.forwardMany, { as: hers, body }))
  },
  'GET /ticketreport/reports': () => 'asks for an admin',
  'POST /ticketreport/export': () => 'asks for an admin',
}

const fieldsOf = (schema: unknown): string[] => {
  const shape = (schema as { shape?: Record<string, unknown> } | undefined)?.shape
  return shape ? Object.keys(shape) : []
}
const takesContact = ({ path, query, body }: Route): boolean =>
  path.startsWith('/contacts/{id}') || [...fieldsOf(query), ...fieldsOf(body)].some(name => /^contactIds?$/.test(name))

describe('a contact with a live ticket that a plain user may not see', () => {
  it('has a row here for each route that takes its id', () => {
    const found = AREAS.flatMap(area => routesOf(area).map(({ route }: { route: Route }) => route))
      .filter(takesContact)
      .map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(found)].sort()).toEqual(Object.keys(ROWS).sort())
  })

  for (const [name, row] of Object.entries(ROWS)) it(`is kept by ${name}`, async () => void (await row()))

  it('keeps its number for who holds the ticket and for admins, with an entry in both logs', async () => {
    const mate = await makeUser(company.id, { queueIds: [scene.queue.id] })
    const params = { id: scene.contact.id }
    const before = scene.contact.number
    const [first, second] = [someNumber(), someNumber()]
    await refused(call(contacts.update, { as: mate, params, body: { number: first } }))
    expect((await call(contacts.update, { as: mate, params, body: { name: 'Bruno Lima' } })).status).toBe(200)
    expect((await call(contacts.update, { as: holder, params, body: { number: first } })).body.number).toBe(first)
    expect((await call(contacts.update, { as: company.admin, params, body: { number: second } })).status).toBe(200)
    expect((await call(contacts.update, { as: company.admin, params, body: { number: before } })).status).toBe(200)
    const log = (await listLogs(company.id, scene.ticket.id)).filter(({ type }) => type === 'contactChanged')
    expect(log.map(({ changes, user }) => [user?.name, ...changes!])).toEqual([
      [mate.user.name, { field: 'name', before: 'Bruno', after: 'Bruno Lima' }],
      ['Ana', { field: 'number', before, after: first }],
      [company.admin.user.name, { field: 'number', before: first, after: second }],
      [company.admin.user.name, { field: 'number', before: second, after: before }],
    ])
    const { entries } = await listAudit(company.id, { subject: 'contact' }, { limit: 20 })
    const own = entries.filter(entry => entry.subjectId === params.id && entry.verb === 'update')
    expect(own.map(({ changes }) => changes)).toEqual(log.map(({ changes }) => changes).reverse())
  })

  it('says what each of two changes at once found and made', async () => {
    const params = { id: scene.contact.id }
    const start = (await getContact(company.id, params.id, true))!.number
    const numbers = [someNumber(), someNumber()]
    const as = [holder, company.admin]
    const answers = await Promise.all(
      numbers.map((number, i) => call(contacts.update, { as: as[i]!, params, body: { number } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const changes = (await listLogs(company.id, scene.ticket.id)).flatMap(log => log.changes ?? []).slice(-2)
    const last = (await getContact(company.id, params.id, true))!.number
    const first = changes.find(({ before }) => before === start)!
    expect(changes).toContainEqual({ field: 'number', before: first.after, after: last })
  })

  it('gets an earlier number back, though its owner wrote from it meanwhile', async () => {
    const params = { id: scene.contact.id }
    const { number } = (await getContact(company.id, params.id, true))!
    const as = company.admin
    await call(contacts.update, { as, params, body: { number: someNumber() } })
    const { contact: double } = await findOrCreateContact(company.id, { peer: { number } }, 'Bruno')
    expect(double.id).not.toBe(params.id)
    const back = await call(contacts.update, { as, params, body: { number } })
    expect([back.status, back.body.number]).toEqual([200, number])
    expect(await getContact(company.id, double.id, true)).toBeUndefined()
    const chosen = await makeContact(company.id, { name: 'Eva' })
    const taken = await call(contacts.update, { as, params, body: { number: chosen.number } })
    expect(taken.error).toBe('ERR_DUPLICATED_CONTACT')
  })

  it('is everybody’s once the ticket is closed', async () => {
    await changeTicket(company.id, scene.ticket.id, () => ({ set: { status: 'closed' } }))
    const params = { id: scene.contact.id }
    expect((await call(contacts.update, { as: hers, params, body: { name: 'Livre' } })).status).toBe(200)
    const body = { contactId: scene.contact.id, body: 'Até amanhã', sendAt: soon() } as never
    expect((await call(schedules.create, { as: hers, body })).status).toBe(201)
    const list = await call(schedules.list, { as: hers, query: { contactId: scene.contact.id } as never })
    // Without a live ticket each sees the own ones.
    expect(list.body.schedules.map(({ userId }) => userId)).toEqual([hers.user.id])
  })
})
