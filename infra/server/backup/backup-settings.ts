import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ownEnvironment, readConfig } from '../../local/config.ts'
import { readServerConfig } from '../config.ts'
import type { S3Account } from './target/s3-target.ts'

export type BackupSettings = {
  dataDir: string
  /**
   * Folder, or `s3://bucket/prefix`; undefined when neither arguments nor configuration name one.
   */
  place: string | undefined
  passphrase: string | undefined
  s3: S3Account
}

/** Arguments of the commands. */
type Given = { env?: string | undefined; place?: string | undefined; dataDir?: string | undefined }

/**
 * Returns what the commands were given, else what the server's configuration says. Without one,
 * the data directory is that of `npm start`.
 * @param given.env the configuration's file; by default `balcao.env` of the current folder, if any
 */
export function readBackupSettings({ env: file, place, dataDir }: Given): BackupSettings {
  const isConfigured = file !== undefined || existsSync('balcao.env')
  const config = isConfigured ? readServerConfig({ file }) : undefined
  const values: Record<string, unknown> = config ?? ownEnvironment()
  const value = (key: string) => (values[key] as string | undefined) || undefined
  return {
    place: place ?? value('BACKUP_TO'),
    dataDir: dataDir === undefined ? (config?.DATA_DIR ?? readConfig().dataDir) : resolve(dataDir),
    passphrase: value('BACKUP_PASSPHRASE'),
    s3: {
      keyId: value('BACKUP_S3_KEY_ID'),
      secret: value('BACKUP_S3_SECRET'),
      region: value('BACKUP_S3_REGION'),
      endpoint: value('BACKUP_S3_ENDPOINT'),
    },
  }
}
