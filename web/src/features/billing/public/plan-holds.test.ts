import { PLAN_FLAGS, type PlanFlag } from '@balcao/shared/access.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { planHolds } from './plan-holds.ts'

const plan = {
  ...(Object.fromEntries(PLAN_FLAGS.map(flag => [flag, true])) as Record<PlanFlag, boolean>),
  ...{ id: newId(), name: 'Básico', users: 3, connections: 2, queues: 5, value: 99.9 },
}
const holds = (campaigns: number | null, schedules: number | null, changes = {}) =>
  planHolds({ ...plan, campaigns, schedules, ...changes })
    .slice(3)
    .map(({ what, count }) => [what, count])

it('names the limits of a month where there are some, of what the plan has', () => {
  expect(holds(null, null)).toEqual([])
  expect(holds(0, 100)).toEqual([
    ['campaigns', 0],
    ['schedules', 100],
  ])
  expect(holds(4, 100, { useCampaigns: false })).toEqual([['schedules', 100]])
})
