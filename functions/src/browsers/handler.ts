/** The WebSocket's function: a browser connects, sends messages, disconnects. */
import type middy from '@middy/core'
import type { APIGatewayProxyStructuredResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'
import { handlerChain } from '../handler-chain.ts'
import { logger } from '../http/logger.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { handleClientMessage } from './handle-client-message.ts'

type Event = APIGatewayProxyWebsocketEventV2 & { queryStringParameters?: Record<string, string> | null }

/** Answers are a status alone: it refuses a connection, and nobody reads more. */
const failures = {
  onError(request: middy.Request<Event>) {
    const { requestId, eventType } = request.event.requestContext
    logger.error('realtime', { requestId, eventType, error: request.error as Error })
    request.response = { statusCode: 500 }
  },
}

export const handler = handlerChain<Event, APIGatewayProxyStructuredResultV2>([failures], async event => {
  const { connectionId, eventType } = event.requestContext
  switch (eventType) {
    case 'CONNECT':
      return { statusCode: await connect(connectionId, event.queryStringParameters?.token) }
    case 'DISCONNECT':
      await disconnect(connectionId)
      return { statusCode: 200 }
    default:
      await handleClientMessage(connectionId, event.isBase64Encoded ? '' : (event.body ?? ''))
      return { statusCode: 200 }
  }
})
