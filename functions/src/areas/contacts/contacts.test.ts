import { EXTRA_INFO_BYTES } from '@balcao/shared/api/contacts/contacts.ts'
import { contactsArea, ticketsArea } from '@balcao/shared/api/index.ts'
import { bytesOf } from '@balcao/shared/api-contract/bytes.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  makeCompany,
  makeQueue,
  makeUser,
  makeWhatsapp,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { someNumber } from '../../../test/some-number.ts'
import type { WhatsappRow } from '../../data/channels/whatsapp.ts'
import { saveNumberCheck } from '../../data/contacts/number-check.ts'
import { metered } from '../../data/table/meter.ts'
import { propagateRename, takeQueueAway } from '../../data/tickets/propagate-rename.ts'
import { changeTicket, requireTicket } from '../../data/tickets/ticket.ts'
import { removeUser } from '../../workers/jobs/remove-user.ts'

const { contacts, contact } = contactsArea.resources
const { tickets, ticketNotes, tags } = ticketsArea.resources

let company: TestCompany
let admin: TestUser
let user: TestUser
let whatsapp: WhatsappRow
let queue: Awaited<ReturnType<typeof makeQueue>>

beforeAll(async () => {
  company = await makeCompany()
  admin = company.admin
  queue = await makeQueue(company.id)
  user = await makeUser(company.id, { queueIds: [queue.id] })
  whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
})

const create = (body: object, as = user) => call(contacts.create, { body: body as never, as })
const silent = async () => undefined

