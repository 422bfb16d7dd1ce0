/**
 * API Gateway's view of the contract: which function serves which paths, which of them need a key,
 * and which have their own function (`docs/decisions/0088-a-default-area-at-the-gateway.md`).
 */

import { routesOf, spellings } from '@balcao/shared/api-contract/match.ts'
import type { Area, AreaName, Method, OwnFunction } from '@balcao/shared/api-contract/route.ts'

/**
 * Area whose function serves every path that no resource of the gateway matches. It is the one with
 * the most first segments, because its segments need no resources.
 */
export const DEFAULT_AREA: AreaName = 'company'

export type GatewayRoutes = {
  /** Maps every first path segment to its area. */
  segments: Map<string, AreaName>
  /**
   * Paths with resources of their own, each of them and everything below it served by an area's
   * function with any method. The default area has one only where a call below it is known by name:
   * the gateway chooses the most specific resource, whether it has the method or not.
   */
  proxies: Map<string, AreaName>
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
export function gatewayRoutes(areas: readonly Area[], defaultArea: AreaName = DEFAULT_AREA): GatewayRoutes {
  const segments = new Map<string, AreaName>()
  const keyed: GatewayRoutes['keyed'] = []
  const own: GatewayRoutes['own'] = []
  for (const area of areas) {
    for (const { name, route } of routesOf(area)) {
      for (const { method, path } of spellings(route)) {
        const first = path.split('/').filter(Boolean)[0]
        if (!first || first.startsWith('{')) throw new Error(`${name}: ${path} does not begin with a fixed segment`)
        const owner = segments.get(first)
        if (owner && owner !== area.name)
          throw new Error(`/${first} is claimed by ${owner} and by ${area.name} (${name})`)
        segments.set(first, area.name)
        if (route.access !== 'apiKey' && !route.servedBy) continue
        if (path.includes('{'))
          throw new Error(`${name}: a path the gateway knows by name cannot have variables: ${path}`)
        if (route.servedBy) own.push({ method, path, function: route.servedBy })
        else keyed.push({ method, path, area: area.name })
      }
    }
  }
  const proxies = new Map(
    [...segments].filter(([, area]) => area !== defaultArea).map(([at, area]) => [`/${at}`, area]),
  )
  for (const { path } of [...keyed, ...own]) {
    const parts = path.split('/').filter(Boolean)
    if (segments.get(parts[0]!) !== defaultArea) continue
    for (const i of parts.keys()) proxies.set(`/${parts.slice(0, i + 1).join('/')}`, defaultArea)
  }
  return { segments, proxies, keyed, own }
}
