import type { Payload } from '@balcao/shared/events/realtime.ts'
import { listListening } from '../data/realtime/socket.ts'
import { logger } from '../http/logger.ts'
import { inParts } from '../in-parts.ts'
import { publish } from './publish.ts'

/** What belongs to the installation: nothing else ever leaves a company. */
type Everyones = 'announcement' | 'help' | 'paymentNotice'

/** Companies that are told at once. */
const AT_ONCE = 20

/**
 * Tells the browsers of every company. Costs half a read unit per some fifty companies in which somebody listens, and what `publish` costs in each.
 * Never fails its caller.
 */
export async function publishEverywhere<C extends Everyones>(channel: C, payload: Payload<C>): Promise<void> {
  try {
    const companies = await listListening()
    await inParts(companies, AT_ONCE, companyId => publish(companyId, channel, payload))
  } catch (error) {
    logger.error('publish everywhere', { channel, error: error as Error })
  }
}
