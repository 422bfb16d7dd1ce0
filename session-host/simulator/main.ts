import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { startSimulator } from './server.ts'

const config = readConfig()
const dataDir = config.BALCAO_SIM_DATA_DIR
if (dataDir && process.argv.includes('--fresh')) {
  // Its own files only: the directory is the caller's.
  for (const name of ['simulator.db', 'simulator.db-wal', 'simulator.db-shm', 'media-ca.pem']) {
    rmSync(join(dataDir, name), { force: true })
  }
}

const simulator = await startSimulator({
  dataDir,
  port: config.BALCAO_SIM_PORT,
  mediaPort: config.BALCAO_SIM_MEDIA_PORT,
  host: config.BALCAO_SIM_HOST,
  phones: config.BALCAO_SIM_PHONES,
})
console.log(`simulator ready ${simulator.apiUrl}`)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    simulator.close().then(() => process.exit(0))
  })
}
