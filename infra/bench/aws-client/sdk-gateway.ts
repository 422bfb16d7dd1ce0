import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { config } from '@balcao/functions/config.ts'
import { keptConnections } from '@balcao/functions/integrations/aws/json-call.ts'

let client: ApiGatewayManagementApiClient | undefined

const gateway = (): ApiGatewayManagementApiClient => {
  client ??= new ApiGatewayManagementApiClient({
    endpoint: config().REALTIME_ENDPOINT,
    maxAttempts: 3,
    cacheMiddleware: true,
    requestHandler: keptConnections(),
  })
  return client
}

export async function post(connectionId: string, text: string): Promise<boolean> {
  await gateway().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: text }))
  return true
}

export async function hangUp(connectionId: string): Promise<void> {
  await gateway().send(new DeleteConnectionCommand({ ConnectionId: connectionId }))
}
