import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { expectConnectionState, requireWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import type { UserContext } from '../../../http/context.ts'
import { disconnectMetaPage } from '../../../messaging/disconnect-meta-page.ts'
import { sendSessionCommand } from '../../../messaging/session-command.ts'
import { publish } from '../../../realtime/publish.ts'
import { commandCloudNumber } from '../cloud/command-cloud-number.ts'
import { unsubscribeMetaPage } from '../facebook/unsubscribe-meta-page.ts'
import { wireConnections } from '../wire-connection.ts'

/** Disconnects a metaPage, which has no session; signing in with Facebook connects it again. */
async function commandMetaPage(before: WhatsappRow, action: 'start' | 'newQr' | 'logout'): Promise<void> {
  if (action === 'logout') {
    await disconnectMetaPage(before, 'logout')
    await unsubscribeMetaPage(before)
  } else if (before.status !== 'CONNECTED') throw new AppError('ERR_PAGE_RECONNECT')
}

/** Sends a command to the session host and shows the expected state at once. */
export async function commandSession(
  ctx: UserContext,
  whatsappId: string,
  action: 'start' | 'newQr' | 'logout',
  expected: 'OPENING' | 'DISCONNECTED',
): Promise<Whatsapp> {
  const { companyId } = ctx
  const before = await requireWhatsapp(companyId, whatsappId, true)
  if (capabilitiesOf(before).transport === 'graph') {
    await (before.accountId ? commandMetaPage(before, action) : commandCloudNumber(before, action))
    return (await wireConnections(ctx, [await requireWhatsapp(companyId, whatsappId, true)]))[0]!
  }
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
