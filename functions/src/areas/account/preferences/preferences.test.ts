import { preferences } from '@balcao/shared/api/account/preferences.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { DEFAULT_PREFERENCES, MAX_FILTERS, MAX_PINNED, PREFERENCES_BYTES } from '@balcao/shared/entities/preferences.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, type TestCompany } from '../../../../test/harness.ts'
import { getPreferences } from '../../../data/account/preferences.ts'

let company: TestCompany
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  company = await makeCompany()
})

afterAll(() => gateway.close())

const save = (as: TestCompany['admin'], body: object) =>
  call(preferences.save, { as, body: { ...DEFAULT_PREFERENCES, version: 0, ...body } as never })
const filter = (name = 'Meus') => ({ id: newId(), name, view: { tab: 'open' as const, tags: [newId()], unread: true } })

it('are the defaults until they are saved, and each one’s own', async () => {
  const ana = await makeUser(company.id)
  expect((await call(preferences.get, { as: ana })).body).toEqual({ ...DEFAULT_PREFERENCES, version: 0 })
  const filters = [filter(), filter('VIP')]
  const saved = await save(ana, { afterResolve: 'next', waitingOrder: 'waiting', filters, pinned: [newId()] })
  expect(saved.body).toMatchObject({ version: 1, afterResolve: 'next', waitingOrder: 'waiting', filters })
  expect((await call(preferences.get, { as: ana })).body).toEqual(saved.body)
  expect((await call(preferences.get, { as: company.admin })).body.version).toBe(0)
})

it('take the place of the version that was read: of two at once one wins', async () => {
  const ana = await makeUser(company.id)
  const answers = await Promise.all([save(ana, { afterResolve: 'next' }), save(ana, { waitingOrder: 'waiting' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await save(ana, {})).error).toBe('ERR_CONFLICT')
  expect((await save(ana, { version: 1, pinned: [newId()] })).body.version).toBe(2)
})

it('are refused when they are too many, too long or double', async () => {
  const ana = await makeUser(company.id)
  const one = newId()
  const twice = filter()
  const fat = Array.from({ length: MAX_FILTERS }, () => ({
    ...filter(),
    view: { tab: 'search', tags: ids(20), users: ids(20), queueIds: ids(20) },
  }))
  expect(JSON.stringify(fat).length).toBeGreaterThan(PREFERENCES_BYTES)
  for (const body of [
    { pinned: ids(MAX_PINNED + 1) },
    { pinned: [one, one] },
    { filters: Array.from({ length: MAX_FILTERS + 1 }, () => filter()) },
    { filters: [twice, twice] },
    { filters: [filter('')] },
    { filters: fat },
    { afterResolve: 'leave' },
  ])
    expect([body, (await save(ana, body)).error]).toEqual([body, 'ERR_VALIDATION'])
  expect((await call(preferences.get, { as: ana })).body.version).toBe(0)
})

const ids = (count: number) => Array.from({ length: count }, () => newId())

it('are published to the other tabs of their user, and to nobody else', async () => {
  const ana = await makeUser(company.id)
  const [tab, colleague] = [await gateway.open(ana), await gateway.open(company.admin)]
  await save(ana, { afterResolve: 'next' })
  expect(tab.received.map(({ event }) => event)).toContain(`company-${company.id}-preferences`)
  expect(colleague.received.map(({ event }) => event)).not.toContain(`company-${company.id}-preferences`)
})

it('go with their user', async () => {
  const ana = await makeUser(company.id)
  await save(ana, { afterResolve: 'next' })
  await call(users.remove, { as: company.admin, params: { id: ana.user.id } })
  expect((await getPreferences(company.id, ana.user.id)).version).toBe(0)
})
