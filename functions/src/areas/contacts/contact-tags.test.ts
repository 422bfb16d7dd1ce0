import { contactsArea, ticketsArea } from '@balcao/shared/api/index.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp, type TestCompany, type TestUser } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { batchOf } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { audiencePage } from '../../campaigns/audience.ts'
import { mergeContacts } from '../../data/contacts/contact-merge.ts'
import { contactsOfTag } from '../../data/contacts/contact-tag-link.ts'
import { importContact } from '../../data/contacts/import-contact.ts'
import { createTag } from '../../data/tickets/tag.ts'
import { readPeople } from '../../sheets/read-people.ts'
import { handler as jobsHandler } from '../../workers/jobs/handler.ts'

const { contacts } = contactsArea.resources
const { rules, tags, tickets, views } = ticketsArea.resources

let company: TestCompany
let admin: TestUser
let ana: TestUser
let whatsapp: Awaited<ReturnType<typeof makeWhatsapp>>

beforeAll(async () => {
  company = await makeCompany()
  admin = company.admin
  ana = await makeUser(company.id, { allTicket: 'enabled' })
  whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
})

let numbers = 0
const makeTag = async () =>
  (await createTag(company.id, { name: `Tag ${++numbers} ${newId()}`, color: '#123456', kanban: 0 })).id
const makeTagged = (tagIds: string[] = [], name = 'Maria') => makeContact(company.id, { name, tags: tagIds })
const set = (id: string, contactTags: unknown, as = ana) =>
  call(contacts.update, { as, params: { id }, body: { contactTags } as never })
const shown = async (id: string) =>
  (await call(contacts.get, { as: ana, params: { id } })).body.contactTags.map(tag => tag.id).sort()
const listed = async (contactTags: string[], query: object = {}) =>
  (
    await call(contacts.list, { as: ana, query: { contactTags: JSON.stringify(contactTags), ...query } as never })
  ).body.contacts.map(({ id }) => id)

