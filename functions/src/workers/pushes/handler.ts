import { PushWork } from '@balcao/shared/events/queues.ts'
import { takePush } from '../../pushes/take-push.ts'
import { eachAlone, read } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'

/** Messages that somebody may be told of by push, and devices that are. */
export const handler = eachAlone(record => unlessDeleting(takePush)(read(PushWork, record)))
