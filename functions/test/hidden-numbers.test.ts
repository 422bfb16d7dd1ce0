/**
 * No number leaks: every operation of the contract, called by users who may not see numbers in a
 * company that hides them, with everything that is published, pushed and exported meanwhile. None
 * of the numbers of the company's contacts is in any byte of it.
 */
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { macros } from '@balcao/shared/api/tickets/macros.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import { DEFAULT_PREFERENCES } from '@balcao/shared/entities/preferences.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getPreferences, savePreferences } from '../src/data/account/preferences.ts'
import { addPushDevice } from '../src/data/account/push-device.ts'
import { saveSetting } from '../src/data/company/setting.ts'
import { findContactByNumber } from '../src/data/contacts/contact.ts'
import { type JobRow, newJob } from '../src/data/jobs/job.ts'
import { requireTicket, storeMessage } from '../src/data/tickets/ticket.ts'
import { readObject } from '../src/integrations/storage.ts'
import type * as web from '../src/integrations/web-push/send-push.ts'
import { publishContact, publishMessage, publishTicket } from '../src/messaging/publish-ticket.ts'
import { sendToDevice } from '../src/pushes/send-to-device.ts'
import { contactsExport } from '../src/workers/jobs/kinds/contacts-export.ts'
import { type Browser, type FakeGateway, startFakeGateway } from './fake-gateway.ts'
import { call, makeCompany, makeUser, send, type TestCompany, type TestUser } from './harness.ts'
import { makeContact } from './make-contact.ts'
import { makeTicket } from './make-ticket.ts'
import { newSubscription } from './new-subscription.ts'
import { makeTenant, type Tenant } from './tenant.ts'
import { BODIES, pathWith, QUERIES } from './valid-calls.ts'

const pushed = vi.hoisted(() => [] as object[])
vi.mock('../src/integrations/web-push/send-push.ts', async original => ({
  ...(await original<typeof web>()),
  async sendPush(_: unknown, push: web.Push) {
    pushed.push(push.payload)
    return { outcome: 'taken' }
  },
}))

/** Reads first, then writes; what removes rows comes last. */
const ORDER = ['GET', 'POST', 'PUT', 'DELETE']
const ROUTES = AREAS.flatMap(routesOf)
  .filter(({ route }) => ['user', 'supervisor', 'catalog'].includes(route.access))
  // Whoever signs out is let in nowhere after it.
  .filter(({ name }) => name !== 'sessions.end' && name !== 'auth.logout')
  .toSorted((a, b) => ORDER.indexOf(a.route.method) - ORDER.indexOf(b.route.method))

const FOREIGN = '351912345678'
const SHARED = '5521976543210'
/** Numbers that a group's members and a merged contact have. */
const [MEMBER, EARLIER] = ['5531965432109', '5541954321098']

let company: TestCompany
let mine: Tenant
let ids: Tenant['ids']
let gateway: FakeGateway
let numbers: string[]
let foreignTicket: string
const users = {} as Record<'user' | 'supervisor' | 'sighted', TestUser>
const browsers = {} as Record<keyof typeof users, Browser>

/** Numbers that a text gives away, whatever signs are between their digits. */
function leaksOf(text: string): string[] {
  const bare = text.replace(/[\s()+./-]/g, '')
  return numbers.filter(number => bare.includes(number.replace(/^55/, '')))
}

async function join(user: TestUser): Promise<Browser> {
  const browser = await gateway.open(user)
  for (const status of ['pending', 'open', 'closed'] as const) await browser.send({ action: 'joinTickets', status })
  await browser.send({ action: 'joinNotification' })
  for (const ticketId of [ids.ticket, foreignTicket]) await browser.send({ action: 'joinChatBox', ticketId })
  return browser
}

async function write(ticketId: string, changes: Partial<Parameters<typeof storeMessage>[1]>) {
  const ticket = await requireTicket(company.id, ticketId)
  const stored = await storeMessage(ticket, {
    ...{ id: newId(), connectionId: ticket.whatsapp.id, whatsappMessageId: newId(), body: '' },
    ...{ fromMe: false, mediaType: 'chat', origin: 'contact', ...changes },
  })
  if (stored.outcome !== 'stored') throw new Error(stored.outcome)
  await publishMessage(stored.ticket, stored.message, true)
  return stored.message
}

