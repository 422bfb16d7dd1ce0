import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'

/** Programs that hold a data directory while they run, by a part of their command lines. */
const PROGRAMS = ['infra/demo/start', 'infra/server/serve', 'infra/server/move/move']

/**
 * Claims the data directory, and empties it first on request.
 * @throws when another process has it: two must not share one
 */
export function claimDataDir(dataDir: string, fresh = false): void {
  const file = join(dataDir, 'start.pid')
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  // Another program may have the pid by now; only one of ours counts.
  const isOurs = (command: string) => PROGRAMS.some(program => command.includes(program))
  if (holder !== 0 && holder !== process.pid && isOurs(commandOf(holder)))
    throw new Error(`Balcão runs already on this data directory (process ${holder}): ${dataDir}`)
  if (fresh) rmSync(dataDir, { recursive: true, force: true })
  openDataDir(dataDir)
  writeFileSync(file, String(process.pid))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
