/**
 * Query keys of the web's cache: `[first path segment, path, arguments]`, so that an event about a
 * resource matches one prefix.
 */
import type { Route } from './route.ts'

export type QueryKey = readonly [resource: string, path: string, args?: unknown]

export const resourceOf = (route: Pick<Route, 'path'>): string => route.path.split('/')[1]!

/** Returns the key of a call; without `args`, the prefix of all its calls. */
export function queryKey(route: Pick<Route, 'path'>, args?: unknown): QueryKey {
  return args === undefined ? [resourceOf(route), route.path] : [resourceOf(route), route.path, args]
}
