import { dropTemplate, everyTemplate } from '../../data/channels/template.ts'
import { listWhatsapps } from '../../data/channels/whatsapp.ts'
import { inParts } from '../../in-parts.ts'

const MAX_CONCURRENT = 20

/** Deletes the rows of templates whose account no connection of the company has. Idempotent. */
export async function removeOrphanTemplates(companyId: string): Promise<void> {
  const [rows, connections] = await Promise.all([everyTemplate(companyId, true), listWhatsapps(companyId, true)])
  const used = new Set(connections.map(({ businessAccountId }) => businessAccountId))
  await inParts(
    rows.filter(row => !used.has(row.businessAccountId)),
    MAX_CONCURRENT,
    row => dropTemplate(companyId, row),
  )
}
