/**
 * Replaces zod where a build needs the API contract but not its schemas (see vite.config.ts):
 * everything can be called and chained without effect, except that a validation throws instead of
 * passing, and so does the reading of an enum's values.
 */
const checks = new Set<string | symbol>([
  'parse',
  'parseAsync',
  'safeParse',
  'safeParseAsync',
  '~standard',
  '_zod',
  // Words of a list: without this they would be shown as the stand-in's own name.
  'options',
  'enum',
])

export const z: unknown = new Proxy(() => undefined, {
  get(_, name) {
    if (checks.has(name))
      throw new Error(`schemas are not in this bundle (${String(name)}): import zod in the module that checks`)
    if (name === Symbol.toPrimitive) return () => 'schema'
    // No value is an instance of its schemas: callers go on as with a route without any.
    return name === Symbol.hasInstance ? () => false : z
  },
  apply: () => z,
})
