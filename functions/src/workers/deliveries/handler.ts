import { DeliveryTry } from '@balcao/shared/events/queues.ts'
import { takeTry } from '../../deliveries/take-try.ts'
import { eachAlone, read } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'

/** Deliveries that are due. One that comes twice does nothing the second time. */
export const handler = eachAlone(record => unlessDeleting(takeTry)(read(DeliveryTry, record)))
