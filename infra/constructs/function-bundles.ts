/**
 * Bundles the code of every Lambda function in one esbuild run: all entries share the parse of what they have in common,
 * which takes a second where one process per function took eight.
 */
import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { AreaName } from '@balcao/shared/contract/route.ts'
import { build, type Plugin } from 'esbuild'
import { REPOSITORY } from './repository.ts'

/** Some dependencies are CommonJS and call `require` for Node's own modules, which an ES module does not have. */
const REQUIRE = `import { createRequire as createRequireForBundle } from 'node:module';const require=createRequireForBundle(import.meta.url);`

/**
 * `import { z }` carries the error messages of fifty languages, which esbuild cannot shake off and nobody reads: a third of
 * every bundle. English, which zod sets by itself, is imported separately.
 */
const withoutZodLocales: Plugin = {
  name: 'without-zod-locales',
  setup: ({ onLoad }) =>
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {}', loader: 'js' })),
}

/**
 * ElectroDB checks each entity's model against a JSON schema when it is made. Models are constants, which every test that
 * loads them checks in full; a function that starts would spend a quarter of its time on finding that again.
 */
const withoutModelChecks: Plugin = {
  name: 'without-model-checks',
  setup: ({ onLoad }) =>
    onLoad({ filter: /jsonschema\/lib\/index\.js$/ }, () => ({ contents: TRUSTING_VALIDATOR, loader: 'js' })),
}
const TRUSTING_VALIDATOR = `
class Validator { addSchema() {} validate() { return { errors: [] } } }
Validator.prototype.customFormats = {}
module.exports = { Validator }`

/**
 * Takes Node's own modules by `require`: to import one, Node reads every property it exports, and `http.WebSocket` alone
 * loads the whole of fetch.
 */
const builtinsByRequire: Plugin = {
  name: 'builtins-by-require',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}

/** Functions that are not areas, and their entry files below functions/src. */
const OTHER_ENTRIES = {
  realtime: 'realtime/handler.ts',
  'api-token-authorizer': 'http/api-token-authorizer.ts',
  inbound: 'workers/inbound/handler.ts',
  jobs: 'workers/jobs/handler.ts',
  timers: 'workers/timers/handler.ts',
  clock: 'workers/clock/handler.ts',
} as const

export type FunctionName = AreaName | keyof typeof OTHER_ENTRIES

/** The entry file of a function, relative to the repository. */
const entryOf = (name: FunctionName): string =>
  join(
    'functions/src',
    name in OTHER_ENTRIES ? OTHER_ENTRIES[name as keyof typeof OTHER_ENTRIES] : `areas/${name}/handler.ts`,
  )

/** Every function of an installation that serves these areas. */
export const functionNames = (areas: readonly AreaName[]): FunctionName[] => [
  ...areas,
  ...(Object.keys(OTHER_ENTRIES) as (keyof typeof OTHER_ENTRIES)[]),
]

/** Where the code of a function lies, ready to be an asset. */
export type Bundles = (name: FunctionName) => string

/**
 * Writes `<outdir>/<name>/index.mjs` with its source map for each function and answers where they are.
 * Throws, naming every missing entry.
 */
export async function bundleFunctions(areas: readonly AreaName[], outdir: string): Promise<Bundles> {
  const names = functionNames(areas)
  const missing = names.filter(name => !existsSync(join(REPOSITORY, entryOf(name))))
  if (missing.length > 0) throw new Error(`No code for ${missing.map(name => `${name} (${entryOf(name)})`).join(', ')}`)
  await build({
    entryPoints: names.map(name => ({ in: join(REPOSITORY, entryOf(name)), out: join(name, 'index') })),
    outdir,
    absWorkingDir: REPOSITORY,
    bundle: true,
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
    plugins: [withoutZodLocales, withoutModelChecks, builtinsByRequire],
    logLevel: 'warning',
  })
  return name => join(outdir, name)
}
