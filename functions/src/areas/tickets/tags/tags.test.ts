import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { ArgsOf } from '@balcao/shared/api-contract/route.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { changeTag, createTag, deleteTag } from '../../../data/tickets/tag.ts'

const { tags, tickets } = ticketsArea.resources

let companyId: string
let admin: TestUser
let user: TestUser
let ticketId: string

beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  user = await makeUser(companyId)
  await makeWhatsapp(companyId, { isDefault: true })
  const contact = await makeContact(companyId, { number: '5511988887777' })
  ticketId = (await call(tickets.create, { body: { contactId: contact.id }, as: admin })).body.id
})

const make = (name: string, as = admin) => call(tags.create, { body: { name, color: '#112233', kanban: 1 }, as })

describe('tags', () => {
  it('have a name of their own', async () => {
    const made = await make('  Urgente ')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Urgente', kanban: 1, ticketsCount: 0 })
    expect((await make('URGÊNTE')).error).toBe('ERR_TAG_NAME_ALREADY_EXISTS')
    expect((await make('ab')).error).toBe('ERR_VALIDATION')
    const other = await make('Outra')
    const rename = (name: string) => call(tags.update, { params: { id: other.body.id }, body: { name }, as: admin })
    expect((await rename('urgente')).error).toBe('ERR_TAG_NAME_ALREADY_EXISTS')
    expect((await rename('OUTRA')).body.name).toBe('OUTRA')
    const stranger = (await makeCompany()).admin
    expect((await call(tags.get, { params: { id: other.body.id }, as: stranger })).error).toBe('ERR_NO_TAG_FOUND')
    expect((await call(tags.remove, { params: { id: other.body.id }, as: stranger })).status).toBe(204)
    expect((await call(tags.get, { params: { id: other.body.id }, as: user })).status).toBe(200)
  })

  it('that are columns of the kanban board are made, changed and deleted from supervisors up', async () => {
    const supervisor = await makeUser(companyId, { profile: 'supervisor' })
    const update = (id: string, body: ArgsOf<typeof tags.update>['body'], as: TestUser) =>
      call(tags.update, { params: { id }, body, as })
    const refused = [403, 'ERR_NO_PERMISSION']
    const outcome = ({ status, error }: { status: number; error: unknown }) => [status, error]

    expect(outcome(await make('Coluna do atendente', user))).toEqual(refused)
    expect((await call(tags.listAll, { as: user })).body.map(({ name }) => name)).not.toContain('Coluna do atendente')
    const column = (await make('Em negociação', supervisor)).body
    expect(column.kanban).toBe(1)
    for (const body of [{ name: 'Minha' }, { color: '#000' }, { kanban: 0 as const }, { name: column.name }, {}])
      expect([body, ...outcome(await update(column.id, body, user))]).toEqual([body, ...refused])
    expect(outcome(await call(tags.remove, { params: { id: column.id }, as: user }))).toEqual(refused)
    expect((await call(tags.get, { params: { id: column.id }, as: user })).body).toEqual(column)

    // An ordinary tag is everybody's, but not to be made a column.
    const ordinary = (await call(tags.create, { body: { name: 'Do atendente' }, as: user })).body
    expect(ordinary.kanban).toBe(0)
    expect(outcome(await update(ordinary.id, { kanban: 1, name: 'Coluna' }, user))).toEqual(refused)
    expect((await update(ordinary.id, { kanban: 0, name: 'Da atendente' }, user)).body).toMatchObject({
      kanban: 0,
      name: 'Da atendente',
    })
    expect((await update(ordinary.id, { kanban: 1 }, supervisor)).body.kanban).toBe(1)
    expect((await update(ordinary.id, { kanban: 0 }, supervisor)).body.kanban).toBe(0)
    expect((await call(tags.remove, { params: { id: ordinary.id }, as: user })).status).toBe(204)
    expect((await call(tags.remove, { params: { id: column.id }, as: supervisor })).status).toBe(204)
  })

  it('of others are deleted by who has the right to the catalogue, own ones by everybody', async () => {
    const [supervisor, keeper] = await Promise.all([
      makeUser(companyId, { profile: 'supervisor' }),
      makeUser(companyId, { permissions: ['catalog'] }),
    ])
    const general = (await call(tags.create, { body: { name: 'Geral' }, as: admin })).body
    const ofNobody = await createTag(companyId, { name: 'De antes', color: '#112233', kanban: 0 })
    const remove = (id: string, as: TestUser) => call(tags.remove, { params: { id }, as })
    for (const { id } of [general, ofNobody])
      for (const as of [user, supervisor]) expect((await remove(id, as)).error).toBe('ERR_NO_PERMISSION')
    // Making it a column first is no way around.
    expect((await call(tags.update, { params: { id: general.id }, body: { kanban: 1 }, as: supervisor })).status).toBe(
      200,
    )
    expect((await remove(general.id, supervisor)).error).toBe('ERR_NO_PERMISSION')
    expect((await call(tags.update, { params: { id: general.id }, body: { kanban: 0 }, as: supervisor })).status).toBe(
      200,
    )
    expect((await call(tags.get, { params: { id: general.id }, as: user })).status).toBe(200)
    expect((await remove(general.id, keeper)).status).toBe(204)
    expect((await remove(ofNobody.id, admin)).status).toBe(204)
    const own = (await call(tags.create, { body: { name: 'Minha própria' }, as: user })).body
    expect((await remove(own.id, user)).status).toBe(204)
  })

  it('that became a column meanwhile are neither changed nor deleted by who saw them before', async () => {
    const before = await createTag(companyId, { name: 'Ordinária', color: '#112233', kanban: 0 })
    await changeTag(companyId, before, { kanban: 1 })
    await expect(changeTag(companyId, before, { name: 'Outra coisa' })).rejects.toMatchObject({ code: 'ERR_CONFLICT' })
    await expect(deleteTag(companyId, before)).rejects.toMatchObject({ code: 'ERR_CONFLICT' })
    expect((await call(tags.get, { params: { id: before.id }, as: user })).body).toMatchObject({
      name: 'Ordinária',
      kanban: 1,
    })
  })

  it('are listed by name, page by page', async () => {
    const own = (await makeCompany()).admin
    for (const name of ['delta', 'Álvaro', 'beta', 'Gama']) await make(name, own)
    const first = (await call(tags.list, { query: { limit: 3 }, as: own })).body
    expect(first.tags.map(({ name }) => name)).toEqual(['Álvaro', 'beta', 'delta'])
    const rest = (await call(tags.list, { query: { limit: 3, cursor: first.nextCursor! }, as: own })).body
    expect([rest.tags.map(({ name }) => name), rest.hasMore]).toEqual([['Gama'], false])
    const found = (await call(tags.list, { query: { searchParam: 'ALV' }, as: own })).body
    expect(found.tags).toHaveLength(1)
    expect((await call(tags.listAll, { as: own })).body).toHaveLength(4)
  })

  it('are set on a ticket as a whole, thirty for thirty others too', async () => {
    const many = []
    for (let i = 0; i < 60; i++)
      many.push(await createTag(companyId, { name: `Tag ${i}`, color: '#112233', kanban: 0 }))
    const ids = many.map(({ id }) => id)
    const sync = (list: string[], as = admin) => call(tags.sync, { body: { ticketId, tags: list }, as })
    const first = await sync([...ids.slice(0, 30), ids[0]!].slice(0, 30))
    expect(first.body.tags.map(({ id }) => id)).toEqual(ids.slice(0, 30))
    const second = await sync(ids.slice(30))
    expect(second.body.tags.map(({ id }) => id)).toEqual(ids.slice(30))
    const count = async (id: string) => (await call(tags.get, { params: { id }, as: admin })).body.ticketsCount
    expect([await count(ids[0]!), await count(ids[59]!)]).toEqual([0, 1])
    expect((await sync([newId()])).error).toBe('ERR_NO_TAG_FOUND')
    expect((await sync([], user)).error).toBe('ERR_NO_PERMISSION')
    expect((await sync([], (await makeCompany()).admin)).error).toBe('ERR_NO_TICKET_FOUND')
    expect((await sync([])).body.tags).toEqual([])
    expect(await count(ids[59]!)).toBe(0)
  })
})
