import { setImmediate } from 'node:timers/promises'
import { newId } from '@balcao/shared/ids.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTransactions, readInParts } from './in-transactions.ts'
import { newPacer, type Pace } from './pacer.ts'

const FULL: Pace = { writes: 100, parallel: 4, reads: 1000 }
const GENTLE: Pace = { writes: 10, parallel: 1, reads: 10 }

const READ_EVERY_MS = 40
const open = vi.hoisted(() => new Map<string, { userId: string }[]>())
/** Rests after calls, ms. */
const rests = vi.hoisted(() => [] as number[])
vi.mock(import('../../data/realtime/socket.ts'), async original => ({
  ...(await original()),
  listListening: async () => [...open.keys()],
  listSockets: (async (companyId: string) => open.get(companyId) ?? []) as never,
}))
vi.mock(import('node:timers/promises'), async original => {
  const real = await original()
  return {
    ...real,
    setTimeout: (async (ms: number) => {
      if (ms !== READ_EVERY_MS) rests.push(ms)
      return real.setImmediate()
    }) as never,
  }
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

/** Milliseconds that calls took. */
const lengths: number[] = []
/** Returns the rest after a call, in lengths of it. */
const restAfter = (n: number): number => rests.at(n)! / lengths.at(n)!

/** Writes a group of calls, beside each of which there are some reads; returns the pace. */
async function write(one: ReturnType<typeof pacer>, calls = 1) {
  return one.during(async () => {
    for (let n = 0; n < calls; n++)
      await one.turn(async () => {
        isWriting = true
        const [from, began] = [reads, clock]
        for (let i = 0; i < 100 && reads < from + 12; i++) await setImmediate()
        isWriting = false
        if (one.pace.parallel === 1) lengths.push(clock - began)
      })
    return one.pace
  })
}

beforeEach(() => {
  open.clear()
  took = { alone: 1, beside: 1 }
  reads = 0
  rests.length = 0
  lengths.length = 0
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
  took.beside = 1.2
  open.set(newId(), [{ userId: newId() }])
  const one = pacer()
  expect([await write(one), await write(one), await write(one)]).toEqual([FULL, FULL, FULL])
  expect(reads).toBeGreaterThan(10)
})

it('rests after each call, the longer the more it holds others up, and goes on fast where it does not', async () => {
  open.set(newId(), [{ userId: newId() }])
  took.beside = 2
  const one = pacer()
  await write(one)
  expect(rests).toEqual([])
  expect(await write(one, 30)).toEqual(GENTLE)
  expect(restAfter(0)).toBeCloseTo(3)
  expect(restAfter(-1)).toBeGreaterThan(4)
  await write(one, 200)
  expect(restAfter(-1)).toBeCloseTo(9)
  took.beside = 1
  await write(one, 200)
  expect(restAfter(-1)).toBeLessThan(1)
  expect(await write(one)).toEqual(FULL)
})

it('makes one call after the other at the gentle pace, and goes on after one that fails', async () => {
  open.set(newId(), [{ userId: newId() }])
  took.beside = 2
  const one = pacer()
  await write(one)
  let atOnce = 0
  let most = 0
  const call = async (n: number) => {
    most = Math.max(most, ++atOnce)
    await setImmediate()
    atOnce--
    if (n === 1) throw new Error('refused')
    return n
  }
  const done = await one.during(() => Promise.allSettled([0, 1, 2].map(n => one.turn(() => call(n)))))
  expect(most).toBe(1)
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('leaves a failure of the writing as it is', async () => {
  open.set(newId(), [{ userId: newId() }])
  const failing = newPacer({ companyId, userId, read: async () => undefined })
  const failed = failing.during(async () => {
    throw new Error('no table')
  })
  await expect(failed).rejects.toThrow('no table')
})

it('makes smaller transactions and reads at the gentle pace', async () => {
  const things = Array.from({ length: 250 }, (_, i) => i)
  const sizes = (pace: Pace) => inTransactions(pace, things, () => 2, 8).map(group => group.length)
  expect(Math.max(...sizes(FULL))).toBe(46)
  expect(Math.max(...sizes(GENTLE))).toBe(1)
  expect(sizes(GENTLE).reduce((sum, one) => sum + one)).toBe(250)
  const parts = async (pace: Pace) => {
    const read: number[] = []
    const turn = <T>(call: () => Promise<T>) => call()
    const found = await readInParts({ pace, turn, during: turn }, things, async part => {
      read.push(part.length)
      return new Map(part.map(n => [n, n]))
    })
    expect([...found.keys()]).toEqual(things)
    return read
  }
  expect(await parts(FULL)).toEqual([250])
  expect(await parts(GENTLE)).toEqual(Array.from({ length: 25 }, () => 10))
})
