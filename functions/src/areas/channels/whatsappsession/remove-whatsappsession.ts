import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { commandSession } from './command-session.ts'

/** Logs out: a new QR code must be scanned afterwards. */
export const removeWhatsappsession: Handlers<typeof channels, HttpContexts>['whatsappsession']['remove'] = (
  ctx,
  { params },
) => commandSession(ctx, params.id, 'logout', 'DISCONNECTED')
