import { expect, it } from 'vitest'
import type { ViewFilter } from '../../entities/view.ts'
import { planView, tidyFilter } from './plan-view.ts'

it.each([
  [{ status: ['pending'] }, { kind: 'tabs', statuses: ['pending'], queueIds: null, mine: false }],
  [
    { status: ['closed'], queueIds: ['b', 'a'] },
    { kind: 'tabs', statuses: ['closed'], queueIds: ['a', 'b'], mine: false },
  ],
  [{ users: ['me'] }, { kind: 'tabs', statuses: ['pending', 'open', 'snoozed', 'closed'], queueIds: null, mine: true }],
  [{ status: ['pending', 'open'] }, { kind: 'index', filter: { status: ['open', 'pending'] }, mine: false }],
  [
    { users: ['me'], unread: true, tags: [] },
    { kind: 'index', filter: { unread: true }, mine: true },
  ],
  [
    { status: ['pending'], queueIds: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] },
    {
      kind: 'index',
      filter: { status: ['pending'], queueIds: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] },
      mine: false,
    },
  ],
  [{ status: ['closed', 'open'] }, { refused: 'status' }],
  [{ users: ['me', 'a'] }, { refused: 'users' }],
  [
    { status: ['closed'], goal: 'late' },
    { kind: 'index', filter: { goal: 'late', status: ['closed'] }, mine: false },
  ],
] as [ViewFilter, object][])('%j is answered by %j', (filter, plan) => {
  expect(planView(filter)).toEqual(plan)
})

it('makes equal filters of those that mean the same', () => {
  const one = tidyFilter({ unread: false, tags: ['b', 'a', 'b'], status: [], date: {}, priority: ['low'] })
  expect(JSON.stringify(one)).toBe(JSON.stringify(tidyFilter({ priority: ['low'], tags: ['a', 'b'] })))
})
