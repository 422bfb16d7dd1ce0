import { AppError } from '@balcao/shared/errors.ts'
import { config } from '../../../config.ts'
import { logger } from '../../../http/logger.ts'
import {
  catalogueOf,
  type KnownNumber,
  numberOf,
  numbersOf,
  subscribeAccount,
} from '../../../integrations/meta/cloud/cloud-numbers.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { askingMeta } from './asking-meta.ts'

export type CloudAccess = { phoneNumberId: string; businessAccountId: string; token: string }

/**
 * Asks Meta about a number of a business account and subscribes to the account's events. Asking
 * twice does no harm.
 * @throws ERR_CLOUD_NOT_CONFIGURED, ERR_CLOUD_TOKEN, ERR_CLOUD_PERMISSION, ERR_CLOUD_NO_NUMBER,
 * ERR_CLOUD_WEBHOOK, ERR_META_UNAVAILABLE
 */
export async function connectNumber({ phoneNumberId, businessAccountId, token }: CloudAccess): Promise<KnownNumber> {
  if (!config().META_APP_ID) throw new AppError('ERR_CLOUD_NOT_CONFIGURED')
  const known = await askingMeta(() => numberOf(phoneNumberId, token))
  const ofAccount = await askingMeta(() => numbersOf(businessAccountId, token))
  if (!ofAccount.some(other => other.phoneNumberId === phoneNumberId)) throw new AppError('ERR_CLOUD_NO_NUMBER')
  await askingMeta(() => subscribeAccount(businessAccountId, token))
  const catalogId = await knownCatalogue({ phoneNumberId, businessAccountId, token })
  return catalogId === undefined ? known : { ...known, catalogId }
}

/**
 * Returns the number's catalogue; undefined if Meta does not say it. A token without the permission
 * `catalog_management` still sends and receives.
 */
async function knownCatalogue({ phoneNumberId, businessAccountId, token }: CloudAccess) {
  try {
    return await catalogueOf(phoneNumberId, businessAccountId, token)
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    logger.info('the catalogue of a number is not known', { phoneNumberId, error })
    return undefined
  }
}
