import { Tick } from '@balcao/shared/events/queues.ts'
import { runTick } from '../../campaigns/run-tick.ts'
import { eachAlone, read } from '../batch.ts'

/** Ticks of the connections' campaigns. One that comes twice does nothing the second time. */
export const handler = eachAlone(record => runTick(read(Tick, record)))
