import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FOREIGN_FOLDERS } from '../../local/foreign-folders.ts'
import { Refusal } from '../../local/refusal.ts'

/**
 * Makes the folder of a server's temporary files, on the disk of its data: many machines keep
 * `/tmp` in memory, and a file of an import may have gigabytes. Removes the files that a killed run
 * left. No backup has the folder.
 * @param dataDir data directory, claimed by this process
 * @param log receives a line for each entry that cannot be removed
 * @throws Refusal when the folder is another user's
 */
export function makeScratch(dataDir: string, log: (line: string) => void): string {
  const dir = join(dataDir, 'tmp')
  if (lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(dir)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  try {
    chmodSync(dir, 0o700)
  } catch {
    throw new Refusal(`${dir} belongs to another user: sudo chown --reference='${dataDir}' '${dir}'`)
  }
  // The folder itself stays: it may be a disk of its own.
  for (const name of readdirSync(dir).filter(each => !FOREIGN_FOLDERS.includes(each)))
    try {
      rmSync(join(dir, name), { recursive: true, force: true })
    } catch (error) {
      log(`${join(dir, name)} could not be removed (${(error as NodeJS.ErrnoException).code})`)
    }
  return dir
}
