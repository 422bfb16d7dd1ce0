// `npm start`: the whole product on one machine. Settings: README.md beside this file.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreignEndpoints, type LocalConfig, readConfig } from '../local/config.ts'
import { openDataDir } from '../local/data-dir.ts'
import { startCloud } from '../local/start-cloud.ts'
import { renewDemo } from './renew-demo.ts'
import { seedDemo } from './seed-demo.ts'
import { startShop } from './shop/start-shop.ts'

const started = performance.now()
const config = settings()
// All files of this process and its children are readable by their owner only.
process.umask(0o077)
claim(config.dataDir, process.argv.includes('--fresh'))

try {
  const cloud = await startCloud({
    dataDir: config.dataDir,
    port: config.port,
    simPort: config.simulatorPort,
    dynamodbEndpoint: config.dynamodbEndpoint,
    endpoints: foreignEndpoints(config),
    functionIdleMs: config.functionIdleMs,
    log: line => console.log(`… ${line}`),
  })
  let stopping = false
  let stopShop = async () => {}
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('stopping; once more to stop at once')
      stopShop()
        .then(cloud.close)
        .then(
          () => process.exit(0),
          error => {
            console.error(error)
            process.exit(1)
          },
        )
    })
  }

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
  console.error(busy ? `Port ${config.port} is in use. Choose another: BALCAO_PORT=3100 npm start` : error)
  process.exit(1)
}

function settings(): LocalConfig {
  try {
    return readConfig()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/**
 * Claims the data directory, and empties it first on request. Ends the process when another start
 * has it: two clouds must not share one.
 */
function claim(dataDir: string, fresh: boolean): void {
  const file = join(dataDir, 'start.pid')
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  // Another program may have the pid by now; only one of ours counts.
  if (holder !== 0 && holder !== process.pid && commandOf(holder).includes('infra/demo/start')) {
    console.error(`Balcão runs already on this data directory (process ${holder}). Stop it, or set BALCAO_DATA_DIR.`)
    process.exit(1)
  }
  if (fresh) rmSync(dataDir, { recursive: true, force: true })
  openDataDir(dataDir)
  writeFileSync(file, String(process.pid))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
