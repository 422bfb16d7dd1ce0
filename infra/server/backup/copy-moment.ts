import { mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup as copyDatabase } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupOptions } from './backup-options.ts'
import { CutLost } from './connect-cut.ts'
import type { BackupKey } from './encryption.ts'
import type { StoredFile } from './manifest.ts'
import { DATABASES, type DatabaseFile, pinDatabases } from './pin-databases.ts'
import { linkObjects, listObjects, type PooledObject } from './pool.ts'

type Moment = { moment: number; objects: PooledObject[] }
type Options = BackupOptions & {
  /** Folder in the data directory for the copies. */
  work: string
  key: BackupKey | undefined
  /** Files that the target has, by path. */
  known: Map<string, StoredFile>
}

/** Pages of a database that are copied at a time, while others wait for the disk. */
const COPY_PAGES = 2000
const ATTEMPTS = 6
const BETWEEN_MS = 500

/** Returns the path of a database's copy. */
export const copyOf = (work: string, file: DatabaseFile): string => join(work, file)
/** Returns the folder of the linked objects. */
export const objectsIn = (work: string): string => join(work, 'objects')

/**
 * Copies the databases of one consistent moment, and links the objects that they name. Tries again
 * when the product is restarted meanwhile.
 */
export async function copyMoment(options: Options): Promise<Moment> {
  for (let attempt = 1; ; attempt++) {
    try {
      const moment = await copyOnce(options)
      if (moment) return moment
    } catch (error) {
      if (!(error instanceof CutLost) || attempt === ATTEMPTS) throw error
    }
    if (attempt === ATTEMPTS) throw new Error('the product changed during each attempt at a consistent moment')
    await sleep(BETWEEN_MS)
  }
}

/** @returns undefined when the state changed while it was read */
async function copyOnce(options: Options): Promise<Moment | undefined> {
  const { dataDir, work, key, connect, isRunning, known, log } = options
  requireRoom(dataDir)
  const cut = await connect()
  await cut?.holdDeletions()
  const pinned = await pinDatabases(dataDir, cut, isRunning)
  if (!pinned) return undefined
  log(cut ? `the queues paused for ${pinned.pausedMs.toFixed(0)} ms` : 'the product does not run')
  try {
    const objects = listObjects(pinned.databases.get('s3/s3.sqlite')!, key)
    const isNew = ({ stored }: PooledObject) => !known.has(stored)
    if (!linkObjects(dataDir, objectsIn(work), objects.filter(isNew))) return undefined
    await cut?.releaseDeletions().catch(() => {})
    for (const file of DATABASES) {
      mkdirSync(dirname(copyOf(work, file)), { recursive: true, mode: 0o700 })
      rmSync(copyOf(work, file), { force: true })
      await copyDatabase(pinned.databases.get(file)!, copyOf(work, file), { rate: COPY_PAGES })
    }
    return { moment: pinned.moment, objects }
  } finally {
    pinned.close()
  }
}

/** @throws when the disk has no room for a copy of the databases */
function requireRoom(dataDir: string): void {
  const sizeOf = (file: string) => statSync(join(dataDir, file), { throwIfNoEntry: false })?.size ?? 0
  const needed = DATABASES.reduce((sum, file) => sum + sizeOf(file) + sizeOf(`${file}-wal`), 0)
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize > needed) return
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  throw new Error(
    `${dataDir} has ${megabytes(bavail * bsize)} free; a backup needs ${megabytes(needed)} there for a moment`,
  )
}
