import { functionNameIn } from '../lambda/template-functions.ts'
import type { Assembly, Resource } from '../template/load-assembly.ts'
import type { Resolver } from '../template/resolver.ts'

export type WebSocketApi = {
  id: string
  stage: string
  /** Maps a route key to a function. */
  routes: Map<string, string>
  /** Path of the route key in a message's JSON. */
  selector: string[]
}

/**
 * Reads one WebSocket API of the templates.
 * @throws when a route has an authorizer: `$connect` verifies tokens itself here
 */
export function readWebSocketApi(assembly: Assembly, resolver: Resolver, api: Resource): WebSocketApi {
  const inApi = (type: string) =>
    assembly
      .ofType(type)
      .filter(resource => resolver.target(resource.properties.ApiId, resource.stack)?.key === api.key)
  const integrations = new Map(inApi('AWS::ApiGatewayV2::Integration').map(resource => [resource.id, resource]))
  const routes = new Map<string, string>()
  for (const route of inApi('AWS::ApiGatewayV2::Route')) {
    const key = String(route.properties.RouteKey)
    if (route.properties.AuthorizerId !== undefined) {
      throw new Error(`${key}: the local cloud has no authorizer for WebSocket routes`)
    }
    const target = String(resolver.properties(route).Target).split('/').at(-1) ?? ''
    const integration = integrations.get(target)
    const name = integration && functionNameIn(resolver.properties(integration).IntegrationUri)
    if (!name) throw new Error(`${key}: its integration leads to no function`)
    routes.set(key, name)
  }
  const expression = String(api.properties.RouteSelectionExpression ?? '$request.body.action')
  return {
    id: resolver.idOf(api),
    stage: String(inApi('AWS::ApiGatewayV2::Stage')[0]?.properties.StageName ?? '$default'),
    routes,
    selector: expression
      .replace(/^\$\{?request\.body\./, '')
      .replace(/\}$/, '')
      .split('.'),
  }
}
