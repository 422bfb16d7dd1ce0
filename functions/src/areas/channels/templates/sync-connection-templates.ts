import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { syncTemplates } from '../../../messaging/templates/sync-templates.ts'

/** Reads a connection's templates from Meta again. */
export const syncConnectionTemplates: Handlers<typeof channels, HttpContexts>['templates']['sync'] = async (
  { companyId },
  { body },
) => syncTemplates(await requireWhatsapp(companyId, body.whatsappId, true))
