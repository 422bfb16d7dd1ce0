import type { Payload } from '@balcao/shared/events/realtime.ts'
import { listListening } from '../data/realtime/socket.ts'
import { logger } from '../http/logger.ts'
import { inParts } from '../in-parts.ts'
import { publish } from './publish.ts'

/** Channels of the installation: nothing else is ever published across companies. */
type Everyones = 'announcement' | 'help' | 'paymentNotice'

/** Companies that are published to at once. */
const MAX_CONCURRENT = 20

/**
 * Publishes to the browsers of every company. Costs half a read unit per some fifty companies with
 * open sockets, and the cost of `publish` in each. Never throws.
 */
export async function publishEverywhere<C extends Everyones>(channel: C, payload: Payload<C>): Promise<void> {
  try {
    const companies = await listListening()
    await inParts(companies, MAX_CONCURRENT, companyId => publish(companyId, channel, payload))
  } catch (error) {
    logger.error('publish everywhere', { channel, error: error as Error })
  }
}
