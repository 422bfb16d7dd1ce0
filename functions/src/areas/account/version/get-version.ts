import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import type { HttpContexts } from '../../../http/context.ts'

/** The version of the product that the specification shows (1-support §9). */
export const VERSION = '4.8.5'

export const getVersion: Handlers<typeof account, HttpContexts>['version']['get'] = async () => ({ version: VERSION })
