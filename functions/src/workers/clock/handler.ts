import { handlerChain } from '../../handler-chain.ts'
import { logger } from '../../http/logger.ts'
import { runClock } from './run-clock.ts'

/** Called by the schedule once a minute. What fails is told by Lambda itself, and made up for by the next run. */
export const handler = handlerChain<unknown, void>([], async (_, context) => {
  const now = Date.now()
  const moved = await runClock({
    now,
    owner: context.awsRequestId,
    deadline: now + context.getRemainingTimeInMillis() - 5000,
  })
  if (moved) logger.info('timers handed on', { moved })
})
