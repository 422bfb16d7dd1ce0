import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { expectConnectionState, requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { UserContext } from '../../../http/context.ts'
import { sendSessionCommand } from '../../../messaging/session-command.ts'
import { publish } from '../../../realtime/publish.ts'
import { wireConnections } from '../wire-connection.ts'

/** Asks the session host for something and shows at once what is expected of it. */
export async function commandSession(
  ctx: UserContext,
  whatsappId: string,
  action: 'start' | 'newQr' | 'logout',
  expected: 'OPENING' | 'DISCONNECTED',
): Promise<Whatsapp> {
  const { companyId } = ctx
  const before = await requireWhatsapp(companyId, whatsappId, true)
  if (action === 'start' && before.status === 'CONNECTED') return (await wireConnections(ctx, [before]))[0]!
  const row = await expectConnectionState(companyId, whatsappId, expected)
  await sendSessionCommand(companyId, whatsappId, action)
  const [connection] = await wireConnections(ctx, [row])
  await Promise.all([
    publish(companyId, 'whatsappSession', { action: 'update', session: connection! }),
    publish(companyId, 'whatsapp', { action: 'update', whatsapp: connection! }),
  ])
  return connection!
}
