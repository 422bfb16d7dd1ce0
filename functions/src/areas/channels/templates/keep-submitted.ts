import { AppError } from '@balcao/shared/errors.ts'
import { findTemplate, type MetaTemplate, saveTemplate, type TemplateRow } from '../../../data/channels/template.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { listTemplates } from '../../../integrations/meta/templates.ts'
import { accountWithTemplates, askAboutTemplates } from '../../../messaging/templates/cloud-account.ts'
import { publishTemplates } from '../../../messaging/templates/publish-templates.ts'

const ROUNDS = 5

/**
 * Stores a template that was submitted, as Meta lists it now: its review may be over before the
 * answer to the submission arrives. If Meta does not list it yet, it is stored as `submitted`.
 */
export async function keepSubmitted(connection: WhatsappRow, submitted: MetaTemplate): Promise<TemplateRow> {
  const { companyId } = connection
  const account = accountWithTemplates(connection)
  for (let round = 0; round < ROUNDS; round++) {
    const before = await findTemplate(companyId, account, submitted, true)
    const listed = await askAboutTemplates(connection, (_, token) =>
      listTemplates(account, token, submitted.name),
    ).catch(() => [])
    const now = listed.find(({ metaId }) => metaId === submitted.metaId)
    const saved = await saveTemplate(companyId, account, before, now ?? submitted)
    if (!saved) continue
    if (saved.changed) await publishTemplates(companyId, account)
    return saved.row
  }
  throw new AppError('ERR_CONFLICT')
}
