import { ViewFilter } from '@balcao/shared/entities/view.ts'
import { newId } from '@balcao/shared/ids.ts'
import { planView } from '@balcao/shared/rules/views/plan-view.ts'
import { expect, it } from 'vitest'
import { filterOfScreen } from './filter-of-screen.ts'

const [queue, tag, user] = [newId(), newId(), newId()]

it.each([
  ['the own open ones', { tab: 'open' }, { status: ['open'], users: ['me'] }],
  ['everybody’s open ones', { tab: 'open', showAll: true }, { status: ['open'] }],
  [
    'the waiting ones of a queue',
    { tab: 'open', sub: 'pending', queueIds: [queue] },
    { status: ['pending'], queueIds: [queue] },
  ],
  [
    'unread snoozed ones',
    { tab: 'open', sub: 'snoozed', unread: true },
    { status: ['snoozed'], users: ['me'], unread: true },
  ],
  ['closed ones', { tab: 'closed' }, { status: ['closed'] }],
  [
    'a search, without its text',
    { tab: 'search', q: 'maria', tags: [tag], users: [user], date: '2026-11-20', origin: 'ad', priority: ['high'] },
    {
      ...{ status: ['pending', 'open', 'snoozed'], users: [user], tags: [tag], priority: ['high'], origin: 'ad' },
      date: { from: '2026-11-20', to: '2026-11-20' },
    },
  ],
] as const)('%s become a view’s filter that can be answered', (_, screen, filter) => {
  const made = filterOfScreen(screen as never)
  expect(made).toEqual(filter)
  expect(ViewFilter.parse(made)).toEqual(filter)
  expect(planView(made)).not.toHaveProperty('refused')
})
