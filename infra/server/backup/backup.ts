// `npm run backup -- [--to DIR|s3://bucket/prefix] [--data-dir DIR] [--env FILE]`: takes a backup,
// whether the product runs or not, and prints the path of its manifest last. What is not given
// comes from balcao.env. BACKUP_PASSPHRASE encrypts it.
import { endWithUsage, readArguments } from '../../operations/read-arguments.ts'
import { readBackupSettings } from './backup-settings.ts'
import { runBackup } from './run-backup.ts'

const USAGE = 'backup -- [--to DIR|s3://bucket/prefix] [--data-dir DIR] [--env FILE]'
const { values } = readArguments(USAGE, {
  options: { to: { type: 'string' }, 'data-dir': { type: 'string' }, env: { type: 'string' } },
})
process.umask(0o077)
try {
  const settings = readBackupSettings({ env: values.env, place: values.to, dataDir: values['data-dir'] })
  const { place } = settings
  if (!place) endWithUsage(USAGE, 'Say where: --to, or BACKUP_TO in balcao.env')
  console.log(await runBackup({ ...settings, place, log: line => console.log(line) }))
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
