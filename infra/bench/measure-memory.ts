import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPhone } from './connect-phone.ts'
import { inboundLatency } from './inbound-latency.ts'
import { ask } from './load.ts'
import { IDLE_SECONDS, type IdleFigures, measureIdle } from './measure-idle.ts'
import type { MemorySample } from './memory.ts'
import { startProduct } from './start-product.ts'

/** Proportional memory of `npm start` on new data, each phase's peak but for the idle product. */
export type MemoryFigures = IdleFigures & {
  /** From the first moment until it is ready; it builds first what is not built. */
  starting: MemorySample
  /** Until the functions are loaded and the demo shop is made. */
  loading: MemorySample
  /** While somebody looks at the screens and customers write. */
  inUse: MemorySample
}

/** Milliseconds in which two cores load the functions, and longest wait for the shop after that. */
const [LOADING_MS, SHOP_MS] = [30_000, 120_000]
const LOOK_MS = 200
/** Calls of the web's screens on a working day. */
const PATHS = [
  'auth/me',
  'tickets?status=open',
  'tickets?status=pending',
  'queue',
  'users/list',
  'whatsapp',
  'settings',
  'quick-messages',
  'contacts',
  'announcements',
  'products',
  'customers',
  'budgets',
  'campaigns',
  'dashboard?days=30',
]
const USE = { rate: 5, seconds: 20 }

/**
 * Starts the product on an empty data directory, uses it, and leaves it alone.
 * @param dataDir empty; it holds the demo company afterwards
 */
export async function measureMemory(dataDir: string, quick: boolean): Promise<MemoryFigures> {
  const env = { BALCAO_DEMO_SHOP: 'on', BALCAO_FUNCTION_IDLE_SECONDS: String(IDLE_SECONDS) }
  const product = await startProduct(dataDir, env, { watch: true })
  try {
    const starting = product.takePeakMemory()
    await sleep(LOADING_MS)
    const end = Date.now() + SHOP_MS
    while (!existsSync(join(dataDir, 'shop.json'))) {
      if (Date.now() > end) throw new Error('the demo shop is not made')
      await sleep(LOOK_MS)
    }
    const loading = product.takePeakMemory()
    const { token, business } = await connectPhone(product, dataDir)
    for (const path of PATHS) await ask(product.url, { method: 'GET', path: `/api/${path}`, token })
    await inboundLatency({ simUrl: product.simUrl, wsUrl: product.wsUrl, token, business, ...USE })
    const inUse = product.takePeakMemory()
    return { starting, loading, inUse, ...(await measureIdle(product, quick)) }
  } finally {
    await product.stop()
  }
}
