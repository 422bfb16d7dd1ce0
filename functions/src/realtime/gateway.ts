/**
 * The management API of the WebSocket stage: posts to a browser, or disconnects it. An event for
 * fifty browsers is fifty calls, so the first attempt at each is one signed request; if that
 * neither succeeds nor answers Gone, the SDK's own client tries again.
 */
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { config } from '../config.ts'
import { createSignedPost, keptConnections } from '../integrations/aws/json-call.ts'
import { serviceEndpointOf } from '../integrations/aws/service-endpoint.ts'

function connect() {
  const connections = keptConnections()
  const client = new ApiGatewayManagementApiClient({
    endpoint: config().REALTIME_ENDPOINT,
    maxAttempts: 2,
    requestHandler: connections,
  })
  const locate = () => serviceEndpointOf(client, new GetConnectionCommand({ ConnectionId: 'x' }))
  return { client, call: createSignedPost({ service: 'execute-api', config: client.config, connections, locate }) }
}

let connected: ReturnType<typeof connect> | undefined

const gateway = (): ReturnType<typeof connect> => {
  connected ??= connect()
  return connected
}

const isGone = (error: unknown): boolean => error instanceof Error && error.name === 'GoneException'

/** Makes one attempt and returns its answer; undefined where there was none. */
const attempt = (connectionId: string, text: string) =>
  gateway()
    .call(`/@connections/${encodeURIComponent(connectionId)}`, { 'content-type': 'application/octet-stream' }, text)
    .catch(() => undefined)

/** Posts a text to a socket; returns false when it no longer exists. */
export async function post(connectionId: string, text: string): Promise<boolean> {
  const answer = await attempt(connectionId, text)
  if (answer?.status === 200) return true
  if (answer?.status === 410) return false
  try {
    await gateway().client.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: text }))
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

export async function disconnectSocket(connectionId: string): Promise<void> {
  try {
    await gateway().client.send(new DeleteConnectionCommand({ ConnectionId: connectionId }))
  } catch (error) {
    if (!isGone(error)) throw error
  }
}
