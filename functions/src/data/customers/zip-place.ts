/** Answers of the public services about postal codes, shared by all companies. */
import type { ZipPlace } from '@balcao/shared/entities/customer.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { putOne } from '../table/single-write.ts'

const ZIP_PLACES = defineRow({
  kind: 'zipPlace',
  key: { pk: 'system#cep#${zipCode}', sk: 'cep' },
  content: z.object({
    zipCode: z.string(),
    place: z.custom<ZipPlace>(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['zipCode'],
  unmarked: true,
})

/** Returns the cached place, unless it has expired. Costs half a read unit. */
export async function getZipPlace(zipCode: string): Promise<ZipPlace | undefined> {
  const item = await ZIP_PLACES.get({ zipCode })
  return item && item.expiresAt > Date.now() / 1000 ? item.place : undefined
}

/** Caches a place for some seconds. */
export async function keepZipPlace(place: ZipPlace, seconds: number): Promise<void> {
  const expiresAt = Math.ceil(Date.now() / 1000) + seconds
  await putOne(ZIP_PLACES.put({ zipCode: place.zipCode, place, expiresAt }))
}
