import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { holderOf } from '../../local/claim-data-dir.ts'
import { HALF_RESTORED } from '../../local/data-dir.ts'
import { FOREIGN_FOLDERS } from '../../local/foreign-folders.ts'
import { explainForbidden } from './explain-forbidden.ts'

/** @throws when a folder is no place for a restored data directory: only an empty one is */
export function requireEmpty(dataDir: string): void {
  const running = holderOf(dataDir)
  if (running !== undefined) throw new Error(`${dataDir} is in use by a running product (process ${running})`)
  if (!existsSync(dataDir)) return
  if (!statSync(dataDir).isDirectory()) throw new Error(`${dataDir} is no folder`)
  if (existsSync(join(dataDir, HALF_RESTORED))) {
    throw new Error(`${dataDir} holds a restore that was interrupted: empty it and restore again`)
  }
  if (dataIn(dataDir).length > 0) throw new Error(`${dataDir} is not empty: restore into an empty folder`)
}

/** Lists what is in a folder, except what npm or the file system put there. */
const dataIn = (dir: string): string[] => readdirSync(dir).filter(name => !FOREIGN_FOLDERS.includes(name))

/**
 * Makes the folder in which a data directory is put together: beside it, or, where that is not
 * allowed, the data directory is a mounted disk or holds something of others, in it.
 */
export function workFolder(dataDir: string): string {
  const parent = dirname(dataDir)
  mkdirSync(parent, { recursive: true })
  removeStale(parent, `${basename(dataDir)}.restoring-`)
  const staysWhereItIs =
    existsSync(dataDir) && (statSync(dataDir).dev !== statSync(parent).dev || readdirSync(dataDir).length > 0)
  const beside = `${dataDir}.restoring-${process.pid}`
  const inside = join(dataDir, HALF_RESTORED)
  if (staysWhereItIs) mkdirSync(inside, { mode: 0o700 })
  else {
    try {
      mkdirSync(beside, { mode: 0o700 })
      return beside
    } catch (error) {
      if (!existsSync(dataDir)) throw explainForbidden(error, dataDir)
      mkdirSync(inside, { mode: 0o700 })
    }
  }
  return inside
}

/** Lets a finished work folder take the place of the data directory. */
export function takePlace(work: string, dataDir: string): void {
  const exists = existsSync(dataDir)
  if (exists) giveTo(work, statSync(dataDir))
  if (dirname(work) !== dataDir) {
    // Replaces an empty folder only.
    renameSync(work, dataDir)
    return
  }
  if (dataIn(dataDir).length > 1) throw new Error(`${dataDir} is not empty any more`)
  // The product does not start while the work folder is there.
  for (const name of readdirSync(work)) renameSync(join(work, name), join(dataDir, name))
  rmSync(work, { recursive: true })
}

/** Removes a work folder that did not become a data directory. */
export function withdraw(work: string): void {
  rmSync(work, { recursive: true, force: true })
}

/** Gives everything to the owner of the data directory, for an operator who restores as root. */
function giveTo(path: string, owner: { uid: number; gid: number }): void {
  if (process.getuid?.() !== 0) return
  chownSync(path, owner.uid, owner.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveTo(join(path, name), owner)
}

/** Removes work folders of restores that were killed. */
function removeStale(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid > 0 && !existsSync(`/proc/${pid}`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}
