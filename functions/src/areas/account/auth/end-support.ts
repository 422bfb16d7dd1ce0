import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { leaveSupport } from '../leave-support.ts'

/** Ends the support session. The browser's own session is unchanged; leaving twice is no error. */
export const endSupport: Handlers<typeof account, HttpContexts>['auth']['endSupport'] = async ctx => {
  await leaveSupport(ctx)
}
