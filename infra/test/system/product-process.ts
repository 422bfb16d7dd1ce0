// The product as `npm start` runs it, without the web and the demo company, in a separate process
// that tests kill. Arguments: data directory, port, the simulator's port, assembly, and the
// endpoint of its queues if another process serves them. Prints `ready` once everything answers.
// SIGUSR2 ends the environments of the workers at once, with all their invocations.
import { foreignEndpoints, readConfig } from '../../local/config.ts'
import { startCloud } from '../../local/start-cloud.ts'

const [dataDir = '', port, simPort, assembly = '', sqsEndpoint] = process.argv.slice(2)
const cloud = await startCloud({
  dataDir,
  port: Number(port),
  simPort: Number(simPort),
  assembly,
  sqsEndpoint,
  endpoints: foreignEndpoints(readConfig()),
  only: ['simulator', 'host', 'schedules'],
  log: line => console.log(`… ${line}`),
})
process.on('SIGTERM', () => void cloud.close().then(() => process.exit(0)))
process.on('SIGUSR2', () => {
  const workers = cloud.functions.names().filter(name => /-(inbound|jobs|timers|ticks)$/.test(name))
  void Promise.all(workers.map(name => cloud.functions.terminate(name)))
})
console.log('ready')
