import { Tick } from '@balcao/shared/events/queues.ts'
import { runTick } from '../../campaigns/run-tick.ts'
import { config } from '../../config.ts'
import { processBatch, read, withQuickRetry } from '../batch.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'

/** Runs ticks of the connections' campaigns. A second message for the same tick does nothing. */
export const handler = processBatch(
  withQuickRetry(
    () => config().TICKS_QUEUE_URL,
    2,
    record => skipDeletedCompanies(runTick)(read(Tick, record)),
  ),
)
