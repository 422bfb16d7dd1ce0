/**
 * API Gateway's view of the contract: which function serves a first path segment, which paths need
 * a key, and which have their own function.
 */

import { routesOf, spellings } from '@balcao/shared/api-contract/match.ts'
import type { Area, AreaName, Method, OwnFunction } from '@balcao/shared/api-contract/route.ts'

export type GatewayRoutes = {
  /** Maps a first path segment to the area whose function serves everything below it. */
  prefixes: Map<string, AreaName>
  /** Calls that carry a connection's token: behind the authorizer and the usage plan. */
  keyed: { method: Method; path: string; area: AreaName }[]
  /** Calls served by another function than their area's. */
  own: { method: Method; path: string; function: OwnFunction }[]
}

/** Returns the areas that have routes; the others have no function. */
export const servedAreas = (areas: readonly Area[]): AreaName[] =>
  areas.filter(area => routesOf(area).length > 0).map(area => area.name)

/**
 * Derives the gateway's routes; throws when two areas claim one first segment, or when a path with
 * a key or its own function has a variable.
 */
export function gatewayRoutes(areas: readonly Area[]): GatewayRoutes {
  const prefixes = new Map<string, AreaName>()
  const keyed: GatewayRoutes['keyed'] = []
  const own: GatewayRoutes['own'] = []
  for (const area of areas) {
    for (const { name, route } of routesOf(area)) {
      for (const { method, path } of spellings(route)) {
        const first = path.split('/').filter(Boolean)[0]
        if (!first || first.startsWith('{')) throw new Error(`${name}: ${path} does not begin with a fixed segment`)
        const owner = prefixes.get(first)
        if (owner && owner !== area.name)
          throw new Error(`/${first} is claimed by ${owner} and by ${area.name} (${name})`)
        prefixes.set(first, area.name)
        if (route.access !== 'apiKey' && !route.servedBy) continue
        if (path.includes('{'))
          throw new Error(`${name}: a path the gateway knows by name cannot have variables: ${path}`)
        if (route.servedBy) own.push({ method, path, function: route.servedBy })
        else keyed.push({ method, path, area: area.name })
      }
    }
  }
  return { prefixes, keyed, own }
}
