import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { SERVED_AREAS } from '@balcao/shared/api/v1.ts'
import { bundleFunctions, functionNames } from '../constructs/function-bundles.ts'
import { servedAreas } from '../constructs/gateway-routes.ts'
import { REPOSITORY } from '../constructs/repository.ts'
import { ownEnvironment } from '../local/config.ts'

/** `bytes` of the bundle; `importMs` in a separate process (median of three). */
export type BundleFigures = { name: string; bytes: number; importMs: number }

const IMPORT_RUNS = 3

/** Bundles every function as the deployment does, and imports each. */
export async function functionBundles(): Promise<BundleFigures[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'balcao-sizes-'))
  try {
    const areas = servedAreas(SERVED_AREAS)
    const bundles = await bundleFunctions(areas, scratch)
    return functionNames(areas).map(name => {
      const file = join(bundles(name), 'index.mjs')
      return { name, bytes: statSync(file).size, importMs: importTime(file) }
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function importTime(file: string): number {
  const url = JSON.stringify(pathToFileURL(file).href)
  const script = `const from = performance.now(); await import(${url}); console.log(performance.now() - from)`
  const times = Array.from({ length: IMPORT_RUNS }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })),
  )
  return times.sort((a, b) => a - b)[Math.floor(IMPORT_RUNS / 2)]!
}

/** Returns the megabytes that `npm ci` left in `node_modules`, caches of tests and builds aside. */
export function installedMegabytes(): number {
  const packages = join(REPOSITORY, 'node_modules')
  const used = execFileSync('du', ['-sm', '--exclude=.vitest-cache', '--exclude=.cache', '--exclude=.vite', packages])
  return Number.parseInt(used.toString(), 10)
}

type Chunk = { file: string; imports?: string[] }

/** A screen's first visit: its routes and texts, beside the page. */
const SCREENS = {
  login: { routes: ['_public', '_public.login'], texts: ['common', 'account'] },
  tickets: { routes: ['_app', '_app.tickets', '_app.tickets.index'], texts: ['common', 'tickets'] },
  conversation: { routes: ['_app', '_app.tickets', '_app.tickets.$uuid'], texts: ['common', 'tickets'] },
}

/**
 * Returns the kilobytes of gzipped JavaScript that a first visit loads before the screen can be
 * used.
 */
export function webFirstLoads(): Record<keyof typeof SCREENS, number> {
  const scratch = mkdtempSync(join(tmpdir(), 'balcao-web-'))
  try {
    const vite = join(REPOSITORY, 'node_modules/vite/bin/vite.js')
    execFileSync(process.execPath, [vite, 'build', '--outDir', scratch, '--manifest', '--logLevel', 'error'], {
      cwd: join(REPOSITORY, 'web'),
      env: { ...ownEnvironment(), NODE_ENV: 'production' },
    })
    const manifest = JSON.parse(readFileSync(join(scratch, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
    const load = ({ routes, texts }: (typeof SCREENS)['login']) => {
      const roots = [
        'index.html',
        ...routes.flatMap(route => Object.keys(manifest).filter(key => key.startsWith(`src/routes/${route}.tsx`))),
        ...texts.map(name => `src/locales/pt/${name}.json`),
      ]
      return filesOf(manifest, roots).reduce((sum, file) => sum + gzipped(join(scratch, file)), 0) / 1024
    }
    return {
      login: load(SCREENS.login),
      tickets: load(SCREENS.tickets),
      conversation: load(SCREENS.conversation),
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const gzipped = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length

/** Returns every script that these modules import statically. */
function filesOf(manifest: Record<string, Chunk>, modules: string[]): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key) || !manifest[key]) return
    seen.add(key)
    manifest[key].imports?.forEach(visit)
  }
  modules.forEach(visit)
  return [...new Set([...seen].map(key => manifest[key]!.file))].filter(file => file.endsWith('.js'))
}
