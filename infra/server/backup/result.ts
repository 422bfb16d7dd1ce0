import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Outcome of the last backup of a data directory. `at` is UTC; `bytes` are those of the backup. */
export type BackupResult = { at: string; ok: boolean; bytes: number; error?: string }

const fileIn = (dataDir: string) => join(dataDir, 'backup.json')

/** Returns the outcome of the last backup; null before the first. */
export function readBackupResult(dataDir: string): BackupResult | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as BackupResult
  } catch {
    return null
  }
}

export function writeBackupResult(dataDir: string, result: BackupResult): void {
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, JSON.stringify(result), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
