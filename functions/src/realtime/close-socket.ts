import { CLOSING, type ClosingReason } from '@balcao/shared/events/realtime.ts'
import { logger } from '../http/logger.ts'
import { disconnectSocket, post } from './gateway.ts'

/**
 * Closes a socket though its session lives, after an event with the reason, so that the browser
 * reconnects sensibly. Never throws.
 */
export async function closeSocket(connectionId: string, reason: ClosingReason): Promise<void> {
  try {
    await post(connectionId, JSON.stringify({ event: CLOSING, payload: { reason } }))
    await disconnectSocket(connectionId)
  } catch (error) {
    logger.warn('a socket could not be closed', { reason, error: error as Error })
  }
}
