import type { ZipPlace } from '@balcao/shared/entities/customer.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { logger } from '../../http/logger.ts'
import { askBrasilApi } from './brasil-api.ts'
import { askViaCep } from './viacep.ts'

/** Maximum time for the whole look-up, with both services. */
const TIMEOUT_MS = 3000

/** `whole`: every service answered, so that a place without coordinates has none anywhere. */
type Found = { place: ZipPlace; whole: boolean }

/**
 * Asks both services at once (decision 0044): the place is ViaCEP's, or else BrasilAPI's; the
 * coordinates are BrasilAPI's. A failure is logged without the postal code.
 * @param zipCode eight digits
 * @throws AppError ERR_NO_ZIP_CODE_FOUND when there is no such code, ERR_ZIP_CODE_SERVICE when no
 * service answered
 */
export async function findPlace(zipCode: string): Promise<Found> {
  const [first, second] = await Promise.allSettled([askViaCep(zipCode, TIMEOUT_MS), askBrasilApi(zipCode, TIMEOUT_MS)])
  note('ViaCEP', first)
  note('BrasilAPI', second)
  const [place, other] = [valueIn(first), valueIn(second)]
  const { latitude, longitude } = other ?? { latitude: null, longitude: null }
  if (place) return { place: { ...place, latitude, longitude }, whole: second.status === 'fulfilled' }
  if (other) return { place: other, whole: true }
  throw new AppError(place === null || other === null ? 'ERR_NO_ZIP_CODE_FOUND' : 'ERR_ZIP_CODE_SERVICE')
}

const valueIn = <T>(settled: PromiseSettledResult<T>): T | undefined =>
  settled.status === 'fulfilled' ? settled.value : undefined

/**
 * Logs the code of a failed call or the kind of error: no more, since the texts of others may
 * repeat what was asked.
 */
function note(service: string, settled: PromiseSettledResult<unknown>): void {
  if (settled.status === 'fulfilled') return
  const { code, name } = settled.reason as { code?: string; name: string }
  logger.warn('a postal code lookup failed', { service, reason: code ?? name })
}
