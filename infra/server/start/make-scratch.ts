import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the folder of a server's temporary files, on the disk of its data: many machines keep `/tmp`
 * in memory, and a file of an import may have gigabytes. What a run that was killed left there is
 * removed. No backup has it.
 * @param dataDir data directory, claimed by this process
 */
export function makeScratch(dataDir: string): string {
  const dir = join(dataDir, 'tmp')
  if (lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(dir)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
  // The folder itself stays: it may be a disk of its own.
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true })
  return dir
}
