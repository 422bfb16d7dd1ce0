/**
 * Stands in for zod where a build needs the contract but not its schemas (see vite.config.ts): everything can be called and
 * chained and is nothing, except that checking something with it fails loudly instead of letting it pass.
 */
const checks = new Set<string | symbol>(['parse', 'parseAsync', 'safeParse', 'safeParseAsync', '~standard', '_zod'])

export const z: unknown = new Proxy(() => undefined, {
  get(_, name) {
    if (checks.has(name))
      throw new Error(`schemas are not in this bundle (${String(name)}): import zod in the module that checks`)
    if (name === Symbol.toPrimitive) return () => 'schema'
    // Nothing is one of its schemas: whoever asks goes on as with a route that has none.
    return name === Symbol.hasInstance ? () => false : z
  },
  apply: () => z,
})
