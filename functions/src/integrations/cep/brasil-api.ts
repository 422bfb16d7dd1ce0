/**
 * BrasilAPI's postal codes with coordinates: `GET /api/cep/v2/{cep}`, https://brasilapi.com.br/docs
 * (read on 2026-11-22).
 */
import type { ZipPlace } from '@balcao/shared/entities/customer.ts'
import { z } from 'zod'
import { config } from '../../config.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'

const Text = z
  .string()
  .nullish()
  .transform(text => text ?? '')
/** Degrees, which BrasilAPI writes as text; missing, or null, when unknown. */
const Degrees = z.union([z.string(), z.number()]).nullish().catch(null)

const Found = z.object({
  state: z.string().length(2),
  city: z.string().min(1),
  neighborhood: Text,
  street: Text,
  location: z
    .object({ coordinates: z.object({ latitude: Degrees, longitude: Degrees }) })
    .nullish()
    .catch(null),
})

const degrees = (given: string | number | null | undefined, most: number): number | null => {
  const value = given === null || given === undefined || given === '' ? Number.NaN : Number(given)
  return Math.abs(value) <= most ? value : null
}

/**
 * Returns the place of a postal code, with coordinates when known; null when there is no such code.
 * @param zipCode eight digits
 * @throws OutgoingError, or an error when the answer does not have BrasilAPI's form
 */
export async function askBrasilApi(zipCode: string, timeoutMs: number): Promise<ZipPlace | null> {
  const { status, body } = await callExternalUrl(
    `${config().BRASILAPI_URL}/api/cep/v2/${zipCode}`,
    { method: 'GET', headers: { accept: 'application/json' } },
    { timeoutMs },
  )
  if (status === 404) return null
  if (status !== 200) throw new Error(`BrasilAPI answered ${status}`)
  const { street, neighborhood, city, state, location } = Found.parse(JSON.parse(body.toString()))
  const latitude = degrees(location?.coordinates.latitude, 90)
  const longitude = degrees(location?.coordinates.longitude, 180)
  // One without the other is no position.
  const known = latitude !== null && longitude !== null
  const at = known ? { latitude, longitude } : { latitude: null, longitude: null }
  return { zipCode, address: street, neighborhood, city, state, ...at }
}
