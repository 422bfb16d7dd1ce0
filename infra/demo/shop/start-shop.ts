import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { spawnChild, stopProcess } from '../../local/child-process.ts'
import type { Cloud } from '../../local/cloud-options.ts'
import { ownEnvironment } from '../../local/config.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../../local/node-environment.ts'
import { openLog } from '../../local/open-log.ts'

/** Lower priority than what people wait for. */
const NICE = 10

/** The function whose environment the shop's process gets, which is that of every function. */
const FUNCTION = 'balcao-local-orders'

type ShopOptions = { cloud: Pick<Cloud, 'functionEnvironment' | 'loaded'>; dataDir: string; companyId: string }

/**
 * Creates the demo shop in the background once the functions are loaded, since both take memory and
 * the processor. It does so at the first start only: `shop.json` in the data directory records it,
 * so what people delete stays deleted. The next start continues an interrupted one.
 * @param done called with the result
 * @returns a function that ends it
 */
export function startShop(
  { cloud, dataDir, companyId }: ShopOptions,
  done: (line: string) => void,
): () => Promise<void> {
  const made = join(dataDir, 'shop.json')
  if (existsSync(made)) return async () => {}
  const logs = join(dataDir, 'logs')
  mkdirSync(logs, { recursive: true })
  let child: ChildProcess | undefined
  let stopped = false
  const start = () => {
    if (stopped) return
    const log = openLog(join(logs, 'shop.log'))
    child = spawnChild(process.execPath, [...NODE_ARGUMENTS, join(import.meta.dirname, 'main.ts'), companyId], {
      output: 'pipe',
      // Without what the functions' Node is told on AWS: to keep source maps.
      env: {
        ...ownEnvironment(),
        ...NODE_ENVIRONMENT,
        ...cloud.functionEnvironment(FUNCTION),
        NODE_OPTIONS: ownEnvironment().NODE_OPTIONS,
      },
    })
    if (child.pid) setPriority(child.pid, NICE)
    child.stdout?.on('data', chunk => log.write(chunk))
    child.once('exit', code => {
      log.end()
      if (stopped) return
      if (code === 0) writeFileSync(made, `${JSON.stringify({ companyId, madeAt: new Date().toISOString() })}\n`)
      done(
        code === 0
          ? 'the demo shop is open: products, customers and all'
          : `the demo shop is not finished (${join(logs, 'shop.log')}); the next start goes on with it`,
      )
    })
  }
  void cloud.loaded.then(start)
  return async () => {
    stopped = true
    if (child) await stopProcess(child)
  }
}