describe('tags of a contact', () => {
  it('are set with the contact or later, shown by name, found in the list, and kept by other changes', async () => {
    const [one, two] = [await makeTag(), await makeTag()]
    const made = await call(contacts.create, {
      as: ana,
      body: { name: 'Rita', number: someNumber(), contactTags: [one] } as never,
    })
    expect(made.body.contactTags).toEqual([{ id: one, name: expect.stringContaining('Tag'), color: '#123456' }])
    const { id } = made.body
    expect((await set(id, [{ id: two }, one, one])).body.contactTags).toHaveLength(2)
    const other = await makeTagged([two], 'Otto')
    expect(await listed([two])).toEqual([other.id, id])
    expect(await listed([two, one])).toEqual([id])
    expect(await listed([two], { limit: 1, pageNumber: 2 })).toEqual([id])
    expect(await listed([two], { searchParam: 'otto' })).toEqual([other.id])
    await call(contacts.update, { as: ana, params: { id }, body: { name: 'Rita Lee', email: 'a@b.example' } })
    expect(await shown(id)).toEqual([one, two].sort())
    await set(id, [])
    expect([await shown(id), await listed([one])]).toEqual([[], []])
  })

  it('change in any number, in steps that fit a transaction', async () => {
    const many = await Promise.all(Array.from({ length: 40 }, makeTag))
    const { id } = await makeTagged([], 'Uma Pessoa Com Muitos Nomes Bem Compridos Aqui')
    expect((await set(id, many.slice(0, 20))).status).toBe(200)
    expect((await set(id, many.slice(15, 35))).status).toBe(200)
    expect(await shown(id)).toEqual(many.slice(15, 35).sort())
    expect(await listed([many[0]!])).toEqual([])
    expect(await listed([many[34]!])).toEqual([id])
  })

  it('leave with their tag, and a contact with its index', async () => {
    const [gone, stays] = [await makeTag(), await makeTag()]
    const { id } = await makeTagged([gone, stays])
    expect((await call(tags.remove, { as: admin, params: { id: gone } })).status).toBe(204)
    await expect.poll(() => shown(id), { timeout: 10_000 }).toEqual([stays])
    await jobsHandler(batchOf([JSON.stringify({ type: 'rename', companyId: company.id, entity: 'tag', id: gone })]))
    expect(await contactsOfTag(company.id, gone, { limit: 5 })).toEqual([])
    expect((await set(id, [gone, stays])).body.contactTags).toHaveLength(1)
    expect((await call(contacts.remove, { as: admin, params: { id } })).status).toBe(204)
    expect(await contactsOfTag(company.id, stays, { limit: 5 })).toEqual([])
  })

  it('are united by a merge, and given back by its undoing, what was set since too', async () => {
    const [mine, both, theirs, later] = [await makeTag(), await makeTag(), await makeTag(), await makeTag()]
    const [first, second] = [await makeTagged([mine, both]), await makeTagged([both, theirs])]
    const merged = await call(contacts.merge, {
      as: admin,
      params: { id: first.id },
      body: { contactId: second.id },
    })
    expect(merged.body.contactTags.map(tag => tag.id).sort()).toEqual([mine, both, theirs].sort())
    await set(first.id, [mine, both, theirs, later])
    const undone = await call(contacts.unmerge, { as: admin, params: { id: first.id } })
    expect(undone.status).toBe(200)
    expect(await shown(first.id)).toEqual([mine, both, later].sort())
    expect(await shown(undone.body.restored)).toEqual([both, theirs].sort())
    const [keeper, lost] = [await makeTagged([mine]), await makeTagged([theirs])]
    expect(await mergeContacts(company.id, keeper.id, lost.id)).toBe(true)
    expect(await shown(keeper.id)).toEqual([mine, theirs].sort())
    expect(await listed([theirs])).toContain(keeper.id)
  })

  it('are conditions of rules, and whom campaigns of a tag go to beside those of its tickets', async () => {
    const tagId = await makeTag()
    const [tagged, other] = [await makeTagged([tagId], 'Tina'), await makeTagged([], 'Olga')]
    const ticketOf = async (contact: typeof tagged) =>
      (await makeTicket(company.id, { contact, whatsapp, user: admin.user, status: 'open' })).id
    const rule = await call(rules.create, {
      as: admin,
      body: {
        name: 'Fiéis',
        event: 'message.received',
        match: 'all',
        conditions: [{ field: 'contactTag', operator: 'contains', value: tagId }],
        actions: [{ type: 'priority', priority: 'high' }],
        active: true,
        order: 1,
      } as never,
    })
    expect(rule.status).toBe(201)
    const matches = async (contact: typeof tagged) =>
      (
        await call(rules.try, {
          as: admin,
          params: { id: rule.body.id },
          body: { ticketId: await ticketOf(contact) },
        })
      ).body.matches
    expect([await matches(tagged), await matches(other)]).toEqual([true, false])
    const people: string[] = []
    let from: string | null = null
    do {
      const page = await audiencePage({ companyId: company.id, contactListId: null, tagListId: tagId }, from)
      people.push(...page.people.map(({ name }) => name))
      from = page.next
    } while (from !== null)
    expect(people).toEqual(['Tina'])
  })

  it('are what views ask for, as soon as they are set and taken away', async () => {
    const tagId = await makeTag()
    const contact = await makeTagged()
    const ticket = await makeTicket(company.id, { contact, whatsapp, user: ana.user, status: 'open' })
    const filter = { status: ['open' as const], contactTags: [tagId] }
    const view = await call(views.create, { as: ana, body: { name: 'Fiéis', filter } as never })
    expect(view.status).toBe(201)
    const inView = async () =>
      (await call(tickets.list, { as: ana, query: { viewId: view.body.id } as never })).body.tickets.map(({ id }) => id)
    expect(await inView()).toEqual([])
    await set(contact.id, [tagId])
    expect(await inView()).toEqual([ticket.id])
    expect((await call(tickets.get, { as: ana, params: { id: ticket.id } })).body.contact.tagIds).toEqual([tagId])
    await set(contact.id, [])
    expect(await inView()).toEqual([])
    const wrong = { status: ['open' as const], contactTags: [newId()] }
    expect((await call(views.create, { as: ana, body: { name: 'Nada', filter: wrong } as never })).error).toBe(
      'ERR_NO_TAG_FOUND',
    )
  })

  it('come from a sheet by their names, beside those that a contact has; an unknown one is a problem', async () => {
    const [first, second] = [await makeTag(), await makeTag()]
    const known = [
      { id: first, name: 'VIP' },
      { id: second, name: 'Revenda' },
    ]
    const sheet = 'nome;numero;tags\nAna;11987654321;vip, Revenda\nBia;11987654322;Nada\nCaio;11987654323;\n'
    const rows = []
    for await (const each of readPeople(Buffer.from(sheet), [], known)) rows.push(each)
    expect(rows).toMatchObject([
      { person: { name: 'Ana', tags: [first, second] } },
      { problem: { row: 3, code: 'badField', field: 'tags' } },
      { person: { name: 'Caio' } },
    ])
    const contact = await makeTagged([first])
    const { name, number, email } = contact
    await importContact(company.id, { name, number, email, tags: [second] }, contact)
    expect(await shown(contact.id)).toEqual([first, second].sort())
  })

  it('refuse bad input, another company’s tags and contacts, and change nothing', async () => {
    const elsewhere = await makeCompany()
    const foreign = (await createTag(elsewhere.id, { name: 'Alheia', color: '#123456', kanban: 0 })).id
    const tagId = await makeTag()
    const { id } = await makeTagged([tagId])
    const many = Array.from({ length: 21 }, () => newId())
    expect((await set(id, [newId()])).error).toBe('ERR_NO_TAG_FOUND')
    expect((await set(id, [foreign])).error).toBe('ERR_NO_TAG_FOUND')
    expect((await set(id, [tagId], elsewhere.admin)).error).toBe('ERR_NO_CONTACT_FOUND')
    for (const wrong of [many, 'x', ['x'], null, [{ name: 'x' }]])
      expect([wrong, (await set(id, wrong)).error]).toEqual([wrong, 'ERR_VALIDATION'])
    const body = { name: 'Rui', number: someNumber(), contactTags: [foreign] } as never
    expect((await call(contacts.create, { as: ana, body })).error).toBe('ERR_NO_TAG_FOUND')
    expect((await call(contacts.list, { as: ana, query: { contactTags: 'x' } as never })).error).toBe('ERR_VALIDATION')
    expect(await shown(id)).toEqual([tagId])
    expect(await listed([foreign])).toEqual([])
  })

  it('that two people set at once are those of one of them', async () => {
    const [one, two] = [await makeTag(), await makeTag()]
    const { id } = await makeTagged()
    await Promise.all([set(id, [one]), set(id, [two], admin)])
    const now = await shown(id)
    expect([[one], [two]]).toContainEqual(now)
    expect([await listed([one]), await listed([two])].flat()).toEqual([id])
  })
})
