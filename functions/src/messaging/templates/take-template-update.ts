import { TemplateCategory, TemplateStatus } from '@balcao/shared/entities/template.ts'
import { Quality } from '@balcao/shared/entities/whatsapp.ts'
import { connectionsOfAccount } from '../../data/channels/meta-page-account.ts'
import { dropTemplate, findTemplate, saveTemplate, type TemplateRow } from '../../data/channels/template.ts'
import { listWhatsapps } from '../../data/channels/whatsapp.ts'
import { logger } from '../../http/logger.ts'
import { reasonOf } from '../../integrations/meta/templates.ts'
import { publishTemplates } from './publish-templates.ts'
import { syncTemplates } from './sync-templates.ts'

/** Change of a template as a webhook reports it: one of its fields. */
export type TemplateUpdate = {
  name: string
  language: string
  /** Event of `message_template_status_update`. */
  event?: string | undefined
  reason?: string | null | undefined
  /** New rating, by `message_template_quality_update`. */
  quality?: string | undefined
  /** New category, in a `template_category_update`. */
  category?: string | undefined
}

/** Events that are no state of their own: the template may be sent again, or still. */
const APPROVED_EVENTS = ['REINSTATED', 'UNARCHIVED', 'UNLOCKED']
/** Events after which the row's other fields stay as they are. */
const UNCHANGED = ['FLAGGED', 'LOCKED']

const ROUNDS = 5

/**
 * Writes a template's change of state, quality or category for every company that has the account,
 * and publishes it. A template that is not known is read from Meta.
 */
export async function takeTemplateUpdate(businessAccountId: string, update: TemplateUpdate): Promise<void> {
  const owners = await connectionsOfAccount(businessAccountId)
  for (const companyId of new Set(owners.map(owner => owner.companyId)))
    await takeForCompany(companyId, businessAccountId, update)
}

async function takeForCompany(companyId: string, businessAccountId: string, update: TemplateUpdate): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const row = await findTemplate(companyId, businessAccountId, update, true)
    if (!row) return update.event === 'DELETED' ? undefined : readNew(companyId, businessAccountId, update)
    const written =
      update.event === 'DELETED'
        ? await dropTemplate(companyId, row)
        : (await saveTemplate(companyId, businessAccountId, row, changed(row, update)))?.changed
    if (written === undefined) continue
    if (written) await publishTemplates(companyId, businessAccountId)
    return
  }
  throw new Error('a template changed in every round')
}

function changed(row: TemplateRow, { event, reason, quality, category }: TemplateUpdate): TemplateRow {
  const status =
    event === undefined || UNCHANGED.includes(event)
      ? row.status
      : APPROVED_EVENTS.includes(event)
        ? 'APPROVED'
        : TemplateStatus.catch(row.status).parse(event)
  return {
    ...row,
    status,
    rejectedReason: status !== 'REJECTED' ? null : event === 'REJECTED' ? reasonOf(reason) : row.rejectedReason,
    quality: Quality.catch(row.quality).parse(quality),
    category: TemplateCategory.catch(row.category).parse(category),
  }
}

/** Reads a template that was made elsewhere. If Meta does not answer, the next sync has it. */
async function readNew(companyId: string, businessAccountId: string, { name }: TemplateUpdate): Promise<void> {
  const connections = await listWhatsapps(companyId)
  const connection = connections.find(row => row.businessAccountId === businessAccountId && row.accessToken)
  if (!connection) return
  await syncTemplates(connection, name).catch((error: unknown) =>
    logger.warn('a new template could not be read', { companyId, error: error as Error }),
  )
}