describe('contacts', () => {
  it('are made with the number as WhatsApp spells it, once', async () => {
    const number = someNumber()
    const national = number.slice(2)
    await saveNumberCheck(company.id, number, { exists: true, number, lid: '123' })
    const made = await create({
      name: '  João <b>Silva</b>  ',
      number: `(${national.slice(0, 2)}) ${national.slice(2)}`,
      email: 'JOAO@Example.com',
      extraInfo: [{ name: 'CPF', value: '1' }],
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'João <b>Silva</b>',
      number,
      email: 'joao@example.com',
      isWhatsappValid: true,
      extraInfo: [{ name: 'CPF', value: '1' }],
    })
    expect(made.body.uuid).toBe(made.body.id)
    expect((await create({ name: 'Outro', number })).error).toBe('ERR_DUPLICATED_CONTACT')
    const check = await call(contact.check, { query: { number }, as: user })
    expect(check.body).toMatchObject({ alreadyExists: true, existingContact: { id: made.body.id }, invalido: false })
  })

  it('keep a country code that reads like an area code, if it is typed with its +', async () => {
    const rest = someNumber().slice(-8)
    const peru = `519${rest}`
    const { body: made } = await create({ name: 'Inés', number: `+51 9${rest.slice(0, 2)} ${rest.slice(2)}` })
    expect(made.number).toBe(peru)
    const check = await call(contact.check, { query: { number: `+${peru}` }, as: user })
    expect(check.body).toMatchObject({ alreadyExists: true, existingContact: { id: made.id } })
    for (const number of [`+${peru}`, peru]) {
      const body = { name: `Inés ${number}`, number }
      expect((await call(contacts.update, { params: { id: made.id }, body, as: user })).body).toMatchObject({
        name: body.name,
        number: peru,
      })
    }
    expect((await create({ name: 'Do Sul', number: `(51) 9${rest}` })).body.number).toBe(`55${peru}`)
  })

  it('refuse bad fields and numbers WhatsApp does not know', async () => {
    for (const body of [
      { name: 'x', number: someNumber() },
      { name: 'x'.repeat(51), number: someNumber() },
      { name: 'Maria', number: '1234567' },
      { name: 'Maria', number: someNumber(), email: 'no mail' },
      { name: 'Maria' },
    ])
      expect((await create(body)).error).toBe('ERR_VALIDATION')
    const number = someNumber()
    await saveNumberCheck(company.id, number, { exists: false, number, lid: null })
    expect((await create({ name: 'Maria', number })).error).toBe('ERR_WAPP_INVALID_CONTACT')
    const check = await call(contact.check, { query: { number }, as: user })
    expect(check.body).toEqual({ alreadyExists: false, existingContact: null, invalido: true })
  })

  it('are made in a read and a write while nobody can be asked about the number', async () => {
    const make = () => metered(() => create({ name: 'Maria', number: someNumber() }))
    // The connections read before are remembered for two seconds, which a busy machine may exceed.
    const runs = [await make(), await make(), await make(), await make()]
    for (const { result } of runs) expect(result.body.isWhatsappValid).toBeNull()
    // The third call reads the sockets that the event goes to.
    expect(Math.min(...runs.map(({ units }) => units.calls))).toBeLessThanOrEqual(3)
  })

  it('have notes of a total size, which fits beside every word of the longest name', async () => {
    const name = 'Ana Bia Caio Davi Eva Fábio Gil Hugo'
    const info = (value: string) => ({ name: '漢'.repeat(100), value })
    const one = bytesOf([info('')])
    // As many as fit, then one byte more.
    const full = Array.from({ length: 4 }, () => info('漢'.repeat(1000)))
    const last = info('x'.repeat(Math.min(1000, EXTRA_INFO_BYTES - bytesOf(full) - one - 1)))
    const fits = [...full, last]
    const over = [...Array.from({ length: 50 }, () => info('漢'.repeat(1000)))]
    expect(bytesOf(fits)).toBeLessThanOrEqual(EXTRA_INFO_BYTES)
    const made = await create({ name, number: someNumber(), extraInfo: fits })
    expect([made.status, made.body.extraInfo]).toEqual([201, fits])
    const update = (body: object) => call(contacts.update, { params: { id: made.body.id }, body, as: user })
    expect((await update({ name: `${name} Ivo`, extraInfo: fits.toReversed() })).status).toBe(200)
    for (const refused of [
      await create({ name, number: someNumber(), extraInfo: over }),
      await update({ extraInfo: over }),
    ]) {
      expect([refused.status, refused.error]).toEqual([400, 'ERR_VALIDATION'])
      expect(refused.details).toMatchObject([{ path: 'extraInfo' }])
    }
    const now = await call(contacts.get, { params: { id: made.body.id }, as: user })
    expect(now.body.extraInfo).toEqual(fits.toReversed())
  })

  it('are changed in part, deleted by admins while no ticket is live', async () => {
    const { body: made } = await create({ name: 'Maria', number: someNumber() })
    const update = (body: object) => call(contacts.update, { params: { id: made.id }, body: body as never, as: user })
    expect((await update({ email: 'a@b.co' })).body).toMatchObject({ name: 'Maria', email: 'a@b.co' })
    expect((await update({ customerId: null })).body.customerId).toBeNull()
    const { body: other } = await create({ name: 'Outra', number: someNumber() })
    expect((await update({ number: other.number })).error).toBe('ERR_DUPLICATED_CONTACT')
    const remove = (as: TestUser) => call(contacts.remove, { params: { id: made.id }, as })
    expect((await remove(user)).error).toBe('ERR_NO_PERMISSION')
    const ticket = await call(tickets.create, { body: { contactId: made.id }, as: admin })
    expect((await remove(admin)).error).toBe('ERR_CONTACT_HAS_TICKET')
    await call(tickets.update, {
      params: { id: ticket.body.id },
      body: { status: 'closed', sendFarewell: false },
      as: admin,
    })
    expect((await remove(admin)).status).toBe(204)
    const reopened = await call(tickets.update, {
      params: { id: ticket.body.id },
      body: { status: 'open' },
      as: admin,
    })
    expect(reopened.error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await remove(admin)).status).toBe(204)
    expect((await call(contacts.get, { params: { id: made.id }, as: user })).error).toBe('ERR_NO_CONTACT_FOUND')
  })

  it('are the own company’s alone', async () => {
    const { body: made } = await create({ name: 'Maria', number: someNumber() })
    const stranger = (await makeCompany()).admin
    const params = { id: made.id }
    expect((await call(contacts.get, { params, as: stranger })).error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await call(contacts.tickets, { params, as: stranger })).error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await call(contacts.update, { params, body: { name: 'Eva' }, as: stranger })).error).toBe(
      'ERR_NO_CONTACT_FOUND',
    )
    expect((await call(contacts.remove, { params, as: stranger })).status).toBe(204)
    expect((await call(contacts.get, { params, as: user })).status).toBe(200)
    const list = await call(contacts.list, { as: stranger })
    expect(list.body).toEqual({ contacts: [], count: 0, hasMore: false, nextCursor: null })
  })

  it('are listed by name from either end, page by page, also those of an emoji alone', async () => {
    const { admin: as, id } = await makeCompany()
    for (const name of ['Caio', 'Ana', '🦊🦊🦊', 'Bia', 'Élio']) await makeContact(id, { name })
    const named = async (sort: 'name' | '-name') => {
      const pages: string[][] = []
      for (let cursor: string | undefined, more = true; more; ) {
        const { body } = await call(contacts.list, { query: { sort, limit: 2, cursor }, as })
        pages.push(body.contacts.map(({ name }) => name))
        more = body.hasMore
        cursor = body.nextCursor ?? undefined
      }
      return pages
    }
    expect(await named('name')).toEqual([['Ana', 'Bia'], ['Caio', 'Élio'], ['🦊🦊🦊']])
    expect(await named('-name')).toEqual([['🦊🦊🦊', 'Élio'], ['Caio', 'Bia'], ['Ana']])
    const ascending = await call(contacts.list, { query: { limit: 2 }, as })
    const mixed = { sort: '-name' as const, limit: 2, cursor: ascending.body.nextCursor! }
    expect((await call(contacts.list, { query: mixed, as })).error).toBe('ERR_INVALID_CURSOR')
    const turned = await call(contacts.list, { query: { dateStart: '2026-03-02', dateEnd: '2026-03-01' }, as })
    expect(turned).toMatchObject({ status: 400, body: { details: [{ path: 'dateEnd', code: 'before_start' }] } })
  })

  it('are listed, searched, picked and filtered by day', async () => {
    const own = (await makeCompany()).admin
    for (let i = 0; i < 25; i++)
      await create({ name: `Cliente ${String(i).padStart(2, '0')}`, number: someNumber() }, own)
    const page = (query: object) => call(contacts.list, { query: query as never, as: own })
    const first = (await page({})).body
    expect([first.contacts.length, first.count, first.hasMore]).toEqual([20, 25, true])
    const second = (await page({ cursor: first.nextCursor })).body
    expect([second.contacts.length, second.hasMore, second.nextCursor]).toEqual([5, false, null])
    expect((await page({ searchParam: 'cliente 07' })).body.contacts).toMatchObject([{ name: 'Cliente 07' }])
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format()
    expect((await page({ date: today, limit: '100' })).body.contacts).toHaveLength(25)
    expect((await page({ dateEnd: '2020-01-01' })).body.contacts).toEqual([])
    expect((await page({ cursor: `${first.nextCursor}`.replace(/^./, '_') })).error).toBe('ERR_INVALID_CURSOR')
    const picked = await call(contacts.listAll, { query: { name: 'cli' }, as: own })
    expect(picked.body).toHaveLength(20)
  })
})

