/** The management API of the WebSocket stage: speak to a browser, or hang up. */
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { config } from '../config.ts'

let client: ApiGatewayManagementApiClient | undefined

const gateway = (): ApiGatewayManagementApiClient => {
  client ??= new ApiGatewayManagementApiClient({ endpoint: config().REALTIME_ENDPOINT, maxAttempts: 2 })
  return client
}

const isGone = (error: unknown): boolean => error instanceof Error && error.name === 'GoneException'

/** False when nobody is there any more. */
export async function post(connectionId: string, text: string): Promise<boolean> {
  try {
    await gateway().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: text }))
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

export async function hangUp(connectionId: string): Promise<void> {
  try {
    await gateway().send(new DeleteConnectionCommand({ ConnectionId: connectionId }))
  } catch (error) {
    if (!isGone(error)) throw error
  }
}
