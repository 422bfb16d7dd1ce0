import { PushWork } from '@balcao/shared/events/queues.ts'
import { takePush } from '../../pushes/take-push.ts'
import { eachAlone, read } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'

/** Sends pushes: finds the users who may be notified of a message, and sends to their devices. */
export const handler = eachAlone(record => unlessDeleting(takePush)(read(PushWork, record)))
