/**
 * REQUEST authorizer of the public API. It finds the company of a connection token and gives API
 * Gateway that company's key, so the gateway enforces rate, burst and quota and clients send one
 * secret.
 */
import { AppError } from '@balcao/shared/errors.ts'
import type middy from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { handlerChain } from '../handler-chain.ts'
import { authenticateApiToken } from './authenticate.ts'
import { logger } from './logger.ts'
import { usageKeyOf } from './usage-key.ts'

/** API Gateway answers 401 to exactly this message and 500 to any other. */
const refusals = {
  onError(request: middy.Request) {
    const { error } = request
    if (!(error instanceof AppError)) logger.error('authorizer', { error: error as Error })
    request.error = new Error(error instanceof AppError ? 'Unauthorized' : 'failed')
  },
}

export const handler = handlerChain<APIGatewayRequestAuthorizerEvent, APIGatewayAuthorizerResult>(
  [refusals, httpHeaderNormalizer()],
  async event => {
    const { companyId, connectionId } = await authenticateApiToken(event.headers ?? {})
    return {
      principalId: companyId,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }],
      },
      context: { companyId, connectionId },
      usageIdentifierKey: usageKeyOf(companyId),
    }
  },
)