beforeAll(async () => {
  gateway = await startFakeGateway()
  company = await makeCompany()
  mine = await makeTenant(company)
  ids = mine.ids
  numbers = [ids.contactNumber, FOREIGN, SHARED, MEMBER, EARLIER]
  const as = company.admin
  const foreign = (await call(contacts.create, { as, body: { name: FOREIGN, number: FOREIGN } })).body
  foreignTicket = (await call(tickets.create, { as, body: { contactId: foreign.id, whatsappId: ids.whatsapp } })).body
    .id
  await saveSetting(company.id, 'hideNumbers', 'enabled')
  const seeing = { queueIds: [ids.queue], allTicket: 'enabled' as const }
  users.user = await makeUser(company.id, seeing)
  users.supervisor = await makeUser(company.id, { ...seeing, profile: 'supervisor', permissions: ['catalog'] })
  users.sighted = await makeUser(company.id, { ...seeing, permissions: ['numbers'] })
  for (const who of Object.keys(users) as (keyof typeof users)[]) browsers[who] = await join(users[who])
  const card = `BEGIN:VCARD\nVERSION:3.0\nFN:Caio\nTEL;waid=${SHARED}:+55 21 97654-3210\nEND:VCARD`
  await write(ids.ticket, { body: 'Caio', mediaType: 'vcard', vcards: [card] })
  await write(ids.ticket, { body: `Meu número: ${ids.contactNumber}, de antes: ${EARLIER}` })
  await write(foreignTicket, { body: `@${MEMBER} veja, sou ${FOREIGN}`, sender: { name: MEMBER, number: MEMBER } })
  await call(ticketNotes.create, {
    as,
    body: { note: `Ligar para ${ids.contactNumber}`, ticketId: ids.ticket, contactId: ids.contact },
  })
  await call(contacts.update, {
    as,
    params: { id: ids.contact },
    body: { extraInfo: [{ name: 'Casa', value: '+55 (41) 95432-1098' }] },
  })
  const row = (await findContactByNumber(company.id, FOREIGN))!
  await publishContact(row, 'update')
  await publishTicket(await requireTicket(company.id, foreignTicket))
})
afterAll(() => gateway.close())

describe('of a company that hides numbers', () => {
  it('the events name none, and all of it to who has the right', () => {
    for (const who of ['user', 'supervisor'] as const) {
      expect(browsers[who].received.length).toBeGreaterThan(4)
      expect(leaksOf(JSON.stringify(browsers[who].received))).toEqual([])
    }
    expect(JSON.stringify(browsers.user.received)).toContain('+351 •••••-5678')
    expect(leaksOf(JSON.stringify(browsers.sighted.received))).toEqual(numbers)
  })

  it('a push names none', async () => {
    const { actor } = await makeUser(company.id, { queueIds: [ids.queue], allTicket: 'enabled' })
    const preferences = {
      ...DEFAULT_PREFERENCES,
      notifications: { ...DEFAULT_PREFERENCES.notifications, pushText: true },
    }
    const { version } = await getPreferences(company.id, actor.userId)
    await savePreferences(company.id, actor.userId, { ...preferences, version })
    const { given } = newSubscription()
    const device = await addPushDevice({
      ...actor,
      language: 'pt',
      browser: 'Firefox',
      subscription: { endpoint: given.endpoint, ...given.keys },
    })
    const ticket = await makeTicket(company.id, { contact: await makeContact(company.id, { number: '5511977776666' }) })
    const { id } = await write(ticket.id, { body: `Sou ${ticket.contact.number}, e ${FOREIGN}` })
    await sendToDevice({
      ...{ type: 'send', companyId: company.id, userId: actor.userId, deviceId: device.id },
      ...{ about: { ticketId: ticket.id, messageId: id }, at: Date.now(), tries: 0 },
    })
    expect(pushed).toEqual([expect.objectContaining({ body: 'Sou +55 11 •••••-6666, e +351 •••••-5678' })])
  })

  it('a preview of a macro names none, while its row is read as it was written', async () => {
    const as = users.user
    const actions = [{ type: 'note' as const, text: 'Ligar para {{name}} do +55 11 4002-8922' }]
    const made = await call(macros.create, { as, body: { name: 'Ligar', shared: false, actions } })
    const params = { id: made.body.id }
    const preview = await call(macros.preview, { as, params, body: { ticketId: foreignTicket } })
    expect(preview.body.actions).toMatchObject([{ text: 'Ligar para +351 •••••-5678 do +55 11 ••••-8922' }])
    expect((await call(macros.get, { as, params })).body.actions).toEqual(actions)
  })

  it.each(['user', 'supervisor'] as const)('no operation answers one to a %s', async who => {
    const leaks: unknown[] = []
    let successes = 0
    for (const { name, route } of ROUTES) {
      for (const [contact, ticket] of [
        [ids.contact, ids.ticket],
        [(await findContactByNumber(company.id, FOREIGN))?.id ?? ids.contact, foreignTicket],
      ] as const) {
        const own = { ...ids, contact, ticket }
        const answer = await send(route.method, pathWith(route.path, own), {
          as: users[who],
          query: QUERIES[name]?.(own) ?? {},
          text: route.body ? JSON.stringify(BODIES[name]!(own)) : null,
        })
        if (answer.status < 300) successes++
        const found = leaksOf(JSON.stringify([answer.raw, answer.headers]))
        if (found.length > 0) leaks.push([name, answer.status, found])
      }
    }
    expect(leaks).toEqual([])
    expect(successes).toBeGreaterThan(150)
    expect(leaksOf(JSON.stringify(browsers[who].received))).toEqual([])
  })

  it('an admin, and a user with the right, are answered whole numbers', async () => {
    for (const as of [company.admin, users.sighted]) {
      const { body } = await call(contacts.list, { as, query: { searchParam: FOREIGN } })
      expect(body.contacts.map(({ number }) => number)).toEqual([FOREIGN])
    }
  })

  it.each(['csv', 'xlsx'] as const)('an export as %s names none', async format => {
    const { user } = users.supervisor
    const { job } = newJob(company.id, {
      kind: 'contactsExport',
      user: { id: user.id, name: user.name },
      state: { format, from: null, parts: [], read: false },
    })
    const lines: string[] = []
    let now = job as JobRow<'contactsExport'>
    for (let step = 0; step < 2; step++) {
      const done = await contactsExport.step(now, async () => {})
      if (!('next' in done)) throw new Error('ended early')
      now = { ...now, state: done.next, version: now.version + 1 }
      for (const { key } of now.state.parts)
        for await (const piece of readObject(key)) lines.push(Buffer.from(piece).toString())
      if (now.state.read) break
    }
    expect(lines.join('')).toContain('+351 •••••-5678')
    expect(leaksOf(lines.join(''))).toEqual([])
  })
})

