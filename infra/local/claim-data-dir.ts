import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'
import { isLocked, LOCK_FILE, lockDataDir } from './lock-data-dir.ts'
import { Refusal } from './refusal.ts'

/** Holds the pid of the process that has the data directory. */
const FILE = 'start.pid'

/**
 * Claims the data directory for the life of this process, and empties it first on request.
 * @throws Refusal when another process has it: two must not share one
 */
export function claimDataDir(dataDir: string, fresh = false): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!lockDataDir(dataDir))
    throw new Refusal(`Balcão runs already on this data directory (process ${pidIn(dataDir)}): ${dataDir}`)
  if (fresh) {
    const removed = readdirSync(dataDir).filter(name => !name.startsWith(LOCK_FILE))
    for (const name of removed) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  openDataDir(dataDir)
  writeFileSync(join(dataDir, FILE), String(process.pid))
}

/** Returns the pid of the process that has a data directory; undefined when none has. */
export function holderOf(dataDir: string): number | undefined {
  return isLocked(dataDir) ? pidIn(dataDir) : undefined
}

/** Returns the pid that the latest holder wrote; 0 before it has written one. */
function pidIn(dataDir: string): number {
  const file = join(dataDir, FILE)
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
}
