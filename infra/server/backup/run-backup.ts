import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import product from '../../../package.json' with { type: 'json' }
import { holderOf } from '../../local/claim-data-dir.ts'
import type { BackupSettings } from './backup-settings.ts'
import { connectCut } from './connect-cut.ts'
import { AlreadyRunning } from './lock.ts'
import { DATABASES } from './pin-databases.ts'
import { writeBackupResult } from './result.ts'
import { takeBackup } from './take-backup.ts'
import { openTarget } from './target/open-target.ts'

/**
 * Takes a backup of a data directory and keeps its outcome there.
 * @returns the manifest's path
 */
export async function runBackup(
  options: BackupSettings & { place: string; log: (line: string) => void },
): Promise<string> {
  const { dataDir, place, passphrase, s3, log } = options
  const began = Date.now()
  try {
    if (!isDataDir(dataDir)) throw new Error(`${dataDir} is no data directory of Balcão`)
    if (`${resolve(place)}${sep}`.startsWith(`${dataDir}${sep}`)) {
      throw new Error(`${place} lies in the data directory: a backup belongs elsewhere`)
    }
    if (!passphrase) log('not encrypted: who reads this backup has all secrets; BACKUP_PASSPHRASE encrypts it')
    const target = await openTarget(place, { make: true, s3 })
    const taken = await takeBackup({
      dataDir,
      target,
      passphrase,
      connect: () => connectCut(dataDir),
      isRunning: () => holderOf(dataDir) !== undefined,
      version: product.version,
      log,
    })
    target.close()
    const { manifest, path, stored } = taken
    writeBackupResult(dataDir, { at: manifest.moment, ok: true, bytes: manifest.bytes })
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    log(`${manifest.files.length} files, ${manifest.bytes} bytes, moment ${manifest.moment}`)
    log(`${stored.files} of them stored anew, ${stored.bytes} bytes, in ${seconds} s`)
    return path
  } catch (error) {
    const message = explain(error as NodeJS.ErrnoException, options)
    // One that is refused because another runs is no failure of that one.
    if (!(error instanceof AlreadyRunning) && isDataDir(dataDir)) {
      keepFailure(dataDir, message)
    }
    throw new Error(message, { cause: error })
  }
}

const isDataDir = (dir: string) => existsSync(join(dir, DATABASES[0]))

/** Keeps why a backup failed, if there is room for that. */
function keepFailure(dataDir: string, error: string): void {
  try {
    writeBackupResult(dataDir, { at: new Date().toISOString(), ok: false, bytes: 0, error })
  } catch {
    // The reason itself is told by the caller.
  }
}

function explain(error: NodeJS.ErrnoException, { place, dataDir }: { place: string; dataDir: string }): string {
  if (error.code !== 'ENOSPC') return error.message
  return `no room: in ${place} for the backup, or in ${dataDir} for its copies; earlier backups are as they were`
}
