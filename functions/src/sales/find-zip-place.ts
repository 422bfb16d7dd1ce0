import type { ZipPlace } from '@balcao/shared/entities/customer.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getZipPlace, keepZipPlace } from '../data/customers/zip-place.ts'
import { createRateLimiter } from '../http/rate-limiter.ts'
import { requireRate } from '../http/require-rate.ts'
import { findPlace } from '../integrations/cep/find-place.ts'

const MONTH_SECONDS = 30 * 86_400
/**
 * Cache time of a place whose coordinates could not be looked up: they are looked up again soon.
 */
const HOUR_SECONDS = 3600

/**
 * Rate of one caller's uncached lookups: about sixty a minute, since each is a call of ours to
 * other services.
 */
const lookups = createRateLimiter({ burst: 60, perSecond: 1 })

/**
 * Returns a place by CEP, punctuated or not. The services' answer is cached for a month; "no such
 * code" is not, since new ones are created.
 * @param caller id of the user or AI agent whose lookups are counted
 * @throws ERR_ZIP_CODE_INVALID, ERR_TOO_MANY_REQUESTS, ERR_NO_ZIP_CODE_FOUND, ERR_ZIP_CODE_SERVICE
 */
export async function findZipPlace(typed: string, caller: string): Promise<ZipPlace> {
  const zipCode = typed.replace(/[\s.-]/g, '')
  if (!/^\d{8}$/.test(zipCode)) throw new AppError('ERR_ZIP_CODE_INVALID')
  const kept = await getZipPlace(zipCode)
  if (kept) return kept
  requireRate(lookups, caller, 1)
  const { place, whole } = await findPlace(zipCode)
  await keepZipPlace(place, whole ? MONTH_SECONDS : HOUR_SECONDS)
  return place
}
