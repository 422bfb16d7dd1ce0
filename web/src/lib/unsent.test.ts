// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { sessionUser } from '#/testing/session-user.ts'
import { session } from './session.ts'
import { sweepUnsent } from './sweep-unsent.ts'
import { discardUnsent, listUnsent, readUnsent, writeUnsent } from './unsent.ts'
import { KEPT_MS } from './unsent-key.ts'

const ana = sessionUser()
const bia = sessionUser()
const signIn = (user: typeof ana) => session.set({ state: 'in', token: 't', user })

beforeEach(() => {
  localStorage.clear()
  signIn(ana)
})

it('keeps a text for its author alone, also in another company', () => {
  writeUnsent('draft', '1', 'bom dia')
  signIn(bia)
  expect(readUnsent('draft', '1')).toBeNull()
  expect(listUnsent('draft')).toEqual([])
  signIn({ ...ana, companyId: bia.companyId })
  expect(readUnsent('draft', '1')).toBeNull()
  session.set({ state: 'out' })
  expect(readUnsent('draft', '1')).toBeNull()
  signIn(ana)
  expect(readUnsent('draft', '1')).toBe('bom dia')
})

it('discards what is of the signed-in user and nothing else', () => {
  writeUnsent('note', '1', 'de Ana')
  signIn(bia)
  writeUnsent('note', '1', 'de Bia')
  discardUnsent()
  signIn(ana)
  expect(readUnsent('note', '1')).toBe('de Ana')
  signIn(bia)
  expect(readUnsent('note', '1')).toBeNull()
})

it('sweeps after seven days, whoever it belongs to, and what cannot be read', async () => {
  writeUnsent('draft', '1', 'a')
  localStorage.setItem('balcao.unsent.x.y.draft.2', '{')
  localStorage.setItem('balcao.volume', '1')
  await sweepUnsent()
  expect(Object.keys(localStorage)).toHaveLength(2)
  await sweepUnsent(Date.now() + KEPT_MS + 1000)
  expect(Object.keys(localStorage)).toEqual(['balcao.volume'])
})