describe('a user who may not see numbers', () => {
  const find = async (searchParam: string) =>
    (await call(contacts.list, { as: users.user, query: { searchParam } })).body.contacts

  it('finds a contact by its whole number, and by no part of it', async () => {
    expect((await find(FOREIGN)).map(({ number }) => number)).toEqual(['+351 •••••-5678'])
    expect(await find(`+${FOREIGN.slice(0, 3)} ${FOREIGN.slice(3)}`)).toHaveLength(1)
    const contactId = (await findContactByNumber(company.id, FOREIGN))!.id
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    await call(schedules.create, { as: users.user, body: { contactId, body: `Ligue para ${FOREIGN}`, sendAt } })
    const scheduled = async (searchParam: string) =>
      (await call(schedules.list, { as: users.user, query: { searchParam } })).body.schedules
    expect(await scheduled('ligue')).toHaveLength(1)
    expect(await scheduled(FOREIGN)).toHaveLength(1)
    for (let length = 1; length < FOREIGN.length; length++) {
      expect([length, await find(FOREIGN.slice(0, length))]).toEqual([length, []])
      expect([length, await find(FOREIGN.slice(-length))]).toEqual([length, []])
      const query = { searchParam: FOREIGN.slice(0, length) }
      expect((await call(tickets.list, { as: users.user, query })).body.tickets).toEqual([])
      expect((await call(contacts.listAll, { as: users.user, query: { name: query.searchParam } })).body).toEqual([])
      expect((await call(messages.search, { as: users.user, query })).body.hits).toEqual([])
      expect(await scheduled(query.searchParam)).toEqual([])
    }
    const query = { searchParam: FOREIGN }
    expect((await call(tickets.list, { as: users.user, query })).body.tickets.map(({ id }) => id)).toEqual([
      foreignTicket,
    ])
  })

  it('makes a contact by its number, and reads it masked', async () => {
    const made = await call(contacts.create, { as: users.user, body: { name: 'Davi', number: '+55 (11) 98888-7777' } })
    expect([made.status, made.body.number]).toEqual([201, '+55 11 •••••-7777'])
    expect((await findContactByNumber(company.id, '5511988887777'))?.name).toBe('Davi')
  })

  it('does not write a mask over a number', async () => {
    const { id, number } = (await find(FOREIGN))[0]!
    const before = await findContactByNumber(company.id, FOREIGN)
    for (const body of [{ number }, { name: number }, { extraInfo: [{ name: 'Casa', value: number }] }]) {
      const answer = await call(contacts.update, { as: users.user, params: { id }, body })
      expect([answer.status, answer.error]).toEqual([400, 'ERR_VALIDATION'])
      expect(answer.details[0]).toMatchObject({ code: 'masked_number' })
    }
    expect((await call(contacts.create, { as: company.admin, body: { name: 'Eva', number } })).status).toBe(400)
    expect(await findContactByNumber(company.id, FOREIGN)).toEqual(before)
  })

  it('reads whole numbers once the company shows them', async () => {
    await saveSetting(company.id, 'hideNumbers', 'disabled')
    expect((await find(FOREIGN)).map(({ number }) => number)).toEqual([FOREIGN])
  })
})
