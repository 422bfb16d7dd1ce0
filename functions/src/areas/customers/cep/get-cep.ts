import { AppError } from '@balcao/shared/errors.ts'
import { getZipPlace, keepZipPlace } from '../../../data/customers/zip-place.ts'
import { pace } from '../../../http/pace.ts'
import { findPlace } from '../../../integrations/cep/find-place.ts'
import type { Operations } from '../operations.ts'

const MONTH_SECONDS = 30 * 86_400
/** For a place whose coordinates could not be asked for: they are asked for again soon. */
const HOUR_SECONDS = 3600

/** Codes of one user that nobody looked up lately: some sixty a minute, since each is a call of ours to others. */
const lookups = pace({ burst: 60, perSecond: 1 })

/** Punctuated or not. What the services said is kept for a month; that there is no such code is not, since new ones come. */
export const getCep: Operations['cep']['get'] = async ({ actor }, { params }) => {
  const zipCode = params.zipCode.replace(/[\s.-]/g, '')
  if (!/^\d{8}$/.test(zipCode)) throw new AppError('ERR_ZIP_CODE_INVALID')
  const kept = await getZipPlace(zipCode)
  if (kept) return kept
  if (lookups.take(actor.userId, Date.now()) !== 'pass')
    throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: 1 } })
  const { place, whole } = await findPlace(zipCode)
  await keepZipPlace(place, whole ? MONTH_SECONDS : HOUR_SECONDS)
  return place
}
