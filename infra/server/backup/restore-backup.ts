import { chooseBackup } from './list-backups.ts'
import { keyOf, type Manifest } from './manifest.ts'
import { restoreFiles } from './restore-files.ts'
import { requireEmpty, takePlace, withdraw, workFolder } from './restore-place.ts'
import type { BackupTarget } from './target/backup-target.ts'

export type RestoreOptions = {
  target: BackupTarget
  /** Latest moment (epoch ms) of the backup to restore; undefined for the newest. */
  at: number | undefined
  /** An empty folder, or one that does not exist. */
  dataDir: string
  passphrase: string | undefined
}

/**
 * Restores the newest backup, or the newest one until a moment. Everything is checked against the
 * manifest in a folder of its own, which takes the place of the data directory only then.
 * @returns the restored backup's manifest
 * @throws when anything is not as the manifest says; nothing is restored then
 */
export async function restoreBackup({ target, at, dataDir, passphrase }: RestoreOptions): Promise<Manifest> {
  requireEmpty(dataDir)
  const manifest = await chooseBackup(target, at)
  const key = await keyOf(manifest, passphrase)
  const work = workFolder(dataDir)
  try {
    await restoreFiles(target, manifest, key, work)
    takePlace(work, dataDir)
  } catch (error) {
    withdraw(work)
    throw error
  }
  return manifest
}
