import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { definePackedRow, unchanged } from './packed-row.ts'
import { queryItems } from './query-items.ts'
import { isRefused } from './refused.ts'
import { deleteOne, putOne } from './single-write.ts'

type Trip = {
  companyId: string
  id: string
  version: number
  driverId: string
  leftAt: number | null
  note: string | null
}

const TRIPS = definePackedRow({
  kind: 'trip',
  key: { pk: '${companyId}#trip#${id}', sk: 'trip' },
  indexes: {
    gsi1: { pk: '${companyId}#trips-of#${driverId}', sk: '${id}' },
    gsi2: { pk: '${companyId}#trips-under-way', sk: '${place}#${id}' },
  },
  content: z.custom<Trip>(),
  derive: ({ leftAt }) => ({ place: leftAt === null ? undefined : String(leftAt).padStart(5, '0'), expiresAt: 9 }),
  beside: { expiresAt: z.number() },
  defaults: { note: null },
})

const newTrip = (changes: Partial<Trip> = {}): Trip => ({
  companyId: newId(),
  id: newId(),
  version: 1,
  driverId: 'ana',
  leftAt: null,
  note: 'x',
  ...changes,
})

it('keeps as text what its key, its version and its attributes do not', () => {
  expect(TRIPS.item(newTrip({ companyId: 'c', id: 't' }))).toEqual({
    pk: 'c#trip#t',
    sk: 'trip',
    gsi1pk: 'c#trips-of#ana',
    gsi1sk: 't',
    version: 1,
    row: '{"driverId":"ana","leftAt":null,"note":"x"}',
    expiresAt: 9,
  })
  const left = TRIPS.item(newTrip({ companyId: 'c', id: 't', leftAt: 12 }))
  expect(left).toMatchObject({ gsi2pk: 'c#trips-under-way', gsi2sk: '00012#t' })
  expect(TRIPS.attributes).toEqual(['pk', 'version', 'row'])
})

it('reads what an earlier version wrote, with the values it lacks', () => {
  expect(TRIPS.parse({ pk: 'c#trip#t', version: 3, row: '{"driverId":"ana","leftAt":null}' })).toEqual(
    newTrip({ companyId: 'c', id: 't', version: 3, note: null }),
  )
})

it('is replaced and deleted under its version', async () => {
  const trip = newTrip()
  const { companyId, driverId } = trip
  await putOne(TRIPS.replace(trip, undefined))
  await expect(putOne(TRIPS.create(trip))).rejects.toSatisfy(isRefused)
  const after = { ...trip, version: 2, leftAt: 7 }
  await putOne(TRIPS.replace(after, trip))
  await expect(putOne(TRIPS.replace(after, trip))).rejects.toSatisfy(isRefused)
  expect(await TRIPS.get(trip, { consistent: true })).toEqual(after)
  const query = TRIPS.queryIndex('gsi1', { companyId, driverId })
  const { items } = await queryItems(query, 5, { attributes: TRIPS.attributes })
  expect(items.map(TRIPS.parse)).toEqual([after])
  await expect(deleteOne(TRIPS.delete(trip, { when: unchanged(trip) }))).rejects.toSatisfy(isRefused)
  await deleteOne(TRIPS.delete(after, { when: unchanged(after) }))
  expect(await TRIPS.get(trip, { consistent: true })).toBeUndefined()
})
