import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { acquireSlot, MAX_CONCURRENT_REPLIES, releaseSlot } from './bot-concurrency.ts'

const now = Date.now()
const many = (companyId: string, count: number, at = now) =>
  Promise.all(Array.from({ length: count }, () => acquireSlot(companyId, at)))

it('there are so many places for a company, and another one has its own', async () => {
  const [a, b] = [newId(), newId()]
  const places = await many(a, 3 * MAX_CONCURRENT_REPLIES)
  expect(places.filter(slot => slot !== undefined)).toHaveLength(MAX_CONCURRENT_REPLIES)
  expect(new Set(places.flatMap(slot => slot?.name ?? [])).size).toBe(MAX_CONCURRENT_REPLIES)
  expect(await acquireSlot(a, now)).toBeUndefined()
  expect(await acquireSlot(b, now)).toBeDefined()
})

it('one that is given back is the next one’s; given back twice it stays theirs', async () => {
  const company = newId()
  const [first] = await many(company, MAX_CONCURRENT_REPLIES)
  await releaseSlot(first!)
  const next = await acquireSlot(company, now)
  expect(next?.name).toBe(first!.name)
  await releaseSlot(first!)
  expect(await acquireSlot(company, now)).toBeUndefined()
})

it('those of who died run out', async () => {
  const company = newId()
  const dead = await many(company, MAX_CONCURRENT_REPLIES)
  expect(await acquireSlot(company, now + 120_000)).toBeUndefined()
  const later = now + 126_000
  expect((await many(company, MAX_CONCURRENT_REPLIES + 2, later)).filter(slot => slot !== undefined)).toHaveLength(
    MAX_CONCURRENT_REPLIES,
  )
  // Who was only slow takes nothing from who came behind it.
  for (const slot of dead) await releaseSlot(slot!)
  expect(await acquireSlot(company, later)).toBeUndefined()
})
