import { type Manifest, manifestPath, momentOf, parseManifest } from './manifest.ts'
import type { BackupTarget } from './target/backup-target.ts'
import { readText } from './target/read-text.ts'

/** A backup of a target: its folder and moment (epoch ms). */
export type ListedBackup = { folder: string; moment: number }

/** Returns the whole backups among the files of a target, oldest first. */
export function listBackups(files: Iterable<string>): ListedBackup[] {
  return [...files]
    .flatMap(path => {
      const folder = path.slice(0, Math.max(0, path.indexOf('/')))
      const moment = momentOf(folder)
      return moment !== undefined && path === manifestPath(folder) ? [{ folder, moment }] : []
    })
    .sort((a, b) => a.moment - b.moment)
}

/**
 * Reads the manifest of the newest backup, or of the newest one until a moment (epoch ms).
 * @throws when there is none
 */
export async function chooseBackup(target: BackupTarget, at: number | undefined): Promise<Manifest> {
  const backups = listBackups((await target.list('')).keys())
  const found = backups.findLast(({ moment }) => at === undefined || moment <= at)
  if (found) return readManifest(target, found)
  const [first] = backups
  if (!first) throw new Error(`there is no backup in ${target.nameOf('')}`)
  throw new Error(`the oldest backup in ${target.nameOf('')} is of ${new Date(first.moment).toISOString()}`)
}

/** Reads the manifest of a backup. @throws with the manifest's name when it is damaged */
export async function readManifest(target: BackupTarget, { folder }: ListedBackup): Promise<Manifest> {
  const path = manifestPath(folder)
  try {
    return parseManifest(await readText(target, path))
  } catch (error) {
    throw new Error(`${target.nameOf(path)}: ${(error as Error).message}`, { cause: error })
  }
}
