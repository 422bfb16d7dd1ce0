import { Tick } from '@balcao/shared/events/queues.ts'
import { runTick } from '../../campaigns/run-tick.ts'
import { config } from '../../config.ts'
import { eachAlone, read, soonAgain } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'

/** Ticks of the connections' campaigns. One that comes twice does nothing the second time. */
export const handler = eachAlone(
  soonAgain(
    () => config().TICKS_QUEUE_URL,
    2,
    record => unlessDeleting(runTick)(read(Tick, record)),
  ),
)
