import { listWhatsapps } from '../../data/channels/whatsapp.ts'
import { publish } from '../../realtime/publish.ts'

/** Publishes that templates of an account changed, for each connection that sends them. */
export async function publishTemplates(companyId: string, businessAccountId: string): Promise<void> {
  const connections = await listWhatsapps(companyId)
  await Promise.all(
    connections
      .filter(row => row.businessAccountId === businessAccountId)
      .map(({ id }) => publish(companyId, 'template', { action: 'reload', whatsappId: id })),
  )
}
