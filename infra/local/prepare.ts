import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { spawnChild } from './child-process.ts'
import { ownEnvironment } from './config.ts'
import { fingerprint, stampMatches, writeStamp } from './fingerprint.ts'
import type { LocalStage } from './local-stage.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from './node-environment.ts'

const CACHE = join(REPOSITORY, '.cache/local')
const WEB = join(REPOSITORY, 'web/dist')

/** Folders that the first start in a checkout writes, which the later ones find. */
export const BUILT = [join(CACHE, 'cdk.out'), WEB, NODE_ENVIRONMENT.NODE_COMPILE_CACHE]

const SYNTH_INPUTS = [
  'package-lock.json',
  'cdk.json',
  'infra/bin',
  'infra/stacks',
  'infra/constructs',
  'infra/config.ts',
  'functions/src',
  'shared/src',
  'session-host/src',
  // The policy contains hashes of the inline parts of the page.
  'web/frame',
]
const WEB_INPUTS = ['package-lock.json', 'web', 'shared/src']

/**
 * Settings of Rolldown's allocator: no pages of 2 MiB, and free pages returned at once. A build
 * takes 510 MB in place of 790.
 */
const SMALL_ROLLDOWN = { MIMALLOC_ALLOW_THP: '0', MIMALLOC_PURGE_DELAY: '0' }

/**
 * Limit of the heap of the web's build, in MB. What the build holds is 62 MB at most; by V8's own
 * limit garbage stays, and it takes 70 MB more.
 */
const WEB_HEAP_MB = 192

/**
 * Synthesizes a stage that one machine serves when one of its inputs has changed.
 * @param built where the assembly is, and which stage's: that of the local stage lies apart from
 * `cdk.out`, which may hold another one's
 * @returns the directory of the assembly
 * @throws when the synthesis fails
 */
export async function prepareAssembly(
  log: (line: string) => void,
  { stage, dir }: { stage: LocalStage; dir: string } = { stage: 'local', dir: CACHE },
): Promise<string> {
  const assembly = join(dir, 'cdk.out')
  await once(join(dir, 'synth.stamp'), SYNTH_INPUTS, join(assembly, 'manifest.json'), async () => {
    log('preparing the program')
    await run([join(REPOSITORY, 'infra/bin/app.ts')], REPOSITORY, { STAGE: stage, CDK_OUTDIR: assembly })
  })
  return assembly
}

/**
 * Builds the web when one of its inputs has changed.
 * @param dir folder of the built web and its stamp, if `web/dist` is out of date; `web/dist` by
 * default
 * @returns the directory to serve
 * @throws when the build fails
 */
export async function prepareWeb(log: (line: string) => void, dir?: string): Promise<string> {
  const web = dir ? join(dir, 'web') : WEB
  if (dir && isCurrent(join(CACHE, 'web.stamp'), fingerprint(REPOSITORY, WEB_INPUTS), join(WEB, 'index.html')))
    return WEB
  await once(join(dir ?? CACHE, 'web.stamp'), WEB_INPUTS, join(web, 'index.html'), async () => {
    log('building the web')
    const vite = join(REPOSITORY, 'node_modules/vite/bin/vite.js')
    // The native loader writes nothing beside the configuration, where a server may not write.
    await run(
      [vite, 'build', '--logLevel', 'warn', '--configLoader', 'native', '--outDir', web],
      join(REPOSITORY, 'web'),
      // A test runner's NODE_ENV would build React for development.
      { NODE_ENV: 'production', ...SMALL_ROLLDOWN },
      [`--max-old-space-size=${WEB_HEAP_MB}`],
    )
  })
  return web
}

async function once(stamp: string, inputs: string[], product: string, make: () => Promise<void>): Promise<void> {
  if (isCurrent(stamp, fingerprint(REPOSITORY, inputs), product)) return
  await make()
  // A build may write an input itself (a generated route tree), so the fingerprint is taken
  // afterwards.
  writeStamp(stamp, fingerprint(REPOSITORY, inputs))
}

const isCurrent = (stamp: string, print: string, product: string): boolean =>
  existsSync(product) && stampMatches(stamp, print)

function run(args: string[], cwd: string, env: Record<string, string>, node: string[] = []): Promise<void> {
  const child = spawnChild(process.execPath, [...NODE_ARGUMENTS, ...node, ...args], {
    cwd,
    env: { ...ownEnvironment(), ...NODE_ENVIRONMENT, ...env },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => (code === 0 ? resolve() : reject(new Error(`${args[0]} ended with code ${code}`))))
  })
}
