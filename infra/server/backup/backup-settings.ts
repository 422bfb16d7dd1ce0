import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ownEnvironment, readConfig } from '../../local/config.ts'
import { readServerConfig } from '../config.ts'

/** Arguments of the commands. */
type Given = { env?: string | undefined; place?: string | undefined; dataDir?: string | undefined }

/**
 * Returns what the commands were given, else what the server's configuration says. Without one,
 * the data directory is that of `npm start`.
 * @param given.env the configuration's file; by default `balcao.env` of the current folder, if any
 */
export function readBackupSettings({ env: file, place, dataDir }: Given) {
  const { BACKUP_TO, BACKUP_PASSPHRASE } = ownEnvironment()
  const isConfigured = file !== undefined || existsSync('balcao.env')
  const config = isConfigured
    ? readServerConfig({ file })
    : { DATA_DIR: readConfig().dataDir, BACKUP_TO, BACKUP_PASSPHRASE }
  return {
    place: place ?? (config.BACKUP_TO || undefined),
    dataDir: dataDir === undefined ? config.DATA_DIR : resolve(dataDir),
    passphrase: config.BACKUP_PASSPHRASE || undefined,
  }
}
