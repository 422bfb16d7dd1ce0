import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { commandSession } from './command-session.ts'

/** Opens the session again with the credentials it has. */
export const startWhatsappsession: Handlers<typeof channels, HttpContexts>['whatsappsession']['start'] = (
  ctx,
  { params },
) => commandSession(ctx, params.id, 'start', 'OPENING')
