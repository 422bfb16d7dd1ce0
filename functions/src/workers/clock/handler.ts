import { config } from '../../config.ts'
import { handlerChain } from '../../handler-chain.ts'
import { logger } from '../../http/logger.ts'
import { advanceClock, TimeRange } from './advance-clock.ts'
import { beginBilling, isBillingMinute } from './begin-billing.ts'
import { runClock } from './run-clock.ts'

/**
 * Runs the clock: called by the schedule once a minute, and by the local cloud with a range of the
 * future when its clock was moved. Lambda itself reports a failure, and the next run makes up for
 * it.
 */
export const handler = handlerChain<{ runAhead?: unknown } | undefined, number | undefined>(
  [],
  async (event, context) => {
    if (event?.runAhead && config().STAGE === 'local') return advanceClock(TimeRange.parse(event.runAhead))
    const now = Date.now()
    const moved = await runClock({
      now,
      owner: context.awsRequestId,
      deadline: now + context.getRemainingTimeInMillis() - 5000,
    })
    if (moved !== undefined && isBillingMinute(now)) await beginBilling(now)
    if (moved) logger.info('timers handed on', { moved })
    return moved
  },
)
