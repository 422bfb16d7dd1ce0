import { describe, expect, it } from 'vitest'
import { navItems } from './nav-items.ts'
import { type ShownGroup, shownGroups } from './nav-lines.ts'
import { mayOpen } from './screens.ts'

const all = Object.fromEntries(navItems.flatMap(({ plan }) => (plan ? [[plan, true]] : [])))
const person = { super: false, permissions: [] }
const people = {
  attendant: { ...person, profile: 'user' },
  supervisor: { ...person, profile: 'supervisor' },
  catalog: { ...person, profile: 'user', permissions: ['catalog'] },
  admin: { ...person, profile: 'admin' },
  super: { ...person, profile: 'admin', super: true },
} as const
const itemsOf = (who: keyof typeof people, plan = all) =>
  navItems.filter(({ to, foot }) => !foot && mayOpen(to, people[who], plan))

/** Number of lines on screen: items, headings, and those that show more. */
const linesOf = (groups: readonly ShownGroup[], alone: number) =>
  alone +
  groups.reduce((sum, { items, hidden, isWhole }) => sum + 1 + items.length + (hidden > 0 || isWhole ? 1 : 0), 0)

describe.each(Object.keys(people) as (keyof typeof people)[])('the drawer of the %s', who => {
  const items = itemsOf(who)
  const alone = items.filter(({ group }) => !group).length

  it('has at most 14 lines by itself, and the item one is at among them, on every screen', () => {
    for (const active of [undefined, ...items.map(({ key }) => key)]) {
      const groups = shownGroups({ items, active, favourites: [], folds: null })
      expect(linesOf(groups, alone), active).toBeLessThanOrEqual(14)
      const home = items.find(({ key }) => key === active)?.group
      if (!home) continue
      const group = groups.find(({ name }) => name === home)!
      expect([group.isOpen, group.items.some(({ key }) => key === active)], active).toEqual([true, true])
    }
  })

  it('shows every item once it was asked for', () => {
    const names = [...new Set(items.flatMap(({ group }) => group ?? []))]
    const folds = Object.fromEntries(
      names.flatMap(name => [
        [name, true],
        [`${name}+`, true],
      ]),
    )
    const groups = shownGroups({ items, active: undefined, favourites: [], folds })
    expect(groups.flatMap(group => group.items)).toEqual(items.filter(({ group }) => group))
    expect(groups.map(({ hidden }) => hidden)).toEqual(groups.map(() => 0))
  })
})

describe('a folded group', () => {
  it('shows the item one is at, and nothing else', () => {
    const groups = shownGroups({ items: itemsOf('admin'), active: 'zones', favourites: [], folds: { support: true } })
    expect(groups.find(({ name }) => name === 'sales')).toMatchObject({ isOpen: false, hidden: 0 })
    expect(groups.find(({ name }) => name === 'sales')?.items.map(({ key }) => key)).toEqual(['zones'])
  })
})

describe('favourites', () => {
  it('leave their groups', () => {
    const groups = shownGroups({
      items: itemsOf('attendant'),
      active: 'tickets',
      favourites: ['tickets', 'products'],
      folds: null,
    })
    expect(groups.flatMap(group => group.items.map(({ key }) => key))).not.toContain('tickets')
    expect(groups.flatMap(group => group.items.map(({ key }) => key))).not.toContain('products')
  })
})

it('gives no two screens the same icon', () => {
  expect(new Set(navItems.map(({ icon }) => icon)).size).toBe(navItems.length)
})
