/** The WebSocket's function: a browser comes, says something, leaves. */
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'
import { logger } from '../http/logger.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { hear } from './hear.ts'

type Event = APIGatewayProxyWebsocketEventV2 & { queryStringParameters?: Record<string, string> | null }

export async function handler(event: Event): Promise<APIGatewayProxyResultV2> {
  const { connectionId, eventType, requestId } = event.requestContext
  try {
    switch (eventType) {
      case 'CONNECT':
        return { statusCode: await connect(connectionId, event.queryStringParameters?.token) }
      case 'DISCONNECT':
        await disconnect(connectionId)
        return { statusCode: 200 }
      default:
        await hear(connectionId, event.isBase64Encoded ? '' : (event.body ?? ''))
        return { statusCode: 200 }
    }
  } catch (error) {
    logger.error('realtime', { requestId, eventType, error: error as Error })
    return { statusCode: 500 }
  }
}
