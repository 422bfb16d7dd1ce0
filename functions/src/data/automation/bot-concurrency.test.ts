import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { acquireSlot, releaseSlot } from './bot-concurrency.ts'

/** Slots of a company (`data/automation/bot-concurrency.ts`). */
const SLOTS = 10

const now = Date.now()
const many = (companyId: string, count: number, at = now) =>
  Promise.all(Array.from({ length: count }, () => acquireSlot(companyId, at)))

it('there are so many places for a company, and another one has its own', async () => {
  const [a, b] = [newId(), newId()]
  const places = await many(a, 3 * SLOTS)
  expect(places.filter(slot => slot !== undefined)).toHaveLength(SLOTS)
  expect(new Set(places.flatMap(slot => slot?.name ?? [])).size).toBe(SLOTS)
  expect(await acquireSlot(a, now)).toBeUndefined()
  expect(await acquireSlot(b, now)).toBeDefined()
})

it('one that is given back is the next one’s; given back twice it stays theirs', async () => {
  const company = newId()
  const [first] = await many(company, SLOTS)
  await releaseSlot(first!)
  const next = await acquireSlot(company, now)
  expect(next?.name).toBe(first!.name)
  await releaseSlot(first!)
  expect(await acquireSlot(company, now)).toBeUndefined()
})

it('those of who died run out', async () => {
  const company = newId()
  const dead = await many(company, SLOTS)
  expect(await acquireSlot(company, now + 120_000)).toBeUndefined()
  const later = now + 126_000
  expect((await many(company, SLOTS + 2, later)).filter(slot => slot !== undefined)).toHaveLength(SLOTS)
  // Who was only slow takes nothing from who came behind it.
  for (const slot of dead) await releaseSlot(slot!)
  expect(await acquireSlot(company, later)).toBeUndefined()
})
