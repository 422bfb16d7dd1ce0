import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { holderOf } from '../../local/claim-data-dir.ts'
import { CUT_ROUTES, type CutCalls } from '../../local/cut.ts'
import { LOOPBACK } from '../../local/listen.ts'

/** Failure of a call because the product has ended. */
export class CutLost extends Error {}

/** Longest wait for a product that is starting or being restarted, in ms. */
const START_MS = 90_000
const LOOK_MS = 250
const CALL_MS = 10_000

/**
 * Connects to the product that runs on a data directory; waits for one that is starting.
 * @returns undefined when none runs: nothing changes its files then
 */
export async function connectCut(dataDir: string): Promise<CutCalls | undefined> {
  for (const end = Date.now() + START_MS; ; await sleep(LOOK_MS)) {
    const cut = operationsOf(dataDir)
    const running = holderOf(dataDir)
    if (cut && (await answers(cut))) return cut
    if (running === undefined) return undefined
    if (Date.now() > end) throw new Error(`the product (process ${running}) runs and does not answer`)
  }
}

async function answers(cut: CutCalls): Promise<boolean> {
  try {
    await cut.holdDeletions()
    return true
  } catch {
    return false
  }
}

/** Returns the calls of the operations endpoint that a data directory names, if it names one. */
function operationsOf(dataDir: string): CutCalls | undefined {
  const { operations: port } = readJson(join(dataDir, 'ports.json'))
  const { operations: key } = readJson(join(dataDir, 'secrets.json'))
  if (typeof port !== 'number' || typeof key !== 'string') return undefined
  const routes = Object.entries(CUT_ROUTES).map(([route, call]) => {
    const [method = '', path = ''] = route.split(' ')
    return [call, () => request(method, `http://${LOOPBACK}:${port}${path}`, key)] as const
  })
  return Object.fromEntries(routes) as unknown as CutCalls
}

async function request(method: string, url: string, key: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(url, { method, headers, signal: AbortSignal.timeout(CALL_MS) }).catch((cause: Error) => {
    throw new CutLost(`${url} did not answer: ${cause.message}`, { cause })
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text.slice(0, 200)}`)
  return text === '' ? undefined : JSON.parse(text)
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}
