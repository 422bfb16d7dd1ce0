import { Tick } from '@balcao/shared/events/queues.ts'
import { runTick } from '../../campaigns/run-tick.ts'
import { config } from '../../config.ts'
import { eachAlone, read, soonAgain } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'

/** Runs ticks of the connections' campaigns. A second message for the same tick does nothing. */
export const handler = eachAlone(
  soonAgain(
    () => config().TICKS_QUEUE_URL,
    2,
    record => unlessDeleting(runTick)(read(Tick, record)),
  ),
)