describe('tickets and notes of a contact', () => {
  it('are those the caller may see', async () => {
    const { body: made } = await create({ name: 'Maria', number: someNumber() })
    const hidden = await call(tickets.create, { body: { contactId: made.id }, as: admin })
    await call(ticketNotes.create, {
      body: { note: 'só admin', ticketId: hidden.body.id, contactId: made.id },
      as: admin,
    })
    await call(tickets.update, { params: { id: hidden.body.id }, body: { status: 'closed' }, as: admin })
    const seen = await call(tickets.create, { body: { contactId: made.id, queueId: queue.id }, as: user })
    const note = await call(ticketNotes.create, {
      body: { note: 'minha', ticketId: seen.body.id, contactId: made.id },
      as: user,
    })
    const own = async (as: TestUser) =>
      (await call(contacts.tickets, { params: { id: made.id }, as })).body.map(({ id }) => id)
    expect(await own(admin)).toEqual([seen.body.id, hidden.body.id])
    expect(await own(user)).toEqual([seen.body.id])
    const notes = async (as: TestUser) =>
      (await call(ticketNotes.list, { query: { contactId: made.id }, as })).body.map(each => each.note)
    expect(await notes(admin)).toEqual(['minha', 'só admin'])
    expect(await notes(user)).toEqual(['minha'])
    const other = await makeUser(company.id, { queueIds: [queue.id] })
    const remove = (as: TestUser) => call(ticketNotes.remove, { params: { id: note.body.id }, as })
    expect((await remove(other)).error).toBe('ERR_NO_PERMISSION')
    expect((await remove((await makeCompany()).admin)).status).toBe(204)
    expect(await notes(user)).toEqual(['minha'])
    expect((await remove(user)).status).toBe(204)
    expect(await notes(user)).toEqual([])
  })
})

