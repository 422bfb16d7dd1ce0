import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { config } from '../../../config.ts'
import type { HttpContexts } from '../../../http/context.ts'

/**
 * Permissions to request: to list metaPages, to receive their events, to send for them, and the
 * same for their Instagram accounts.
 */
const SCOPES = [
  ...['pages_show_list', 'pages_manage_metadata', 'pages_messaging', 'pages_read_engagement', 'business_management'],
  ...['instagram_basic', 'instagram_manage_messages'],
].join(',')

export const getFacebookLogin: Handlers<typeof channels, HttpContexts>['facebook']['login'] = async () => {
  const { META_APP_ID, META_DIALOG_URL } = config()
  if (!META_APP_ID) return { loginUrl: null }
  const url = new URL(META_DIALOG_URL)
  url.searchParams.set('client_id', META_APP_ID)
  url.searchParams.set('response_type', 'token')
  url.searchParams.set('scope', SCOPES)
  return { loginUrl: url.href }
}
