import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FOREIGN_FOLDERS } from './foreign-folders.ts'
import { Refusal } from './refusal.ts'

const OTHERS = 0o077

/** Folder in a data directory while a backup is restored into it. */
export const HALF_RESTORED = '.restoring'

/**
 * Creates or opens the data folder and restricts it and the files and folders directly in it to the
 * owner (secrets, passwords of the demo company, databases, logs, the simulator's keys). Deeper
 * files are protected by these folders.
 * @throws Refusal when a restore into it was interrupted
 */
export function openDataDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (existsSync(join(dir, HALF_RESTORED))) {
    throw new Refusal(`A restore into ${dir} was interrupted: empty it and restore again`)
  }
  close(dir)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isFile()) close(path)
    if (!entry.isDirectory() || FOREIGN_FOLDERS.includes(entry.name)) continue
    close(path)
    for (const inner of readdirSync(path, { withFileTypes: true })) if (inner.isFile()) close(join(path, inner.name))
  }
}

/**
 * Removes all permissions of group and others. A file may disappear meanwhile: databases come and
 * go with their journals.
 */
function close(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode & ~OTHERS & 0o777)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
