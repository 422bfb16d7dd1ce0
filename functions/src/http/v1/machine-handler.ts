/**
 * Builds the function of the public API: the chain of an area's, around the same operations, with
 * idempotency keys; a call of a sandbox token is answered with an example.
 */
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { AreaName, Resource } from '@balcao/shared/api-contract/route.ts'
import { AppError } from '@balcao/shared/errors.ts'
import httpErrorHandler from '@middy/http-error-handler'
import httpEventNormalizer from '@middy/http-event-normalizer'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { withConfigurationVersion } from '../../data/company/configuration-version.ts'
import { withMachineUser } from '../../data/team/machine-user.ts'
import { handlerChain } from '../../handler-chain.ts'
import { answerHeaders } from '../answer-headers.ts'
import { apiContract } from '../api-contract.ts'
import type { AreaHandler } from '../area-handler.ts'
import { audit } from '../audit.ts'
import { bumpConfiguration } from '../bump-configuration.ts'
import { codedErrors } from '../coded-errors.ts'
import type { Context, HttpContexts } from '../context.ts'
import type { CallContext, HttpRequest, Run } from '../http-request.ts'
import { idempotency } from './idempotency.ts'
import { sandboxAnswer } from './sandbox-answer.ts'

export const machineHandler = <const R extends Record<string, Resource>>(
  area: { name: AreaName; resources: R },
  handlers: Handlers<{ resources: R }, HttpContexts>,
): AreaHandler =>
  handlerChain<APIGatewayProxyEvent, APIGatewayProxyResult, CallContext>(
    [
      answerHeaders,
      httpErrorHandler({ logger: false }),
      codedErrors,
      httpEventNormalizer(),
      httpHeaderNormalizer(),
      { after: idempotency.after, onError: idempotency.onError },
      apiContract(area, handlers),
      { before: refuseOwnId },
      sandbox,
      { before: idempotency.before },
      unlessSandbox(audit),
      unlessSandbox(bumpConfiguration),
    ],
    (_, { call: { run, ctx, given } }) =>
      withConfigurationVersion(() => {
        if (ctx.kind !== 'user' || !ctx.actor.machine) return run(ctx, given)
        const { userId: id, companyId, machine } = ctx.actor
        return withMachineUser({ id, companyId, name: machine.name }, () => run(ctx, given))
      }),
  )

const isSandbox = (ctx: Context): boolean => ctx.kind === 'user' && ctx.actor.machine?.sandbox === true

/**
 * Refuses a token that names itself as somebody's user: operations would find it, as their caller.
 * @throws ERR_NO_USER_FOUND
 */
function refuseOwnId({ context: { call } }: HttpRequest): void {
  const { userId } = (call.given.body ?? {}) as { userId?: unknown }
  if (call.ctx.kind === 'user' && userId === call.ctx.actor.userId) throw new AppError('ERR_NO_USER_FOUND')
}

/** Puts the example's answer in the place of the operation. */
const sandbox = {
  before(request: HttpRequest): void {
    const { call } = request.context
    const { name, route } = request.internal.matched!
    if (!isSandbox(call.ctx) || name === 'reference.me') return
    const run: Run = async (_, given) => sandboxAnswer(name, route, given)
    request.context = { ...request.context, call: { ...call, run } }
  },
}

/** Nothing happened in a sandbox: there is nothing to record. */
const unlessSandbox = ({ after }: { after: (request: HttpRequest) => Promise<void> }) => ({
  after: async (request: HttpRequest) => (isSandbox(request.context.call.ctx) ? undefined : after(request)),
})
