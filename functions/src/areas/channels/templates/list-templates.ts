import { mayAccess } from '@balcao/shared/access.ts'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { pageOfTemplates, showTemplate } from '../../../data/channels/template.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { accountWithTemplates } from '../../../messaging/templates/cloud-account.ts'

/** Lists the templates of a connection; users who are no admins see those that may be sent. */
export const listTemplates: Handlers<typeof channels, HttpContexts>['templates']['list'] = async (
  { companyId, actor },
  { query: { whatsappId, status, ...query } },
) => {
  const connection = await requireWhatsapp(companyId, whatsappId)
  const approved = status === 'APPROVED' || !mayAccess('admin', actor)
  const page = await pageOfTemplates(companyId, accountWithTemplates(connection), { ...query, approved })
  const { rows, hasMore, nextCursor } = page
  return { templates: rows.map(row => showTemplate(row, whatsappId)), hasMore, nextCursor }
}
