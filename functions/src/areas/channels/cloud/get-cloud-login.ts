import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { config } from '../../../config.ts'
import type { HttpContexts } from '../../../http/context.ts'

/**
 * Returns the dialog of Meta's embedded sign-up; its permissions are those of the configuration.
 */
export const getCloudLogin: Handlers<typeof channels, HttpContexts>['cloudNumbers']['login'] = async () => {
  const { META_APP_ID, META_CONFIG_ID, META_DIALOG_URL } = config()
  if (!META_APP_ID || !META_CONFIG_ID) return { loginUrl: null }
  const url = new URL(META_DIALOG_URL)
  url.searchParams.set('client_id', META_APP_ID)
  url.searchParams.set('config_id', META_CONFIG_ID)
  url.searchParams.set('response_type', 'token')
  return { loginUrl: url.href }
}
