import { newId } from '@balcao/shared/ids.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTransactions, readInParts } from './in-transactions.ts'
import { newPace } from './pace.ts'

const open = vi.hoisted(() => new Map<string, { userId: string }[]>())
vi.mock(import('../../data/realtime/socket.ts'), async original => ({
  ...(await original()),
  listListening: async () => [...open.keys()],
  listSockets: (async (companyId: string) => open.get(companyId) ?? []) as never,
}))

const [companyId, userId] = [newId(), newId()]
const alone = { parallel: 4, reads: 1000 }
const beside = { parallel: 1, reads: 100 }

beforeEach(() => {
  open.clear()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('makes several calls at once while only who began it has the product open', async () => {
  open.set(companyId, [{ userId }])
  expect(await newPace(companyId, userId)()).toEqual(alone)
})

it('makes one call at a time beside a colleague, and beside another company', async () => {
  open.set(companyId, [{ userId }, { userId: newId() }])
  expect(await newPace(companyId, userId)()).toEqual(beside)
  open.clear()
  open.set(newId(), [{ userId: newId() }])
  expect(await newPace(companyId, userId)()).toEqual(beside)
})

it('looks again after ten seconds', async () => {
  const pace = newPace(companyId, userId)
  expect(await pace()).toEqual(alone)
  open.set(newId(), [{ userId: newId() }])
  vi.setSystemTime(Date.now() + 9_900)
  expect(await pace()).toEqual(alone)
  vi.setSystemTime(Date.now() + 200)
  expect(await pace()).toEqual(beside)
})

it('puts as many writes into a transaction as it takes', () => {
  const groups = (things: number[], reserved = 0) => inTransactions(things, one => one, reserved)
  expect(groups([40, 60, 1])).toEqual([[40, 60], [1]])
  expect(groups([40, 60], 1)).toEqual([[40], [60]])
  // What has more writes than a transaction is a group of its own.
  expect(groups([5, 120, 5])).toEqual([[5], [120], [5]])
})

it('reads at most as many rows at once as the pace allows', async () => {
  const asked: number[] = []
  const keys = Array.from({ length: 250 }, (_, i) => i)
  const found = await readInParts(beside, keys, async part => {
    asked.push(part.length)
    return new Map(part.map(key => [key, key]))
  })
  expect(asked).toEqual([100, 100, 50])
  expect(found.size).toBe(250)
})
