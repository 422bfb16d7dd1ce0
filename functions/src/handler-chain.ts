import middy from '@middy/core'
import type { Context } from 'aws-lambda'

/** One middleware of middy, or several. */
type Middlewares = Parameters<middy.MiddyfiedHandler['use']>[0]

/**
 * Returns a function of this workspace: middlewares around an operation, built once when the
 * function starts. Their `before` runs in this order, `after` and `onError` in reverse. It does not
 * use middy's early timeout, which would answer a few milliseconds before Lambda's limit while the
 * operation still runs. Lambda ends a call that takes too long, and a queue delivers its message
 * again.
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
