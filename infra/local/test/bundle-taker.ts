import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { BUNDLING } from '../../constructs/function-bundles.ts'
import { REPOSITORY } from '../../constructs/repository.ts'
import { fingerprint } from '../fingerprint.ts'

const INPUTS = [
  ...['package-lock.json', 'functions/src', 'functions/test', 'shared/src', 'infra/constructs'],
  'infra/local/test/bundle-taker.ts',
]
const FOLDER = join(REPOSITORY, '.cache/local/takers')
const DAY_MS = 86_400_000

/**
 * Bundles the program that tests of deaths kill (`functions/test/take-message.ts`) into few files:
 * a process that reads hundreds of modules takes three times as long, and these tests start
 * hundreds. Bundles again when an input has changed.
 * @returns its path
 */
export async function bundleTaker(): Promise<string> {
  const folder = join(FOLDER, fingerprint(REPOSITORY, INPUTS).slice(0, 16))
  const program = join(folder, 'take-message.mjs')
  if (existsSync(program)) return program
  const making = `${folder}.${randomUUID()}`
  await build({
    ...BUNDLING,
    minify: false,
    sourcemap: false,
    splitting: true,
    entryPoints: [
      { in: join(REPOSITORY, 'functions/test/take-message.ts'), out: 'take-message' },
      // The thread that reads documents, which the function of jobs starts.
      { in: join(REPOSITORY, 'functions/src/documents/read-thread.ts'), out: 'read-thread' },
    ],
    outdir: making,
    external: ['vitest'],
  })
  try {
    renameSync(making, folder)
  } catch {
    // Another run was faster.
    rmSync(making, { recursive: true, force: true })
  }
  for (const name of readdirSync(FOLDER)) {
    const other = join(FOLDER, name)
    const { mtimeMs = Date.now() } = statSync(other, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > DAY_MS) rmSync(other, { recursive: true, force: true })
  }
  return program
}
