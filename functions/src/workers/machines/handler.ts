import { MachineTurn } from '@balcao/shared/events/queues.ts'
import { takeTurn } from '../../machines/take-turn.ts'
import { eachAlone, read } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'

/** Sends the replies that bots owe in tickets. A second message for the same reply does nothing. */
export const handler = eachAlone(record => unlessDeleting(takeTurn)(read(MachineTurn, record)))
