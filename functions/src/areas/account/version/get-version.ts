import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { HttpContexts } from '../../../http/context.ts'

/** Version of the product that the drawer shows (decision 0041). */
export const VERSION = '4.8.5'

export const getVersion: Handlers<typeof account, HttpContexts>['version']['get'] = async () => ({ version: VERSION })
