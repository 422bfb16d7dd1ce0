import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { requireTemplate, showTemplate } from '../../../data/channels/template.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { resubmitTemplate } from '../../../integrations/meta/templates.ts'
import { askAboutTemplates } from '../../../messaging/templates/cloud-account.ts'
import { connectionOf } from './connection-of-template.ts'
import { keepSubmitted } from './keep-submitted.ts'

/**
 * Changes a template at Meta, which reviews it again. Meta decides whether it may be changed now.
 */
export const updateTemplate: Handlers<typeof channels, HttpContexts>['templates']['update'] = async (
  { companyId, audit },
  { params, body },
) => {
  const before = await requireTemplate(companyId, params.id, true)
  const connection = await connectionOf(companyId, before)
  // Meta refuses the category of an approved template, even its own.
  const category = body.category && body.category !== before.category ? { category: body.category } : {}
  const changes = { components: body.components, ...category }
  await askAboutTemplates(connection, (_, token) => resubmitTemplate(before.metaId, token, changes))
  audit({ name: before.name })
  const { businessAccountId: _, id: __, createdAt: ___, updatedAt: ____, ...known } = before
  const submitted = { ...known, ...changes, status: 'PENDING' as const, rejectedReason: null }
  return showTemplate(await keepSubmitted(connection, submitted), connection.id)
}
