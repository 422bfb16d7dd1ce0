import { MachineTurn } from '@balcao/shared/events/queues.ts'
import { takeTurn } from '../../machines/take-turn.ts'
import { eachAlone, read } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'

/** What machines owe in tickets. One that comes twice does nothing the second time. */
export const handler = eachAlone(record => unlessDeleting(takeTurn)(read(MachineTurn, record)))
