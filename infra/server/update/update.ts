// `npm run update [-- --check] [--env FILE] [--backup-to PLACE | --without-backup]`: brings a
// stopped server's data to this version after a backup of them, and builds what the next start
// needs. `--check` only prints what that would change; the server may run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../../constructs/repository.ts'
import { claimDataDir, holderOf } from '../../local/claim-data-dir.ts'
import { DataFormatError } from '../../local/data-format/data-format-error.ts'
import { prepareData } from '../../local/data-format/prepare-data.ts'
import { prepareAssembly, prepareWeb } from '../../local/prepare.ts'
import { productVersion } from '../../local/product-version.ts'
import { endWithUsage, readArguments } from '../../operations/read-arguments.ts'
import { readBackupSettings } from '../backup/backup-settings.ts'
import { runBackup } from '../backup/run-backup.ts'
import { readServerConfig } from '../config.ts'
import { readPixClient } from '../pix-client.ts'
import { describePlan, planUpdate } from './plan-update.ts'

const USAGE = 'update [-- --check] [--env FILE] [--backup-to PLACE | --without-backup]'
const { values } = readArguments(USAGE, {
  options: {
    check: { type: 'boolean', default: false },
    env: { type: 'string' },
    'backup-to': { type: 'string' },
    'without-backup': { type: 'boolean', default: false },
  },
})
if (values['without-backup'] && values['backup-to']) endWithUsage(USAGE)
// All files of this process are readable by their owner only.
process.umask(0o077)
const log = (line: string) => console.log(`… ${line}`)

try {
  const config = readServerConfig({ file: values.env, refusesExamples: true })
  readPixClient(config)
  const dataDir = config.DATA_DIR
  const version = productVersion()
  const plan = planUpdate(dataDir, version, readFileSync(join(REPOSITORY, 'CHANGELOG.md'), 'utf8'))
  for (const line of describePlan(plan)) console.log(line)
  if (plan.from && plan.from.format > plan.to.format) throw new DataFormatError('The data are newer than this version.')
  if (!values.check) await update({ dataDir, version, hasData: plan.from !== undefined })
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

async function update(options: { dataDir: string; version: string; hasData: boolean }): Promise<void> {
  const { dataDir, version, hasData } = options
  const holder = holderOf(dataDir)
  if (holder !== undefined) {
    throw new Error(`The server runs (process ${holder}). Stop it first: sudo systemctl stop balcao`)
  }
  if (hasData && !values['without-backup']) {
    const { place, ...settings } = readBackupSettings({ env: values.env, place: values['backup-to'] })
    if (!place) throw new Error('Say where the backup belongs: --backup-to, or BACKUP_TO in balcao.env')
    console.log(`backup ${await runBackup({ ...settings, place, log })}`)
  }
  claimDataDir(dataDir)
  const mark = await prepareData(dataDir, version, log)
  if (hasData) mark()
  const built = join(dataDir, 'built')
  await prepareAssembly(log, { stage: 'server', dir: built })
  await prepareWeb(log, built)
  console.log('\nReady. Start the server: sudo systemctl start balcao')
}
