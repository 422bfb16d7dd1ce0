/**
 * REQUEST authorizer of the public API: finds the company of a connection's token and hands API Gateway that company's
 * key, so that rate, burst and quota are the gateway's own and clients send one secret.
 */
import { AppError } from '@balcao/shared/errors.ts'
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { authenticateApiToken } from './authenticate.ts'
import { logger } from './logger.ts'
import { usageKeyOf } from './usage-key.ts'

export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const headers = Object.fromEntries(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  try {
    const { companyId, connectionId } = await authenticateApiToken(headers)
    return {
      principalId: companyId,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }],
      },
      context: { companyId, connectionId },
      usageIdentifierKey: usageKeyOf(companyId),
    }
  } catch (error) {
    if (!(error instanceof AppError)) logger.error('authorizer', { error: error as Error })
    // API Gateway answers 401 to exactly this message, 500 to any other.
    throw new Error(error instanceof AppError ? 'Unauthorized' : 'failed')
  }
}
