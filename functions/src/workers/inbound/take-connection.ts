import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { wakeSendQueue } from '../../campaigns/wake-send-queue.ts'
import { showWhatsapp } from '../../data/channels/show-whatsapp.ts'
import { setConnectionState } from '../../data/channels/whatsapp.ts'
import { publish } from '../../realtime/publish.ts'

/**
 * Stores a connection's state as its session host reports it. Reports under an older lease are
 * ignored.
 */
export async function takeConnection(event: Extract<InboundEvent, { type: 'connection' }>): Promise<void> {
  const { companyId, connectionId, status, qrcode, retries, number, problem, fence } = event
  const row = await setConnectionState(companyId, connectionId, { status, qrcode, retries, number, problem }, fence)
  if (!row) return
  if (row.status === 'CONNECTED') await wakeSendQueue(companyId, connectionId, ({ wait }) => wait === 'connection')
  const whatsapp = await showWhatsapp(row)
  await Promise.all([
    publish(companyId, 'whatsappSession', { action: 'update', session: whatsapp }),
    publish(companyId, 'whatsapp', { action: 'update', whatsapp }),
  ])
}
