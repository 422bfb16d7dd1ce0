import { CLOSING, type ClosingReason } from '@balcao/shared/events/realtime.ts'
import { logger } from '../http/logger.ts'
import { hangUp, post } from './gateway.ts'

/** Closes a socket though its session lives, and tells the browser why, so that it comes back sensibly. Never fails its caller. */
export async function showOut(connectionId: string, reason: ClosingReason): Promise<void> {
  try {
    await post(connectionId, JSON.stringify({ event: CLOSING, payload: { reason } }))
    await hangUp(connectionId)
  } catch (error) {
    logger.warn('a socket could not be closed', { reason, error: error as Error })
  }
}
