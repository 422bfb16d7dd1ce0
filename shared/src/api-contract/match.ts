/**
 * Finds the route of a request: literal segments win over variables, earlier segments over later
 * ones.
 */
import type { Area, Method, Route } from './route.ts'

export type NamedRoute = {
  /** Name such as `tickets.update`. */
  name: string
  resource: string
  operation: string
  route: Route
}

export type Matched = NamedRoute & { params: Record<string, string> }

type Candidate = NamedRoute & { method: Method; segments: string[] }

/**
 * Splits `/a//b/` into ['a', 'b']: the specification's paths come with and without a trailing
 * slash.
 */
const split = (path: string): string[] => path.split('/').filter(Boolean)

const isVariable = (segment: string): boolean => segment.startsWith('{')

/** Returns every route of an area with its name. */
export function routesOf(area: Area): NamedRoute[] {
  return Object.entries(area.resources).flatMap(([resource, operations]) =>
    Object.entries(operations).map(([operation, route]) => ({
      name: `${resource}.${operation}`,
      resource,
      operation,
      route,
    })),
  )
}

/** Returns every spelling of a route: its path and its aliases. */
export const spellings = (route: Route): { method: Method; path: string }[] => [
  { method: route.method, path: route.path },
  ...route.aliases.map(alias => ({ method: alias.method ?? route.method, path: alias.path })),
]

const compare = (a: Candidate, b: Candidate): number => {
  for (let i = 0; i < Math.min(a.segments.length, b.segments.length); i++) {
    const difference = Number(isVariable(a.segments[i]!)) - Number(isVariable(b.segments[i]!))
    if (difference !== 0) return difference
  }
  return a.segments.length - b.segments.length
}

/**
 * Compiles an area into a matcher from method and path (without `/api`) to the route and its
 * decoded path parameters.
 */
export function matcher(area: Area): (method: string, path: string) => Matched | 'method' | undefined {
  const candidates: Candidate[] = routesOf(area)
    .flatMap(named => spellings(named.route).map(({ method, path }) => ({ ...named, method, segments: split(path) })))
    .sort(compare)
  return (method, path) => {
    const given = split(path)
    let pathExists = false
    for (const { segments, method: wanted, ...named } of candidates) {
      if (segments.length !== given.length) continue
      if (!segments.every((segment, i) => isVariable(segment) || segment === given[i])) continue
      if (wanted !== method) {
        pathExists = true
        continue
      }
      const params: Record<string, string> = {}
      segments.forEach((segment, i) => {
        if (isVariable(segment)) params[segment.slice(1, -1)] = decode(given[i]!)
      })
      return { ...named, params }
    }
    return pathExists ? 'method' : undefined
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
