import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'

/** Programs that hold a data directory while they run, by a part of their command lines. */
const PROGRAMS = ['infra/demo/start', 'infra/server/serve', 'infra/server/move/move']

/** Holds the pid of the process that has the data directory. */
const FILE = 'start.pid'

/**
 * Claims the data directory, and empties it first on request.
 * @throws when another process has it: two must not share one
 */
export function claimDataDir(dataDir: string, fresh = false): void {
  const holder = holderOf(dataDir)
  if (holder !== undefined && holder !== process.pid)
    throw new Error(`Balcão runs already on this data directory (process ${holder}): ${dataDir}`)
  if (fresh) rmSync(dataDir, { recursive: true, force: true })
  openDataDir(dataDir)
  writeFileSync(join(dataDir, FILE), String(process.pid))
}

/** Returns the pid of the product that runs on a data directory; undefined when none does. */
export function holderOf(dataDir: string): number | undefined {
  const file = join(dataDir, FILE)
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  // Another program may have the pid by now; only one of ours counts.
  return pid > 0 && PROGRAMS.some(program => commandOf(pid).includes(program)) ? pid : undefined
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
