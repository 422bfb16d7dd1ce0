import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { type BudgetHead, newBudgetWrites } from '../../../data/orders/budget-row.ts'
import { metered } from '../../../data/table/meter.ts'
import { transact } from '../../../data/table/transact.ts'

let company: TestCompany
let as: TestUser
const [ready, seller] = [newId(), newId()]
const DAY = 86_400_000
const BEGIN = Date.parse('2026-03-01T15:00:00Z')

/** Returns an id as it was made at a moment (epoch ms). */
function idAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

/**
 * Orders of forty days, one a day; each third of another seller, each
 * fifth ready, the last cancelled.
 */
const ORDERS = 40
async function order(companyId: string, number: number): Promise<void> {
  const createdAt = BEGIN + (number - 1) * DAY
  const head: BudgetHead = {
    ...{ companyId, id: idAt(createdAt), version: 1, number, ticketId: null, contactId: null, paidAt: null },
    ...{ store: { id: newId(), name: 'Loja' }, customer: { id: newId(), fullName: 'Maria Souza' } },
    status: number % 5 === 0 ? { id: ready, name: 'Pronto' } : null,
    user: { id: number % 3 === 0 ? newId() : seller, name: 'Ana' },
    ...{ subTotal: 1010, freight: 0, discount: 0, increase: 0, total: 1010, negotiated: 1000, route: '' },
    ...{ itemCount: 1, installments: 1, canceledAt: number === ORDERS ? createdAt : null },
    ...{ createdAt, updatedAt: createdAt },
  }
  const lines = { typeDelivery: 'retirada' as const, address: null, coupons: [], items: [], payments: [] }
  await transact(newBudgetWrites(head, lines, '52998224725'))
}

beforeAll(async () => {
  company = await makeCompany()
  as = company.admin
  for (let number = 1; number <= ORDERS; number++) await order(company.id, number)
})

const numbers = async (query: object, by = as) =>
  (await call(budgets.list, { as: by, query: { limit: 100, ...query } })).body.budGets.map(({ number }) => number)
const sums = async (query: object, by = as) => (await call(budgets.summary, { as: by, query })).body

it('is of a period on the company’s days, both taken in, either way round, page by page', async () => {
  const period = { dateFrom: '2026-03-05', dateTo: '2026-03-08' }
  expect(await numbers(period)).toEqual([8, 7, 6, 5])
  expect(await numbers({ ...period, sort: 'number' })).toEqual([5, 6, 7, 8])
  expect(await numbers({ dateTo: '2026-03-02' })).toEqual([2, 1])
  expect(await numbers({ dateFrom: '2026-04-07' })).toEqual([39, 38])
  expect(await numbers({ dateFrom: '2027-01-01' })).toEqual([])
  expect(await numbers({ dateTo: '2025-01-01' })).toEqual([])
  const first = (await call(budgets.list, { as, query: { ...period, limit: 3 } })).body
  expect(first.budGets.map(({ number }) => number)).toEqual([8, 7, 6])
  expect(await numbers({ ...period, cursor: first.nextCursor })).toEqual([5])
  const wrong = await call(budgets.list, { as, query: { dateFrom: '2026-03-08', dateTo: '2026-03-05' } })
  expect(wrong.error).toBe('ERR_VALIDATION')
})

it('finds its period by halving, not by reading every order', async () => {
  const { units } = await metered(() => numbers({ dateFrom: '2026-03-05', dateTo: '2026-03-05' }))
  expect(units.read).toBeLessThanOrEqual(14)
})

it('is of a status and of a seller', async () => {
  expect(await numbers({ statusId: ready, dateTo: '2026-03-20' })).toEqual([20, 15, 10, 5])
  expect(await numbers({ sellerId: seller, statusId: ready, dateTo: '2026-03-20' })).toEqual([20, 10, 5])
  expect(await numbers({ sellerId: newId() })).toEqual([])
  expect(await numbers({ paid: 'true' })).toEqual([])
  expect(await numbers({ paid: 'false', dateTo: '2026-03-02' })).toEqual([2, 1])
})

it('is summed up in cents, with the cancelled ones counted and left out of the sums', async () => {
  expect(await sums({})).toEqual({ count: 39, canceled: 0, total: 393.9, negotiated: 390, partial: false })
  expect(await sums({ canceled: 'true' })).toMatchObject({ count: 40, canceled: 1, total: 393.9 })
  expect(await sums({ dateFrom: '2026-03-05', dateTo: '2026-03-08', sellerId: seller })).toMatchObject({
    count: 3,
    total: 30.3,
  })
  expect(await sums({ searchParam: 'souza' })).toMatchObject({ count: 39, partial: false })
  expect(await sums({}, (await makeCompany()).admin)).toMatchObject({ count: 0, total: 0 })
})

it('is exported by supervisors and admins alone', async () => {
  expect((await call(budgets.export, { as: await makeUser(company.id), body: {} })).status).toBe(403)
  expect((await call(budgets.export, { as, body: { dateFrom: '2026-03-08', dateTo: '2026-03-05' } })).status).toBe(400)
})

it('the statuses come in the order of their steps, those without a code last', async () => {
  for (const [name, code] of [
    ['Entregue', '10'],
    ['Cancelado', null],
    ['Recebido', '1'],
    ['Em preparo', '2'],
  ])
    await call(statusBudgets.create, { as, body: { name, code } as never })
  const steps = ['Recebido', 'Em preparo', 'Entregue', 'Cancelado']
  const { statusBudGets } = (await call(statusBudgets.list, { as, query: {} })).body
  expect(statusBudGets.map(({ name }) => name)).toEqual(steps)
  expect((await call(statusBudgets.listAll, { as })).body.map(({ name }) => name)).toEqual(steps)
})
