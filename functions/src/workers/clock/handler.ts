import type { Context } from 'aws-lambda'
import { logger } from '../../http/logger.ts'
import { runClock } from './run-clock.ts'

/** Called by the schedule once a minute. */
export async function handler(_event: unknown, context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>) {
  const now = Date.now()
  const moved = await runClock({
    now,
    owner: context.awsRequestId,
    deadline: now + context.getRemainingTimeInMillis() - 5000,
  })
  if (moved) logger.info('timers handed on', { moved })
}