describe('what a ticket carries', () => {
  it('follows a rename of contact and tag, and loses what is gone', async () => {
    const { body: made } = await create({ name: 'Maria Antiga', number: someNumber() })
    const { body: ticket } = await call(tickets.create, { body: { contactId: made.id, queueId: queue.id }, as: user })
    const { body: tag } = await call(tags.create, { body: { name: 'Novo', color: '#123456' }, as: user })
    await call(tags.sync, { body: { ticketId: ticket.id, tags: [{ id: tag.id }] }, as: user })
    await call(contacts.update, { params: { id: made.id }, body: { name: 'Maria Moderna' }, as: user })
    await propagateRename(company.id, 'contact', made.id, silent)
    await call(tags.update, { params: { id: tag.id }, body: { name: 'Velho' }, as: user })
    await propagateRename(company.id, 'tag', tag.id, silent)
    const before = await requireTicket(company.id, ticket.id)
    expect(before).toMatchObject({ contact: { name: 'Maria Moderna' }, tags: [{ name: 'Velho' }] })
    const found = async (searchParam: string) =>
      (await call(tickets.list, { query: { searchParam }, as: user })).body.tickets.map(({ id }) => id)
    expect(await found('moderna')).toEqual([ticket.id])
    expect(await found('antiga')).toEqual([])
    await call(tags.remove, { params: { id: tag.id }, as: user })
    await propagateRename(company.id, 'tag', tag.id, silent)
    expect((await requireTicket(company.id, ticket.id)).tags).toEqual([])
    await takeQueueAway(company.id, queue.id, silent)
    await removeUser(company.id, user.user.id, silent)
    const after = await requireTicket(company.id, ticket.id)
    expect(after).toMatchObject({ queue: null, user: null, status: 'pending' })
    // Nobody touched it: it keeps its place in the lists.
    expect(after.updatedAt).toBe(before.updatedAt)
    // A job may come twice.
    const { version } = after
    await propagateRename(company.id, 'contact', made.id, silent)
    await removeUser(company.id, user.user.id, silent)
    expect((await requireTicket(company.id, ticket.id)).version).toBe(version)
    const gone = changeTicket(company.id, '01939b5e-0000-7000-8000-000000000000', () => ({ set: {} }))
    await expect(gone).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
    expect(whatsapp.id).toBe(after.whatsapp.id)
  })
})
