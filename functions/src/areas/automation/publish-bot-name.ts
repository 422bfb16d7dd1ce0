import { showWhatsapps } from '../../data/channels/show-whatsapp.ts'
import { listWhatsapps } from '../../data/channels/whatsapp.ts'
import { publishRow } from '../../messaging/publish-row.ts'

/** Publishes the connections a prompt or an integration answers in, under its new name. */
export async function publishBotName(
  companyId: string,
  field: 'promptId' | 'integrationId',
  id: string,
): Promise<void> {
  const rows = (await listWhatsapps(companyId)).filter(row => row[field] === id)
  const connections = await showWhatsapps(companyId, rows)
  await Promise.all(connections.map(connection => publishRow(companyId, 'whatsapp', 'update', connection)))
}
