import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { spawnChild, stopProcess } from '../local/child-process.ts'
import { ownEnvironment } from '../local/config.ts'
import { freePort } from '../local/free-port.ts'
import { NODE_ARGUMENTS, START_ENVIRONMENT } from '../local/node-environment.ts'
import { type MemorySample, sampleMemory, watchMemory } from './memory.ts'
import { processorTime } from './processor-time.ts'

export type Product = {
  url: string
  wsUrl: string
  simUrl: string
  /** Seconds that `npm start` prints. */
  readySeconds: number
  /** Returns the processor time so far of all its processes, in milliseconds. */
  processorTime: () => number
  /** Returns the proportional memory of its processes. */
  memory: () => MemorySample
  /** Returns the most of it since the last call. @throws unless it is watched */
  takePeakMemory: () => MemorySample
  stop: () => Promise<void>
}

const START_TIMEOUT_MS = 180_000
const STOP_GRACE_MS = 20_000

/**
 * Runs what `npm start` runs, in separate processes, on free ports.
 * @param env added to its settings
 * @param options.watch samples its memory from the start on
 * @throws with its output when it does not get ready
 */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  { watch = false } = {},
): Promise<Product> {
  const [port, simPort] = [await freePort(), await freePort()]
  const child = spawnChild(process.execPath, [...NODE_ARGUMENTS, join(REPOSITORY, 'infra/demo/start.ts')], {
    cwd: REPOSITORY,
    output: 'pipe',
    env: {
      ...ownEnvironment(),
      ...START_ENVIRONMENT,
      BALCAO_DEMO_SHOP: 'off',
      ...env,
      BALCAO_DATA_DIR: dataDir,
      BALCAO_PORT: String(port),
      BALCAO_SIM_PORT: String(simPort),
    },
  })
  const watched = watch ? watchMemory(child.pid!) : undefined
  let printed = ''
  const readySeconds = await new Promise<number>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`npm start ${why}:\n${printed}`))
    const timer = setTimeout(() => fail('is not ready'), START_TIMEOUT_MS)
    child.stdout?.on('data', data => {
      printed += String(data)
      const ready = /^ready ([\d.]+)s$/m.exec(printed)
      if (!ready) return
      clearTimeout(timer)
      resolve(Number(ready[1]))
    })
    child.once('exit', () => {
      clearTimeout(timer)
      fail('ended')
    })
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    wsUrl: `${url.replace('http', 'ws')}/ws`,
    simUrl: `http://127.0.0.1:${simPort}`,
    readySeconds,
    processorTime: () => processorTime(child.pid!),
    memory: () => sampleMemory(child.pid!),
    takePeakMemory() {
      if (!watched) throw new Error('the product was started without watching its memory')
      return watched.takePeak()
    },
    stop() {
      watched?.stop()
      return stopProcess(child, 'SIGTERM', STOP_GRACE_MS)
    },
  }
}
