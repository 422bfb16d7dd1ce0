import type { contactsArea } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { HttpContexts } from '../../http/context.ts'

/** The operations of this area by resource. */
export type Operations = Handlers<typeof contactsArea, HttpContexts>
