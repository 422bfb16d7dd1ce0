import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Outcome of the last backup of a data directory. `at` is UTC; `bytes` are those of the backup. */
export type BackupResult = { at: string; ok: boolean; bytes: number; error?: string }

export function writeBackupResult(dataDir: string, result: BackupResult): void {
  const file = join(dataDir, 'backup.json')
  writeFileSync(`${file}.new`, JSON.stringify(result), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
