// The outside world of the local cloud in one process: the simulator of WhatsApp, and the doubles of every other system on its origin.
import { join } from 'node:path'
import { readConfig as readSimulatorConfig } from '@balcao/session-host/simulator/config.ts'
import { startSimulator } from '@balcao/session-host/simulator/server.ts'
import { readOutsideConfig } from '../local/config.ts'
import { openOutside } from './open-outside.ts'

const config = readSimulatorConfig()
const dataDir = config.BALCAO_SIM_DATA_DIR
const outside = openOutside({ dir: dataDir && join(dataDir, 'outside'), ...readOutsideConfig() })
const simulator = await startSimulator({
  dataDir,
  port: config.BALCAO_SIM_PORT,
  mediaPort: config.BALCAO_SIM_MEDIA_PORT,
  host: config.BALCAO_SIM_HOST,
  extra: outside.serve,
})
console.log(`simulator ready ${simulator.apiUrl}`)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void simulator.close().then(() => {
      outside.close()
      process.exit(0)
    })
  })
