import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { commandSession } from './command-session.ts'

/** Forgets the credentials; a new QR code follows. */
export const renewWhatsappsession: Handlers<typeof channels, HttpContexts>['whatsappsession']['renew'] = (
  ctx,
  { params },
) => commandSession(ctx, params.id, 'newQr', 'OPENING')
