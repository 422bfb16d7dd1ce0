import { linkSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type BackupKey, keyName } from './encryption.ts'
import { inParallel } from './in-parallel.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import { measureFile, storeFile, streamId } from './store-file.ts'
import type { BackupTarget } from './target/backup-target.ts'

/** Folder of the objects that all backups of a target share. */
const POOL = 'objects'
/** Files of the pool, whoever stored them; nothing else in a target is ever removed as one. */
export const POOL_FILE = /^objects\/(plain|[0-9a-f]{16})\/[0-9a-f]{2}\/[0-9a-f-]{36}(\.enc)?(\.[0-9a-f-]{36}\.part)?$/

/** Objects of a backup: files that never change, each under its own name. */
export type PooledObject = { name: string; size: number; file: string; stored: string }

/**
 * Returns the files of a target that a manifest names and that still have their size: they need not
 * be stored again.
 */
export function knownFiles(stored: Map<string, number>, last: Manifest | undefined): Map<string, StoredFile> {
  const files = last?.files.filter(file => stored.get(file.stored) === file.size) ?? []
  return new Map(files.map(file => [file.stored, file]))
}

/** Returns the objects that a copied store names, with their places in the pool of a key. */
export function listObjects(store: DatabaseSync, key: BackupKey | undefined): PooledObject[] {
  const rows = store.prepare('SELECT file, size FROM object UNION SELECT file, size FROM part').all()
  return (rows as { file: string; size: number }[]).map(({ file: name, size }) => ({
    name,
    size,
    file: `s3/objects/${name}`,
    stored: `${POOL}/${key ? keyName(key) : 'plain'}/${name.slice(0, 2)}/${name}${key ? '.enc' : ''}`,
  }))
}

/**
 * Links objects into the work folder, so that they outlive their deletion while they are copied.
 * @returns false if one was deleted before
 */
export function linkObjects(dataDir: string, work: string, objects: readonly PooledObject[]): boolean {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true, mode: 0o700 })
  for (const { file, name } of objects) {
    try {
      linkSync(join(dataDir, file), join(work, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }
  return true
}

/**
 * Stores the objects that the pool does not have.
 * @param options.stored files of the pool with their sizes
 * @param options.known files of the pool whose digests are known
 * @param options.onStored called with the path of each file that was stored anew
 * @returns all objects as the manifest names them
 */
export async function storeObjects(
  target: BackupTarget,
  objects: readonly PooledObject[],
  options: {
    work: string
    key: BackupKey | undefined
    stored: Map<string, number>
    known: Map<string, StoredFile>
    onStored: (path: string, size: number) => void
  },
): Promise<StoredFile[]> {
  const { work, key, known, onStored } = options
  const files: StoredFile[] = []
  const one = async ({ name, file, stored }: PooledObject): Promise<StoredFile> => {
    const before = known.get(stored)
    if (before) return before
    const from = join(work, name)
    const storing = { key, id: streamId('', file) }
    // Stored by a backup that was interrupted: the same bytes are encrypted the same way.
    const measure = await measureFile(from, storing)
    if (measure.size !== options.stored.get(stored)) {
      await storeFile(target, { ...storing, from, stored })
      onStored(stored, measure.size)
    }
    return { file, stored, ...measure }
  }
  await inParallel(objects, async object => void files.push(await one(object)))
  return files.sort((a, b) => (a.file < b.file ? -1 : 1))
}
