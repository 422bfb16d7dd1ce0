import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { readDataFormat } from '../../local/data-format/format-file.ts'
import type { BackupOptions } from './backup-options.ts'
import { copyMoment, copyOf, objectsIn } from './copy-moment.ts'
import { type BackupKey, createKey, openKey, WrongPassphrase } from './encryption.ts'
import { listBackups, readManifest } from './list-backups.ts'
import { lockTarget } from './lock.ts'
import { createManifest, folderOf, type Manifest, manifestPath, type StoredFile } from './manifest.ts'
import { DATABASES } from './pin-databases.ts'
import { knownFiles, storeObjects } from './pool.ts'
import { prune } from './prune.ts'
import { storeFile, streamId, suffixOf } from './store-file.ts'
import type { BackupTarget } from './target/backup-target.ts'
import { openFolderTarget } from './target/folder-target.ts'

export type TakenBackup = { manifest: Manifest; path: string; stored: { files: number; bytes: number } }

/** Small files of the state that belong to this machine or this run. */
const NOT_KEPT = new Set(['ports.json', 'backup.json'])
/**
 * Takes a backup and removes those that need not be kept any more. One that fails leaves the
 * earlier ones as they were, and is no backup: its manifest is stored last.
 */
export async function takeBackup(options: BackupOptions): Promise<TakenBackup> {
  const { dataDir, target } = options
  const here = await openFolderTarget(dataDir)
  const unlockHere = await lockTarget(here)
  const work = join(dataDir, 'backup-work')
  try {
    const unlock = await lockTarget(target)
    try {
      rmSync(work, { recursive: true, force: true })
      mkdirSync(work, { mode: 0o700 })
      return await takeLocked(options, work)
    } finally {
      await unlock()
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
    await unlockHere()
  }
}

async function takeLocked(options: BackupOptions, work: string): Promise<TakenBackup> {
  const { dataDir, target, version, log } = options
  const stored = await target.list('')
  const last = await lastManifest(target, stored, log)
  const key = await keyLike(last, options.passphrase)
  const known = knownFiles(stored, last)
  const { moment, objects } = await copyMoment({ ...options, work, key, known })
  const id = randomUUID()
  const isoMoment = new Date(moment).toISOString()
  const folder = folderOf(isoMoment)
  const storedNow = new Map<string, number>()
  const onStored = (path: string, size: number) => void storedNow.set(path, size)
  try {
    const state = stateFiles(dataDir, work)
    const files: StoredFile[] = []
    for (const { file, from } of state) {
      const storing = { key, id: streamId(id, file), compressed: file.endsWith('.sqlite') }
      const path = `${folder}/${file.split('/').at(-1)}${suffixOf(storing)}`
      const measure = await storeFile(target, { ...storing, from, stored: path })
      onStored(path, measure.size)
      files.push({ file, stored: path, ...measure })
    }
    files.push(...(await storeObjects(target, objects, { work: objectsIn(work), key, stored, known, onStored })))
    const about = {
      id,
      moment: isoMoment,
      version,
      format: readDataFormat(dataDir)?.format ?? null,
      stage: stageOf(work),
    }
    const manifest = createManifest({ ...about, files }, key)
    const text = JSON.stringify(manifest, null, 1)
    await target.write(manifestPath(folder), Readable.from([Buffer.from(text)]), text.length)
    await prune(target, Date.now()).catch(error => log(`old backups were not removed: ${(error as Error).message}`))
    const bytes = [...storedNow.values()].reduce((sum, size) => sum + size, 0)
    return { manifest, path: target.nameOf(manifestPath(folder)), stored: { files: storedNow.size, bytes } }
  } catch (error) {
    await target.remove([manifestPath(folder), ...storedNow.keys()]).catch(() => {})
    throw error
  }
}

/** Returns the small files of the state and the copied databases, with the files that hold them. */
function stateFiles(dataDir: string, work: string): { file: string; from: string }[] {
  const small = readdirSync(dataDir, { withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.json') && !NOT_KEPT.has(entry.name))
    .map(({ name }) => ({ file: name, from: join(dataDir, name) }))
  return [...small, ...DATABASES.map(file => ({ file, from: copyOf(work, file) }))]
}

/** Returns the newest manifest of a target, which tells what the pool holds. */
async function lastManifest(
  target: BackupTarget,
  stored: Map<string, number>,
  log: (line: string) => void,
): Promise<Manifest | undefined> {
  const newest = listBackups(stored.keys()).at(-1)
  if (!newest) return undefined
  try {
    return await readManifest(target, newest)
  } catch (error) {
    log(`${(error as Error).message}; every object is checked or copied again`)
    return undefined
  }
}

/** Returns the key of the last backup if the passphrase is still the same, else a new one. */
async function keyLike(last: Manifest | undefined, passphrase: string | undefined): Promise<BackupKey | undefined> {
  if (!passphrase) return undefined
  if (!last?.encryption) return createKey(passphrase)
  try {
    return await openKey(passphrase, last.encryption)
  } catch (error) {
    if (error instanceof WrongPassphrase) return createKey(passphrase)
    throw error
  }
}

/** Returns the stage whose queues a copied state has. */
function stageOf(work: string): string {
  const queues = new DatabaseSync(copyOf(work, 'sqs.sqlite'), { readOnly: true })
  try {
    const names = (queues.prepare('SELECT name FROM queue').all() as { name: string }[]).map(({ name }) => name)
    return names.map(name => /^balcao-(.+)-jobs$/.exec(name)?.[1]).find(stage => stage !== undefined) ?? ''
  } finally {
    queues.close()
  }
}
