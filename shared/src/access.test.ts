import { describe, expect, it } from 'vitest'
import { type Access, type Actor, mayAccess, mayDo } from './access.ts'

const user: Actor = { profile: 'user', super: false }
const supervisor: Actor = { profile: 'supervisor', super: false }
const admin: Actor = { profile: 'admin', super: false }
const superUser: Actor = { profile: 'user', super: true }

describe('mayAccess', () => {
  const table: [Access, ...boolean[]][] = [
    // access, nobody, user, supervisor, admin, super
    ['public', true, true, true, true, true],
    ['apiKey', false, false, false, false, false],
    ['user', false, true, true, true, true],
    ['supervisor', false, false, true, true, true],
    ['admin', false, false, false, true, true],
    ['super', false, false, false, false, true],
  ]
  it.each(table)('%s', (access, ...expected) => {
    expect([undefined, user, supervisor, admin, superUser].map(actor => mayAccess(access, actor))).toEqual(expected)
  })
})

describe('a named right', () => {
  it('is an admin’s, a super user’s, and of others who was given it, supervisors included', () => {
    const may = (actor: Parameters<typeof mayAccess>[1]) => mayAccess('catalog', actor)
    expect([undefined, user, supervisor, admin, superUser].map(may)).toEqual([false, false, false, true, true])
    for (const actor of [user, supervisor]) {
      expect(may({ ...actor, permissions: ['catalog'] })).toBe(true)
      expect(may({ ...actor, permissions: [] })).toBe(false)
    }
  })
})

describe('mayDo', () => {
  it('keeps the named permissions to admins', () => {
    expect(mayDo('ticket-options:deleteTicket', admin)).toBe(true)
    expect(mayDo('ticket-options:deleteTicket', supervisor)).toBe(false)
    expect(mayDo('contacts-page:deleteContact', undefined)).toBe(false)
  })
})
