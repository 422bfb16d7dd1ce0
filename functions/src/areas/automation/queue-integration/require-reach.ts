import type { IntegrationType } from '@balcao/shared/entities/queue-integration.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { isAccount } from '../../../integrations/dialogflow/account.ts'
import { requireAddress } from '../../../integrations/outgoing/require-address.ts'

type Reach = { type: IntegrationType; urlN8N: string; jsonContent: string }

/**
 * Refuses an integration that could never be called.
 * @throws ERR_OUTGOING_URL, ERR_INTEGRATION_ACCOUNT
 */
export function requireReach({ type, urlN8N, jsonContent }: Reach): void {
  if (type !== 'dialogflow') requireAddress(urlN8N)
  else if (jsonContent !== '' && !isAccount(jsonContent)) throw new AppError('ERR_INTEGRATION_ACCOUNT')
}
