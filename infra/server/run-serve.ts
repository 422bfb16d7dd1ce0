// `npm run serve [-- --env FILE]`: the product of one server; `-- --install [--to DIR]` writes its
// service and the proxy's configuration instead. Settings: balcao.env.example.
import { resolve } from 'node:path'
import { claimDataDir } from '../local/claim-data-dir.ts'
import { ownEnvironment } from '../local/config.ts'
import { REFUSED, Refusal } from '../local/refusal.ts'
import { startCloud } from '../local/start-cloud.ts'
import { stopOnSignal } from '../local/stop-on-signal.ts'
import { endWithUsage, readArguments } from '../operations/read-arguments.ts'
import { startNightlyBackups } from './backup/nightly.ts'
import { readServerConfig, type ServerConfig } from './config.ts'
import { writeInstall } from './install/write-install.ts'
import { alertSuperUsers } from './monitor/alert-super-users.ts'
import { startMonitor } from './monitor/start-monitor.ts'
import { whyNotStarted } from './move/progress.ts'
import { readPixClient, warnOfExpiry } from './pix-client.ts'
import { offerSetup } from './setup/offer-setup.ts'
import { checkClock } from './start/check-clock.ts'
import { refuseRoot, refuseSharedData } from './start/check-owner.ts'
import { refuseFullDisk } from './start/check-room.ts'
import { makeScratch } from './start/make-scratch.ts'
import { systemVariables } from './systems.ts'

const USAGE = 'serve -- [--env FILE] [--allow-root] | --install [--env FILE] [--to DIR] [--user NAME]'
const started = performance.now()
const { values } = readArguments(USAGE, {
  options: {
    env: { type: 'string' },
    'allow-root': { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
    to: { type: 'string' },
    user: { type: 'string' },
  },
})
if (!values.install && (values.to ?? values.user) !== undefined) endWithUsage(USAGE)

try {
  const config = readServerConfig({ file: values.env, refusesExamples: true })
  if (values.install) install(config)
  else await serve(config)
} catch (error) {
  const busy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  if (busy) console.error('The port is in use by another program: choose another PORT')
  else console.error(error instanceof Refusal ? error.message : error)
  process.exit(error instanceof Refusal && !error.mayPass ? REFUSED : 1)
}

async function serve(config: ServerConfig): Promise<void> {
  if (config.WHATSAPP_URL) console.log(`TEST WHATSAPP: messages go to ${config.WHATSAPP_URL} and to no real person`)
  refuseRoot(values['allow-root'])
  refuseSharedData(config.DATA_DIR)
  const pixClient = readPixClient(config)
  for (const warning of [await checkClock(config), warnOfExpiry(pixClient)])
    if (warning) console.log(`warning: ${warning}`)
  // All files of this process and its children are readable by their owner only.
  process.umask(0o077)
  claimDataDir(config.DATA_DIR)
  const moved = whyNotStarted(config.DATA_DIR)
  if (moved) throw new Refusal(moved)
  // Children and everything in this process that asks for a temporary folder get this one.
  const scratch = { TMPDIR: makeScratch(config.DATA_DIR, line => console.log(`warning: ${line}`)) }
  // Only now: what fills it may be what a killed import left in that folder.
  refuseFullDisk(config.DATA_DIR)
  Object.assign(ownEnvironment(), scratch)

  let setupLink: string | undefined
  const cloud = await startCloud({
    stage: 'server',
    dataDir: config.DATA_DIR,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL,
    trustedProxy: config.TRUSTED_PROXY,
    only: ['web', 'host', 'schedules'],
    whatsapp: whatsappOf(config),
    whatsappVersion: config.WHATSAPP_VERSION,
    systems: systemVariables(config, pixClient),
    env: scratch,
    async openSetup(table) {
      const { link, isSetUp } = await offerSetup(table, config.PUBLIC_URL)
      setupLink = link
      return isSetUp
    },
    log: line => console.log(`… ${line}`),
  })
  const stopBackups = config.BACKUP_TO ? startBackups(config, config.BACKUP_TO) : async () => {}
  const stopMonitor = startMonitor({
    dataDir: config.DATA_DIR,
    read: cloud.state,
    alert: alertSuperUsers({ ...config, endpoints: cloud.endpoints, tableName: cloud.tableName }),
    log: line => console.log(`… ${line}`),
  })
  stopOnSignal(async () => {
    stopMonitor()
    await stopBackups()
    await cloud.close()
  })
  console.log(`address ${config.PUBLIC_URL}, on this machine ${cloud.url}`)
  // Good for an hour; a restart prints another one as long as nobody used it.
  if (setupLink) console.log(`setup ${setupLink}`)
  console.log(`ready ${((performance.now() - started) / 1000).toFixed(1)}s`)
}

function startBackups({ DATA_DIR, BACKUP_AT, BACKUP_PASSPHRASE, file }: ServerConfig, place: string) {
  return startNightlyBackups({
    dataDir: DATA_DIR,
    place,
    at: BACKUP_AT,
    passphrase: BACKUP_PASSPHRASE,
    file,
    log: line => console.log(`… ${line}`),
  })
}

function whatsappOf({ WHATSAPP_URL, WHATSAPP_MEDIA_HOST }: ServerConfig) {
  if (!WHATSAPP_URL) return 'real' as const
  return { url: WHATSAPP_URL, ...(WHATSAPP_MEDIA_HOST && { mediaHost: WHATSAPP_MEDIA_HOST }) }
}

function install(config: ServerConfig): void {
  readPixClient(config)
  const { files, commands } = writeInstall(config, {
    to: resolve(values.to ?? 'install'),
    user: values.user ?? 'balcao',
  })
  for (const file of files) console.log(`written  ${file}`)
  console.log(`\nNothing else was changed. Run now:\n\n${commands.join('\n')}`)
}
