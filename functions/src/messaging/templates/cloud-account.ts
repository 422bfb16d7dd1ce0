import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { WhatsappRow } from '../../data/channels/whatsapp.ts'
import { GraphError } from '../../integrations/meta/graph-error.ts'
import { cloudTokenOf } from '../cloud-token.ts'
import { disconnectCloudNumber } from '../disconnect-cloud-number.ts'

/**
 * Returns the business account whose templates a connection sends.
 * @throws ERR_CHANNEL_UNSUPPORTED
 */
export function accountWithTemplates(connection: WhatsappRow): string {
  const { businessAccountId } = connection
  if (!capabilitiesOf(connection).templates || !businessAccountId) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  return businessAccountId
}

/** Longest explanation of Meta's that is passed on, in characters. */
const MAX_REASON_LENGTH = 500

/** Subcode of a template whose name and language exist ("Message Templates" > "Error codes"). */
const EXISTS = 2388024

/**
 * Calls Meta with a connection's account and token, and turns its errors into ours. A token that
 * Meta no longer accepts disconnects the number.
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_WAPP_NOT_INITIALIZED, ERR_TEMPLATE_REFUSED (Meta's
 * explanation as `reason`), ERR_TEMPLATE_ALREADY_EXISTS, ERR_META_UNAVAILABLE
 */
export async function askAboutTemplates<T>(
  connection: WhatsappRow,
  call: (businessAccountId: string, token: string) => Promise<T>,
): Promise<T> {
  const businessAccountId = accountWithTemplates(connection)
  const token = cloudTokenOf(connection)
  if (!token) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  try {
    return await call(businessAccountId, token)
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    switch (error.failure) {
      case 'token':
        await disconnectCloudNumber(connection, 'token')
        throw new AppError('ERR_WAPP_NOT_INITIALIZED', { cause: error })
      case 'refused':
      case 'window':
        if (error.subcode === EXISTS) throw new AppError('ERR_TEMPLATE_ALREADY_EXISTS', { cause: error })
        throw new AppError('ERR_TEMPLATE_REFUSED', {
          cause: error,
          data: error.userMessage ? { reason: cutText(error.userMessage, MAX_REASON_LENGTH) } : {},
        })
      default:
        throw new AppError('ERR_META_UNAVAILABLE', { cause: error })
    }
  }
}
