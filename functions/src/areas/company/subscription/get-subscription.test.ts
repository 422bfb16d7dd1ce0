import { subscription } from '@balcao/shared/api/company/invoices.ts'
import { expect, it } from 'vitest'
import { call, makeCompany, makePlan, makeQueue, makeUser } from '../../../../test/harness.ts'
import { changeCompany } from '../../../data/company/company.ts'

it('a subscription shows what is used, and the whole period that another plan costs today', async () => {
  const own = await makeCompany({ dueDate: '2999-12-31T15:00:00.000Z' })
  const [large, tiny, free] = await Promise.all([
    makePlan({ value: 199.99, users: 50, queues: 50, connections: 50 }),
    makePlan({ value: 10, users: 1, queues: 50, connections: 50 }),
    makePlan({ value: 0 }),
  ])
  await makeUser(own.id)
  await makeQueue(own.id)
  await changeCompany(own.id, { recurrence: 'TRIMESTRAL' })
  const { status, body } = await call(subscription.get, { as: own.admin })
  expect(status).toBe(200)
  expect(body.usage).toMatchObject({ campaigns: 0, schedules: 0 })
  // Cents stay exact: three times the month.
  expect(body.offers[large.id]).toEqual({ today: 599.97, until: '3000-03-31T15:00:00.000Z', fits: true })
  expect(body.offers[tiny.id]?.fits).toBe(body.usage.users <= 1)
  expect(body.offers[free.id]).toBeUndefined()
  const user = await makeUser(own.id)
  expect((await call(subscription.get, { as: user })).error).toBe('ERR_NO_PERMISSION')
})
