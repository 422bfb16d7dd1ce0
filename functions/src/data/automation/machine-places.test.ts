import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { freePlace, PLACES, takePlace } from './machine-places.ts'

const now = Date.now()
const many = (companyId: string, count: number, at = now) =>
  Promise.all(Array.from({ length: count }, () => takePlace(companyId, at)))

it('there are so many places for a company, and another one has its own', async () => {
  const [a, b] = [newId(), newId()]
  const places = await many(a, 3 * PLACES)
  expect(places.filter(place => place !== undefined)).toHaveLength(PLACES)
  expect(new Set(places.flatMap(place => place?.name ?? [])).size).toBe(PLACES)
  expect(await takePlace(a, now)).toBeUndefined()
  expect(await takePlace(b, now)).toBeDefined()
})

it('one that is given back is the next one’s; given back twice it stays theirs', async () => {
  const company = newId()
  const [first] = await many(company, PLACES)
  await freePlace(first!)
  const next = await takePlace(company, now)
  expect(next?.name).toBe(first!.name)
  await freePlace(first!)
  expect(await takePlace(company, now)).toBeUndefined()
})

it('those of who died run out', async () => {
  const company = newId()
  const dead = await many(company, PLACES)
  expect(await takePlace(company, now + 120_000)).toBeUndefined()
  const later = now + 126_000
  expect((await many(company, PLACES + 2, later)).filter(place => place !== undefined)).toHaveLength(PLACES)
  // Who was only slow takes nothing from who came behind it.
  for (const place of dead) await freePlace(place!)
  expect(await takePlace(company, later)).toBeUndefined()
})
