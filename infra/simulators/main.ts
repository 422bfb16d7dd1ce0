// Runs all simulators of the local cloud in one process: WhatsApp's, and those of every other
// system on its origin.
import { join } from 'node:path'
import { readConfig as readSimulatorConfig } from '@balcao/session-host/simulator/config.ts'
import { startSimulator } from '@balcao/session-host/simulator/server.ts'
import { readSimulatedSystemsConfig } from '../local/config.ts'
import { openSimulators } from './open-simulators.ts'

const config = readSimulatorConfig()
const dataDir = config.BALCAO_SIM_DATA_DIR
const dir = dataDir && join(dataDir, 'simulators')
const simulators = openSimulators({ dir, ...readSimulatedSystemsConfig() })
const simulator = await startSimulator({
  dataDir,
  port: config.BALCAO_SIM_PORT,
  mediaPort: config.BALCAO_SIM_MEDIA_PORT,
  host: config.BALCAO_SIM_HOST,
  phones: config.BALCAO_SIM_PHONES,
  extra: simulators.serve,
})
console.log(`simulator ready ${simulator.apiUrl}`)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void simulator.close().then(() => {
      simulators.close()
      process.exit(0)
    })
  })
