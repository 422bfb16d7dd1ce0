import { setImmediate } from 'node:timers/promises'
import { newId } from '@balcao/shared/ids.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTransactions } from './in-transactions.ts'
import { newPacer, type Pace } from './pacer.ts'

const FULL: Pace = { writes: 100, parallel: 4 }
const GENTLE: Pace = { writes: 20, parallel: 1 }

const open = vi.hoisted(() => new Map<string, { userId: string }[]>())
vi.mock(import('../../data/realtime/socket.ts'), async original => ({
  ...(await original()),
  listListening: async () => [...open.keys()],
  listSockets: (async (companyId: string) => open.get(companyId) ?? []) as never,
}))
vi.mock(import('node:timers/promises'), async original => {
  const real = await original()
  return { ...real, setTimeout: (async () => real.setImmediate()) as never }
})

const [companyId, userId] = [newId(), newId()]
/** Milliseconds that a read takes, alone and beside writes. */
let took = { alone: 1, beside: 1 }
let isWriting = false
let clock = 0
let reads = 0
const pacer = () =>
  newPacer({
    companyId,
    userId,
    async read() {
      reads++
      clock += isWriting ? took.beside : took.alone
    },
  })

/** Writes a group until it was read often enough; returns the pace. */
async function write(one: ReturnType<typeof pacer>) {
  return one.during(async () => {
    isWriting = true
    const from = reads
    for (let i = 0; i < 100 && reads < from + 10; i++) await setImmediate()
    isWriting = false
    return one.pace
  })
}

beforeEach(() => {
  open.clear()
  took = { alone: 1, beside: 1 }
  reads = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('goes as fast as it can while only who began it has the product open, and reads nothing', async () => {
  took.beside = 50
  open.set(companyId, [{ userId }]).set(newId(), [])
  const one = pacer()
  expect([await write(one), await write(one)]).toEqual([FULL, FULL])
  expect(reads).toBe(0)
})

it.each([
  ['another company', newId()],
  ['a colleague', companyId],
])('writes little at a time once it holds up %s, until they are gone', async (_, of) => {
  took.beside = 50
  open.set(of, [{ userId: newId() }])
  const one = pacer()
  expect([await write(one), await write(one), await write(one)]).toEqual([FULL, GENTLE, GENTLE])
  open.clear()
  expect(await write(one)).toEqual(GENTLE)
  const later = Date.now() + 11_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  expect(await write(one)).toEqual(FULL)
})

it('goes on as fast as it can where its writes hold up nobody', async () => {
  took.beside = 2
  open.set(newId(), [{ userId: newId() }])
  const one = pacer()
  expect([await write(one), await write(one), await write(one)]).toEqual([FULL, FULL, FULL])
  expect(reads).toBeGreaterThan(10)
})

it('leaves a failure of the writing as it is', async () => {
  open.set(newId(), [{ userId: newId() }])
  const failing = newPacer({ companyId, userId, read: async () => undefined })
  const failed = failing.during(async () => {
    throw new Error('no table')
  })
  await expect(failed).rejects.toThrow('no table')
})

it('makes smaller transactions at the gentle pace', () => {
  const things = Array.from({ length: 250 }, (_, i) => i)
  const sizes = (pace: Pace) => inTransactions(pace, things, () => 2, 10).map(group => group.length)
  expect(Math.max(...sizes(FULL))).toBe(45)
  expect(Math.max(...sizes(GENTLE))).toBe(5)
  expect(sizes(GENTLE).reduce((sum, one) => sum + one)).toBe(250)
})
