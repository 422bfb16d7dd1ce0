import type { DisconnectReason } from '@balcao/shared/entities/whatsapp.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { wakeSendQueue } from '../../../campaigns/wake-send-queue.ts'
import { setCloudState, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { keptCloudTokenOf, sealCloudToken } from '../../../messaging/cloud-token.ts'
import { disconnectCloudNumber } from '../../../messaging/disconnect-cloud-number.ts'
import { publishConnection } from '../../../messaging/publish-connection.ts'
import { unsubscribeCloudNumber } from '../../../messaging/unsubscribe-cloud-number.ts'
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
    await connectAgain(row, await askWithToken(row, token), row)
  } catch (error) {
    const reason = error instanceof AppError ? REASONS[error.code] : undefined
    if (reason) await disconnectCloudNumber(row, reason)
    throw error
  }
}

/** State of a cloud number with a token, a new one or its own, that Meta accepted. */
export type AcceptedToken = Extract<Parameters<typeof setCloudState>[2], { accessToken: string }>

/**
 * Asks Meta whether a cloud number may be used with a token. Nothing is stored.
 * @throws what `connectNumber` throws
 */
export async function askWithToken(row: WhatsappRow, token: string): Promise<AcceptedToken> {
  const { companyId, phoneNumberId, businessAccountId } = row
  if (!phoneNumberId || !businessAccountId) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  const { phoneNumberId: _, ...said } = await connectNumber({ phoneNumberId, businessAccountId, token })
  return { accessToken: sealCloudToken(companyId, token), ...said }
}

/**
 * Connects a cloud number with a token that Meta accepted, and lets campaigns go on that wait for
 * the connection.
 * @param about see `setCloudState`
 */
export async function connectAgain(
  { companyId, id }: WhatsappRow,
  state: AcceptedToken,
  about?: WhatsappRow,
): Promise<WhatsappRow> {
  const after = await setCloudState(companyId, id, state, about)
  await wakeSendQueue(companyId, id, ({ wait }) => wait === 'connection')
  await publishConnection(after)
  await readTemplates(after)
  return after
}
