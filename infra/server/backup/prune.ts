import { listBackups, readManifest } from './list-backups.ts'
import { manifestPath, momentOf } from './manifest.ts'
import { POOL_FILE } from './pool.ts'
import { backupsToKeep } from './retention.ts'
import type { BackupTarget } from './target/backup-target.ts'

/**
 * Removes backups that need not be kept, what interrupted ones left, and objects that no kept
 * backup names. Files that are none of a backup stay.
 */
export async function prune(target: BackupTarget, now: number): Promise<void> {
  const files = await target.list('')
  const backups = listBackups(files.keys())
  const keep = backupsToKeep(
    backups.map(({ moment }) => moment),
    now,
  )
  const kept = backups.filter(({ moment }) => keep.has(moment))
  const named = new Set<string>()
  // A manifest that cannot be read ends this: what it names is not known.
  for (const backup of kept) for (const { stored } of (await readManifest(target, backup)).files) named.add(stored)

  const folders = new Set(kept.map(({ folder }) => folder))
  const dropped = [...files.keys()].filter(path => {
    const folder = path.slice(0, Math.max(0, path.indexOf('/')))
    if (momentOf(folder) !== undefined) return !folders.has(folder)
    return POOL_FILE.test(path) && !named.has(path)
  })
  // Manifests first: what is left when this is interrupted is no backup.
  const manifests = new Set(backups.map(({ folder }) => manifestPath(folder)))
  await target.remove(dropped.filter(path => manifests.has(path)))
  await target.remove(dropped.filter(path => !manifests.has(path)))
}
