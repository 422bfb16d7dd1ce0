import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OTHERS = 0o077

/**
 * Makes the data folder, or takes one that was there: its owner's alone, as are the files and folders in it (secrets, passwords of
 * the demo company, databases, logs, keys of the simulator). What lies deeper is behind these.
 */
export function openDataDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  close(dir)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isFile()) close(path)
    if (!entry.isDirectory()) continue
    close(path)
    for (const inner of readdirSync(path, { withFileTypes: true })) if (inner.isFile()) close(join(path, inner.name))
  }
}

/** Takes from others what they may. A file may go while one looks: databases come and go with their journals. */
function close(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode & ~OTHERS & 0o777)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
