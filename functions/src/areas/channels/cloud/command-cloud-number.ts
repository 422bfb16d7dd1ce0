import type { DisconnectReason } from '@balcao/shared/entities/whatsapp.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { wakeSendQueue } from '../../../campaigns/wake-send-queue.ts'
import { showWhatsapp } from '../../../data/channels/show-whatsapp.ts'
import { setCloudState, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { keptCloudTokenOf, sealCloudToken } from '../../../messaging/cloud-token.ts'
import { disconnectCloudNumber } from '../../../messaging/disconnect-cloud-number.ts'
import { unsubscribeCloudNumber } from '../../../messaging/unsubscribe-cloud-number.ts'
import { publish } from '../../../realtime/publish.ts'
import { connectNumber } from './connect-number.ts'
import { readTemplates } from './read-templates.ts'

/** Refusals of Meta's after which a number is no longer connected. */
const REASONS: Partial<Record<ErrorCode, Extract<DisconnectReason, 'token' | 'permission' | 'numberGone'>>> = {
  ERR_CLOUD_TOKEN: 'token',
  ERR_CLOUD_PERMISSION: 'permission',
  ERR_CLOUD_NO_NUMBER: 'numberGone',
}

/**
 * Carries out what the buttons of a connection ask of a cloud number, which has no session: `start`
 * asks Meta about it again, `logout` disconnects it.
 * @throws ERR_CHANNEL_UNSUPPORTED for `newQr`; ERR_CLOUD_RECONNECT without a token; what
 * `connectNumber` throws, after the number was disconnected if Meta refused it
 */
export async function commandCloudNumber(row: WhatsappRow, action: 'start' | 'newQr' | 'logout'): Promise<void> {
  if (action === 'newQr') throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  if (action === 'logout') {
    await disconnectCloudNumber(row, 'logout')
    return unsubscribeCloudNumber(row)
  }
  const token = keptCloudTokenOf(row)
  if (!token) throw new AppError('ERR_CLOUD_RECONNECT')
  try {
    await reconnectCloudNumber(row, token)
  } catch (error) {
    const reason = error instanceof AppError ? REASONS[error.code] : undefined
    if (reason) await disconnectCloudNumber(row, reason)
    throw error
  }
}

/**
 * Connects a cloud number with a token, a new one or its own, stores what Meta says about it, and
 * lets campaigns go on that wait for the connection.
 * @throws what `connectNumber` throws
 */
export async function reconnectCloudNumber(row: WhatsappRow, token: string): Promise<void> {
  const { companyId, id, phoneNumberId, businessAccountId } = row
  if (!phoneNumberId || !businessAccountId) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  const { phoneNumberId: _, ...said } = await connectNumber({ phoneNumberId, businessAccountId, token })
  const after = await setCloudState(companyId, id, { accessToken: sealCloudToken(companyId, token), ...said })
  await wakeSendQueue(companyId, id, ({ wait }) => wait === 'connection')
  await publish(companyId, 'whatsapp', { action: 'update', whatsapp: await showWhatsapp(after) })
  await readTemplates(after)
}
