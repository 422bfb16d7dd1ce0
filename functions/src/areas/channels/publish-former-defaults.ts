import { listWhatsapps } from '../../data/channels/whatsapp.ts'
import type { UserContext } from '../../http/context.ts'
import { publish } from '../../realtime/publish.ts'
import { wireConnections } from './wire-connection.ts'

/** Publishes the other connections after one of them became the default. */
export async function publishFormerDefaults(ctx: UserContext, whatsappId: string): Promise<void> {
  const others = (await listWhatsapps(ctx.companyId)).filter(other => other.id !== whatsappId)
  const connections = await wireConnections(ctx, others)
  await Promise.all(connections.map(whatsapp => publish(ctx.companyId, 'whatsapp', { action: 'update', whatsapp })))
}
