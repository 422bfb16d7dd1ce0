// `npm start`: the whole product on one machine. Settings: README.md beside this file.
import { join } from 'node:path'
import { claimDataDir } from '../local/claim-data-dir.ts'
import { foreignEndpoints, ownEnvironment, readConfig } from '../local/config.ts'
import { Refusal } from '../local/refusal.ts'
import { startCloud } from '../local/start-cloud.ts'
import { stopOnSignal } from '../local/stop-on-signal.ts'
import { readArguments } from './read-arguments.ts'
import { renewDemo } from './renew-demo.ts'
import { seedDemo } from './seed-demo.ts'
import { startShop } from './shop/start-shop.ts'
import { claimWhatsApp, REAL_DATA_DIR } from './whatsapp-of.ts'

const started = performance.now()
const { fresh, whatsapp, config } = settings()
if (whatsapp === 'real') console.log('WARNING: this product speaks to WhatsApp itself: messages go to real people')
// All files of this process and its children are readable by their owner only.
process.umask(0o077)
try {
  claimDataDir(config.dataDir, fresh)
} catch (error) {
  console.error(`${(error as Error).message}\nStop it, or set BALCAO_DATA_DIR.`)
  process.exit(1)
}

try {
  claimWhatsApp(config.dataDir, whatsapp)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

try {
  const cloud = await startCloud({
    dataDir: config.dataDir,
    whatsapp,
    whatsappVersion: config.whatsappVersion,
    port: config.port,
    simPort: config.simulatorPort,
    dynamodbEndpoint: config.dynamodbEndpoint,
    endpoints: foreignEndpoints(config),
    functionIdleMs: config.functionIdleMs,
    functionsLoaded: config.functionsLoaded,
    log: line => console.log(`… ${line}`),
  })
  let stopShop = async () => {}
  stopOnSignal(() => stopShop().then(cloud.close))

  const { demo, isNew } = await seedDemo(cloud.url, config.dataDir)
  await renewDemo(cloud, demo)
  console.log(`
the product     ${cloud.url}
the simulator   ${cloud.simUrl}
data and logs   ${config.dataDir}`)
  if (isNew) {
    console.log(`\n${demo.company.name}:`)
    for (const user of demo.users)
      console.log(`  ${(user.super ? 'super' : user.profile).padEnd(6)} ${user.email}  ${user.password}`)
  } else {
    console.log(`demo company    ${join(config.dataDir, 'demo.json')}`)
  }
  console.log(`\nready ${((performance.now() - started) / 1000).toFixed(1)}s`)
  if (config.demoShop) {
    const given = { cloud, dataDir: config.dataDir, companyId: demo.company.id }
    stopShop = startShop(given, line => console.log(line))
  }
} catch (error) {
  const busy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  if (busy) console.error(`Port ${config.port} is in use. Choose another: BALCAO_PORT=3100 npm start`)
  else console.error(error instanceof Refusal ? error.message : error)
  process.exit(1)
}

function settings() {
  try {
    const { fresh, whatsapp } = readArguments()
    const own = whatsapp === 'real' ? { BALCAO_DATA_DIR: REAL_DATA_DIR } : {}
    return { fresh, whatsapp, config: readConfig({ ...own, ...ownEnvironment() }) }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
