/**
 * Bundles the code of the Lambda functions, five in one esbuild run: its entries share the parse of
 * their common code, which takes a second where one process per function took eight.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AreaName } from '@balcao/shared/api-contract/route.ts'
import { type BuildOptions, build, stop } from 'esbuild'
import { BUNDLE_PLUGINS } from './bundle-plugins.ts'
import { REPOSITORY } from './repository.ts'

/**
 * Some dependencies are CommonJS and call `require` for Node's own modules, which an ES module does
 * not have.
 */
const REQUIRE = `import { createRequire as createRequireForBundle } from 'node:module';const require=createRequireForBundle(import.meta.url);`

/** Functions without an area, and their entry files below functions/src. */
const OTHER_ENTRIES = {
  'sign-in': 'areas/account/handler.ts',
  realtime: 'browsers/handler.ts',
  'api-token-authorizer': 'http/api-token-authorizer.ts',
  inbound: 'workers/inbound/handler.ts',
  jobs: 'workers/jobs/handler.ts',
  timers: 'workers/timers/handler.ts',
  mail: 'workers/mail/handler.ts',
  ticks: 'workers/ticks/handler.ts',
  machines: 'workers/bots/handler.ts',
  deliveries: 'workers/webhook-deliveries/handler.ts',
  pages: 'workers/graph/handler.ts',
  pushes: 'workers/pushes/handler.ts',
  clock: 'workers/clock/handler.ts',
} as const

/** Threads that functions start, each a bundle of its own beside that of its function. */
const THREADS: { of: FunctionName; entry: string }[] = [{ of: 'jobs', entry: 'documents/read-thread.ts' }]

export type FunctionName = AreaName | keyof typeof OTHER_ENTRIES

/** Returns the entry file of a function, relative to the repository. */
const entryOf = (name: FunctionName): string =>
  join(
    'functions/src',
    name in OTHER_ENTRIES ? OTHER_ENTRIES[name as keyof typeof OTHER_ENTRIES] : `areas/${name}/handler.ts`,
  )

/** Returns the names of all functions of an installation that serves these areas. */
export const functionNames = (areas: readonly AreaName[]): FunctionName[] => [
  ...areas,
  ...(Object.keys(OTHER_ENTRIES) as (keyof typeof OTHER_ENTRIES)[]),
]

/** Returns the folder of a function's code, ready to be an asset. */
export type Bundles = (name: FunctionName) => string

/** Options by which the code of a function becomes one file. */
export const BUNDLING = {
  absWorkingDir: REPOSITORY,
  bundle: true,
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  target: 'node24',
  // One byte a character in V8's memory (bundle-plugins.ts); the escapes take 3 kB.
  charset: 'ascii',
  // Licences lie beside the code, which is read at each start.
  legalComments: 'external',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE },
  plugins: BUNDLE_PLUGINS,
  logLevel: 'warning',
} satisfies BuildOptions

/**
 * Number of functions bundled in one run. All 26 at once take 1,050 MB, six 470 MB, five 390 MB;
 * fewer gain little, and each further run takes 0.8 s of processor time.
 */
const BATCH_SIZE = 5

/**
 * Writes `<outdir>/<name>/index.mjs` with its source map for each function and returns their
 * folders. Throws with every missing entry.
 */
export async function bundleFunctions(areas: readonly AreaName[], outdir: string): Promise<Bundles> {
  const names = functionNames(areas)
  const missing = names.filter(name => !existsSync(join(REPOSITORY, entryOf(name))))
  if (missing.length > 0) throw new Error(`No code for ${missing.map(name => `${name} (${entryOf(name)})`).join(', ')}`)
  const run = async (entryPoints: { in: string; out: string }[], into: string) => {
    await build({ ...BUNDLING, entryPoints, outdir: into })
    // Its process would keep the memory of this run through the next one.
    await stop()
  }
  const entryPoints = names.map(name => ({ in: join(REPOSITORY, entryOf(name)), out: join(name, 'index') }))
  for (let from = 0; from < entryPoints.length; from += BATCH_SIZE)
    await run(entryPoints.slice(from, from + BATCH_SIZE), outdir)
  // Each by itself, since files it loads are copied into the folder of the run.
  for (const { of, entry } of THREADS)
    await run([{ in: join(REPOSITORY, 'functions/src', entry), out: basename(entry, '.ts') }], join(outdir, of))
  return name => join(outdir, name)
}
