import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { dropTemplate, TEMPLATES } from '../../../data/channels/template.ts'
import { getRow } from '../../../data/table/small-list.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { deleteTemplate } from '../../../integrations/meta/templates.ts'
import { askAboutTemplates } from '../../../messaging/templates/cloud-account.ts'
import { publishTemplates } from '../../../messaging/templates/publish-templates.ts'
import { syncTemplates } from '../../../messaging/templates/sync-templates.ts'
import { connectionOf } from './connection-of-template.ts'

const ROUNDS = 5

/** Deletes a template at Meta, then its row. */
export const removeTemplate: Handlers<typeof channels, HttpContexts>['templates']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const row = await getRow(companyId, TEMPLATES, id, true)
  if (!row) return
  const connection = await connectionOf(companyId, row)
  try {
    await askAboutTemplates(connection, (account, token) => deleteTemplate(account, token, row))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ERR_TEMPLATE_REFUSED')) throw error
    // Meta may have deleted it before.
    await syncTemplates(connection, row.name)
    if (await getRow(companyId, TEMPLATES, id, true)) throw error
  }
  audit({ name: row.name })
  for (let round = 0; round < ROUNDS; round++) {
    const now = await getRow(companyId, TEMPLATES, id, true)
    if (now && (await dropTemplate(companyId, now)) === undefined) continue
    return publishTemplates(companyId, row.businessAccountId) as Promise<undefined>
  }
  throw new AppError('ERR_CONFLICT')
}
