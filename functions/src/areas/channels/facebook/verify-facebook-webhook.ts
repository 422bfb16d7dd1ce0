import { createHash, timingSafeEqual } from 'node:crypto'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { config } from '../../../config.ts'
import type { HttpContexts } from '../../../http/context.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns the challenge unchanged to a caller that knows the token. */
export const verifyFacebookWebhook: Handlers<typeof channels, HttpContexts>['facebookWebhook']['verify'] = async (
  _,
  { query },
) => {
  const known = timingSafeEqual(digest(query['hub.verify_token'] ?? ''), digest(config().META_VERIFY_TOKEN))
  if (query['hub.mode'] !== 'subscribe' || !known) throw new AppError('ERR_NO_PERMISSION')
  return query['hub.challenge'] ?? ''
}
