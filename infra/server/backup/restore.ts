// `npm run restore -- [--from DIR|s3://bucket/prefix] [--at MOMENT] --data-dir EMPTY`: restores the
// newest backup, or the newest one until a moment (ISO 8601, or the name of a backup's folder).
import { resolve } from 'node:path'
import { endWithUsage, readArguments } from '../../operations/read-arguments.ts'
import { readBackupSettings } from './backup-settings.ts'
import { momentOf } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { openTarget } from './target/open-target.ts'

const USAGE = 'restore -- [--from DIR|s3://bucket/prefix] [--at MOMENT] --data-dir EMPTY [--env FILE]'
const { values } = readArguments(USAGE, {
  options: {
    from: { type: 'string' },
    at: { type: 'string' },
    'data-dir': { type: 'string' },
    env: { type: 'string' },
  },
})
const at = values.at === undefined ? undefined : (momentOf(values.at) ?? Date.parse(values.at))
if (!values['data-dir']) endWithUsage(USAGE, 'Say into which empty folder: --data-dir')
if (Number.isNaN(at)) endWithUsage(USAGE, '--at is a moment, like 2026-11-28T03:30:00Z')
process.umask(0o077)
try {
  const { place, passphrase, s3 } = readBackupSettings({ env: values.env, place: values.from })
  if (!place) endWithUsage(USAGE, 'Say from where: --from, or BACKUP_TO in balcao.env')
  const target = await openTarget(place, { make: false, s3 })
  const dataDir = resolve(values['data-dir'])
  const manifest = await restoreBackup({ target, at, dataDir, passphrase })
  console.log(`${manifest.files.length} files of ${manifest.moment} are as the manifest says`)
  console.log('Start this server only after the one it was copied from was stopped for good.')
  console.log(`restored ${dataDir}`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
