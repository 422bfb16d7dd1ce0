import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerProblem } from '@balcao/shared/rules/server-problems.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ServerState } from '../../local/operations/report.ts'
import { startMonitor } from './start-monitor.ts'

const EVERY_MS = 10_000
const well: ServerState = {
  disk: { free: 50, total: 100 },
  queues: [],
  deadLetters: 0,
  backup: null,
  storageFull: false,
}
const failed = (at: string) => ({ backup: { at, ok: false, bytes: 0 } })

let dataDir: string
let stop = () => {}
let state: ServerState
let told: ServerProblem[]
let reachable: boolean
let lines: string[]

function start(): void {
  stop()
  stop = startMonitor({
    dataDir,
    read: async () => state,
    alert: async problem => {
      if (!reachable) throw new Error('the mail server is away')
      told.push(problem)
      return 1
    },
    log: line => lines.push(line),
  })
}
const looks = (count: number) => vi.advanceTimersByTimeAsync(count * EVERY_MS)

beforeEach(() => {
  vi.useFakeTimers()
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-monitor-'))
  state = well
  told = []
  lines = []
  reachable = true
  start()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  rmSync(dataDir, { recursive: true })
})

it('tells each problem once, and again only after it was over', async () => {
  await looks(3)
  expect(told).toEqual([])
  state = { ...well, storageFull: true, queues: [{ name: 'jobs', waiting: 1, oldestSeconds: 301 }] }
  await looks(10)
  expect(told).toEqual(['storageFull', 'queueOld'])
  state = { ...well, disk: { free: 9, total: 100 } }
  await looks(10)
  expect(told).toEqual(['storageFull', 'queueOld', 'diskLow'])
  state = { ...well, storageFull: true }
  await looks(1)
  expect(told.slice(3)).toEqual(['storageFull'])
})

it('takes a problem at its limit for one', async () => {
  for (let look = 0; look < 20; look++) {
    state = look % 2 ? well : { ...well, disk: { free: 9, total: 100 } }
    await looks(1)
  }
  expect(told).toEqual(['diskLow'])
})

it('tells each failed backup', async () => {
  state = { ...well, ...failed('2026-01-01T03:30:00Z') }
  await looks(5)
  state = { ...well, ...failed('2026-01-02T03:30:00Z') }
  await looks(5)
  expect(told).toEqual(['backupFailed', 'backupFailed'])
})

it('does not tell again after a restart', async () => {
  state = { ...well, storageFull: true }
  await looks(2)
  start()
  await looks(5)
  expect(told).toEqual(['storageFull'])
})

it('tries again when nobody could be told, in minutes', async () => {
  reachable = false
  state = { ...well, storageFull: true }
  await looks(20)
  expect(lines.filter(line => line.includes('the mail server is away'))).toHaveLength(1)
  reachable = true
  await looks(20)
  expect(told).toEqual(['storageFull'])
})
