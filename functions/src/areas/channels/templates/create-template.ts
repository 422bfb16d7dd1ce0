import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { findTemplate, showTemplate } from '../../../data/channels/template.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { submitTemplate } from '../../../integrations/meta/templates.ts'
import { accountWithTemplates, askAboutTemplates } from '../../../messaging/templates/cloud-account.ts'
import { keepSubmitted } from './keep-submitted.ts'

/** Submits a template to Meta, and keeps it as Meta answers. */
export const createTemplate: Handlers<typeof channels, HttpContexts>['templates']['create'] = async (
  { companyId },
  { body: { whatsappId, ...given } },
) => {
  const connection = await requireWhatsapp(companyId, whatsappId, true)
  const account = accountWithTemplates(connection)
  if (await findTemplate(companyId, account, given, true)) throw new AppError('ERR_TEMPLATE_ALREADY_EXISTS')
  const made = await askAboutTemplates(connection, (_, token) => submitTemplate(account, token, given))
  return showTemplate(await keepSubmitted(connection, made), whatsappId)
}
