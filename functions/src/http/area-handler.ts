/**
 * Builds the one function of an area. Each call: normalize event and headers → find the route →
 * authenticate → check access and plan → parse → run → write the audit log → parse the answer,
 * which strips fields that must not leave → respond.
 */
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { AreaName, Resource } from '@balcao/shared/api-contract/route.ts'
import httpErrorHandler from '@middy/http-error-handler'
import httpEventNormalizer from '@middy/http-event-normalizer'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { withConfigurationVersion } from '../data/company/configuration-version.ts'
import { handlerChain } from '../handler-chain.ts'
import { answerHeaders } from './answer-headers.ts'
import { apiContract } from './api-contract.ts'
import { audit } from './audit.ts'
import { bumpConfiguration } from './bump-configuration.ts'
import { codedErrors } from './coded-errors.ts'
import type { HttpContexts } from './context.ts'
import { hiddenNumbers } from './hidden-numbers.ts'
import type { CallContext } from './http-request.ts'

export type AreaHandler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>

export const areaHandler = <const R extends Record<string, Resource>>(
  area: { name: AreaName; resources: R },
  handlers: Handlers<{ resources: R }, HttpContexts>,
): AreaHandler =>
  handlerChain<APIGatewayProxyEvent, APIGatewayProxyResult, CallContext>(
    [
      answerHeaders,
      hiddenNumbers,
      httpErrorHandler({ logger: false }),
      codedErrors,
      httpEventNormalizer(),
      httpHeaderNormalizer(),
      apiContract(area, handlers),
      audit,
      bumpConfiguration,
    ],
    (_, { call: { run, ctx, given } }) => withConfigurationVersion(async () => run(ctx, given)),
  )
