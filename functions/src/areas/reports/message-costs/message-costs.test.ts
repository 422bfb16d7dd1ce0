import { messagePrices } from '@balcao/shared/api/company/message-prices.ts'
import { messageCosts } from '@balcao/shared/api/reports/message-costs.ts'
import type { PriceCategory } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { saveMessagePrices } from '../../../data/company/message-price.ts'
import { countMessageCost } from '../../../data/reports/message-cost.ts'

const NOON = Date.parse('2026-11-20T15:00:00Z')
const range = { from: '2026-11-01', to: '2026-11-30' }

describe('the cost of messages', () => {
  let company: TestCompany
  const connection = newId()
  const count = (category: PriceCategory, given: Partial<Parameters<typeof countMessageCost>[0]> = {}) =>
    countMessageCost({
      companyId: company.id,
      whatsappId: connection,
      wamid: `wamid.${newId()}`,
      number: '5511999990000',
      category,
      at: NOON,
      ...given,
    })
  const costs = async (query: Record<string, string> = range, as = company.admin) =>
    (await call(messageCosts.get, { as, query })).body

  beforeAll(async () => {
    company = await makeCompany()
    await saveMessagePrices({
      currency: 'BRL',
      prices: [
        { country: '55', category: 'marketing', price: 350_000 },
        { country: '*', category: 'utility', price: 40_000 },
      ],
    })
  })

  it('counts each message once, on the day of its status in the company’s zone', async () => {
    const wamid = `wamid.${newId()}`
    await Promise.all([1, 2, 3].map(() => count('marketing', { wamid })))
    await count('marketing')
    await count('utility', { number: '351912345678', at: Date.parse('2026-11-21T02:30:00Z') })
    await count('utility', { at: Date.parse('2026-11-21T03:30:00Z') })
    expect(await costs()).toEqual({
      currency: 'BRL',
      days: [
        { date: '2026-11-20', category: 'marketing', count: 2, cost: 700_000 },
        { date: '2026-11-20', category: 'utility', count: 1, cost: 40_000 },
        { date: '2026-11-21', category: 'utility', count: 1, cost: 40_000 },
      ],
    })
  })

  it('is unknown for a price that is not in the table, whatever else the day has', async () => {
    await count('marketing', { number: '351912345678' })
    expect((await costs()).days[0]).toEqual({ date: '2026-11-20', category: 'marketing', count: 3, cost: null })
  })

  it('is that of one connection where asked', async () => {
    const other = newId()
    await count('marketing', { whatsappId: other })
    expect((await costs({ ...range, whatsappId: other })).days).toEqual([
      { date: '2026-11-20', category: 'marketing', count: 1, cost: 350_000 },
    ])
  })

  it('is nobody else’s', async () => {
    const neighbour = await makeCompany()
    expect((await costs(range, neighbour.admin)).days).toEqual([])
    const user = await makeUser(company.id)
    expect((await call(messageCosts.get, { as: user, query: range })).status).toBe(403)
  })

  it.each([
    [{ from: '2026-11-30' }, 400],
    [{ from: '2026-11-30', to: '2026-11-01' }, 400],
    [{ from: '2026-02-30', to: '2026-03-01' }, 400],
    [{ from: '2020-01-01', to: '2026-03-01' }, 422],
  ])('refuses %j', async (query, status) => {
    expect((await call(messageCosts.get, { as: company.admin, query })).status).toBe(status)
  })
})

describe('the table of prices', () => {
  const row = { country: '55', category: 'utility' as const, price: 1 }
  let root: TestUser
  beforeAll(async () => {
    root = await makeUser((await makeCompany()).id, { super: true })
  })

  it('is written by super users and read by every admin', async () => {
    const { admin } = await makeCompany()
    const body = { currency: 'USD', prices: [row] }
    expect((await call(messagePrices.save, { as: admin, body })).status).toBe(403)
    expect((await call(messagePrices.save, { as: root, body })).body).toEqual(body)
    expect((await call(messagePrices.get, { as: admin })).body).toEqual(body)
  })

  it.each([
    { currency: 'real', prices: [] },
    { currency: 'BRL', prices: [row, { ...row, price: 2 }] },
    { currency: 'BRL', prices: [{ ...row, country: '+55' }] },
    { currency: 'BRL', prices: [{ ...row, category: 'gift' }] },
    { currency: 'BRL', prices: [{ ...row, price: -1 }] },
    { currency: 'BRL', prices: [{ ...row, price: 0.5 }] },
    { currency: 'BRL' },
  ])('refuses %j', async body => {
    const before = (await call(messagePrices.get, { as: root })).body
    expect((await call(messagePrices.save, { as: root, body: body as never })).status).toBe(400)
    expect((await call(messagePrices.get, { as: root })).body).toEqual(before)
  })
})
