// `npm run bench:memory [-- --quick] [-- --build]`: memory of `npm start` on new data, by process:
// the most while it starts, loads its functions and is used, and left alone. With `--build` it
// removes what is built first, so that the start builds it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILT } from '../local/prepare.ts'
import { measureMemory } from './measure-memory.ts'
import type { MemorySample } from './memory.ts'

const [quick, build] = ['--quick', '--build'].map(flag => process.argv.includes(flag)) as [boolean, boolean]
/** Hides processes below this: each of ours has a small one that waits for its end. */
const SMALL_BYTES = 1024 * 1024

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-memory-'))
try {
  if (build) for (const path of BUILT) rmSync(path, { recursive: true, force: true })
  const { starting, loading, inUse, idle, core } = await measureMemory(dataDir, quick)
  show(build ? 'building and starting, most' : 'starting, most', starting)
  show('loading functions and making the shop, most', loading)
  show('in use, most', inUse)
  show(`idle, ${(core * 100).toFixed(1)} % of a core`, idle)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

function show(phase: string, { total, processes }: MemorySample): void {
  console.log(`${phase}: ${megabytes(total)}`)
  for (const [name, bytes] of processes.toSorted(([, a], [, b]) => b - a))
    if (bytes > SMALL_BYTES) console.log(`  ${name} ${megabytes(bytes)}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}
