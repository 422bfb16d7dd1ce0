// The product as `npm start` runs it, without the web and the demo company, in a process of its own that tests kill.
// Arguments: data directory, port, the simulator's port, assembly. Says `ready` once everything answers.
import { foreignEndpoints, readConfig } from '../config.ts'
import { startCloud } from '../start-cloud.ts'

const [dataDir = '', port, simPort, assembly = ''] = process.argv.slice(2)
const cloud = await startCloud({
  dataDir,
  port: Number(port),
  simPort: Number(simPort),
  assembly,
  endpoints: foreignEndpoints(readConfig()),
  only: ['simulator', 'host', 'schedules'],
  say: line => console.log(`… ${line}`),
})
process.on('SIGTERM', () => void cloud.close().then(() => process.exit(0)))
console.log('ready')
