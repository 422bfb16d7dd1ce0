import { DeliveryTry } from '@balcao/shared/events/queues.ts'
import { takeTry } from '../../deliveries/take-try.ts'
import { eachAlone, read } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'

/** Attempts due webhook deliveries. A second message for the same attempt does nothing. */
export const handler = eachAlone(record => unlessDeleting(takeTry)(read(DeliveryTry, record)))
