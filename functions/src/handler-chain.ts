import middy from '@middy/core'
import type { Context } from 'aws-lambda'

/** One middleware of middy, or several. */
type Middlewares = Parameters<middy.MiddyfiedHandler['use']>[0]

/**
 * What every function of this workspace is: middlewares around an operation, built once when the function starts. Their `before`
 * runs in this order, `after` and `onError` in the opposite one.
 *
 * Without middy's early timeout: it would answer a few milliseconds before Lambda's limit while the operation goes on behind the
 * answer. A call that takes too long is ended by Lambda, and a message of a queue comes again.
 */
export const handlerChain = <Event, Result, C = Context>(
  middlewares: Middlewares,
  operation: (event: Event, context: C) => Promise<unknown>,
): ((event: Event, context?: Context) => Promise<Result>) =>
  middy({ timeoutEarlyInMillis: 0 })
    .use(middlewares)
    .handler(operation as (event: unknown, context: unknown) => Promise<unknown>) as (
    event: Event,
    context?: Context,
  ) => Promise<Result>
