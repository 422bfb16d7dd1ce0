// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { sessionUser } from '#/testing/session-user.ts'
import { moveEarlierUnsent } from './move-earlier-unsent.ts'
import { session } from './session.ts'
import { sweepUnsent } from './sweep-unsent.ts'
import { listUnsent, readUnsent } from './unsent.ts'
import { KEPT_MS } from './unsent-key.ts'

const ana = sessionUser()
const bia = sessionUser()
const signIn = (user: typeof ana) => session.set({ state: 'in', token: 't', user })

beforeEach(() => localStorage.clear())

it('moves what earlier builds kept, each to whom it belongs', () => {
  localStorage.setItem(`balcao.draft.${ana.id}.1`, 'bom dia')
  localStorage.setItem(`balcao.cart.${ana.id}.1`, JSON.stringify({ saved: null, pending: 1, faces: [] }))
  localStorage.setItem(`balcao.outbox.${ana.id}`, JSON.stringify([{ clientId: 'a' }, { clientId: 'b' }]))
  localStorage.setItem(`balcao.draft.${bia.id}.1`, 'de Bia')
  localStorage.setItem('balcao.drawer', 'open')
  signIn(ana)
  moveEarlierUnsent(ana)
  expect(readUnsent('draft', '1')).toBe('bom dia')
  expect(readUnsent('cart', '1')).toEqual({ saved: null, pending: 1, faces: [] })
  expect(listUnsent('message')).toEqual([
    { id: 'a', value: { clientId: 'a' } },
    { id: 'b', value: { clientId: 'b' } },
  ])
  expect(Object.keys(localStorage).filter(key => !key.startsWith('balcao.unsent.'))).toEqual(['balcao.drawer'])
  signIn(bia)
  expect(readUnsent('draft', '1')).toBeNull()
  moveEarlierUnsent(bia)
  expect(readUnsent('draft', '1')).toBe('de Bia')
})

it('keeps what was written since, removes what cannot be read, and sweeps what nobody came back for', async () => {
  localStorage.setItem(`balcao.draft.${ana.id}.1`, 'alt')
  localStorage.setItem(`balcao.outbox.${ana.id}`, '{')
  localStorage.setItem(`balcao.cart.${ana.id}.2`, '')
  localStorage.setItem(`balcao.draft.${bia.id}.1`, 'de Bia')
  localStorage.setItem(
    `balcao.unsent.${ana.companyId}.${ana.id}.draft.1`,
    JSON.stringify({ at: Date.now(), value: 'novo' }),
  )
  signIn(ana)
  moveEarlierUnsent(ana)
  expect(readUnsent('draft', '1')).toBe('novo')
  expect(Object.keys(localStorage)).toHaveLength(2)
  await sweepUnsent(Date.now() + KEPT_MS + 1000)
  expect(Object.keys(localStorage)).toEqual([])
})
