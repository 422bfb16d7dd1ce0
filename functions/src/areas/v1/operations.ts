import type { v1 } from '@balcao/shared/api/v1.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { HttpContexts } from '../../http/context.ts'

/** The operations of the public API by resource. */
export type Operations = Handlers<typeof v1, HttpContexts>
