import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { challengeOf } from '../../../integrations/meta/signed-call.ts'

export const verifyCloudWebhook: Handlers<typeof channels, HttpContexts>['whatsappWebhook']['verify'] = async (
  _,
  { query },
) => challengeOf(query)
