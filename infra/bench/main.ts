// `npm run bench [-- --quick] [--tickets 10000,100000] [--data DIR]`: loads companies, drives load
// through the running product and prints every budget with its figure. Also writes results.md, with
// place and time of the measurement.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { REPOSITORY } from '../constructs/repository.ts'
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { connectPhone } from './connect-phone.ts'
import { detailTable, growthTable, unitTable } from './detail-tables.ts'
import { inboundLatency, type Latency } from './inbound-latency.ts'
import { kindsFor } from './kinds.ts'
import {
  type BesideHangingFigures,
  HANGING_PLAN,
  measureBesideHanging,
  QUICK_HANGING_PLAN,
} from './measure-beside-hanging.ts'
import { measureBesideSearches } from './measure-beside-searches.ts'
import { type ChatFigures, measureChat } from './measure-chat.ts'
import { type GrowthFigures, measureGrowth } from './measure-growth.ts'
import { measureLoad } from './measure-load.ts'
import { type MemoryFigures, measureMemory } from './measure-memory.ts'
import { measureSignIns, type SignInFigures } from './measure-sign-ins.ts'
import { besideSearchLine, budgetTable, type SessionFigures, type SizeFigures, signInTable } from './report.ts'
import { functionBundles, installedMegabytes, webFirstLoads } from './sizes.ts'
import { type Product, startProduct } from './start-product.ts'
import type { UnitFigures } from './units.ts'

/**
 * Number of tickets above which old ones have few messages, so that loading takes minutes; the
 * newest 2000 always have 20.
 */
const MANY = 20_000
const MESSAGES = 20
const FEW_MESSAGES = 2

const { values } = parseArgs({
  options: {
    tickets: { type: 'string' },
    quick: { type: 'boolean', default: false },
    /** Folder that keeps loaded companies for the next run; by default they are not kept. */
    data: { type: 'string' },
    /** Skips latency, sessions, sizes and the file: for comparing one change. */
    'load-only': { type: 'boolean', default: false },
  },
})
const { quick, 'load-only': loadOnly } = values
const sizes = (values.tickets ?? (quick ? '10000' : '10000,100000')).split(',').map(Number)
// By default as the peer was measured.
const plan = quick
  ? { seconds: 2, warmSeconds: 2, writes: 60, latencySeconds: 10 }
  : { seconds: 4, warmSeconds: 10, writes: 300, latencySeconds: 30 }
const sessionCounts = loadOnly || quick ? [] : [100, 300]

const log = (line: string) => console.log(line)
const run = promisify(execFile)
const script = (file: string, args: string[]) =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', join(REPOSITORY, file), ...args], {
    cwd: REPOSITORY,
    maxBuffer: 1 << 26,
  })
const load = () =>
  loadavg()
    .map(each => each.toFixed(1))
    .join(' ')

/** Plan of growth: seconds of each round of each kind, and of its warm-up. */
const growthPlan = quick ? { seconds: 1, warmSeconds: 1 } : { seconds: 2, warmSeconds: 6 }

type Prepared = { company: LoadedCompany; units: UnitFigures; items: number }

/** Fills a directory with a new company, or with a copy of a kept one. */
async function prepare(tickets: number, dir: string): Promise<Prepared> {
  const kept = values.data ? join(resolve(values.data), String(tickets)) : undefined
  const source = kept ?? dir
  const file = join(source, 'prepared.json')
  if (!existsSync(file)) {
    log(`… loading ${tickets} tickets`)
    mkdirSync(source, { recursive: true })
    const messages = String(tickets > MANY ? FEW_MESSAGES : MESSAGES)
    const args = ['--tickets', String(tickets), '--messages', messages, '--dir', source]
    writeFileSync(file, (await script('infra/bench/prepare-data.ts', args)).stdout, { mode: 0o600 })
  }
  if (kept) cpSync(kept, dir, { recursive: true })
  return JSON.parse(readFileSync(file, 'utf8')) as Prepared
}

const started = new Date()
const loadBefore = load()
const root = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
try {
  const figures: SizeFigures[] = []
  const loaded: { dir: string; company: LoadedCompany }[] = []
  let growth: GrowthFigures[] = []
  let readySeconds = Number.NaN
  let memory: MemoryFigures | undefined
  let latency: Latency | undefined
  let besideHanging: BesideHangingFigures | undefined
  let chat: ChatFigures | undefined
  let signIns: SignInFigures | undefined
  for (const tickets of sizes) {
    const dir = join(root, String(tickets))
    const prepared = await prepare(tickets, dir)
    log(`… ${tickets} tickets, ${prepared.items} items; load average ${load()}`)
    if (!loadOnly && !memory) {
      log('… memory of the product while it starts, in use, and with nothing to do')
      memory = await measureMemory(join(root, 'memory'), quick)
    }
    const product = await startProduct(dir)
    if (!loadOnly && Number.isNaN(readySeconds)) readySeconds = product.readySeconds
    try {
      // First, while the load has left nothing in the queues.
      if (!loadOnly && !latency) {
        log('… texts from phones to the browser')
        const { token, business } = await connectPhone(product, dir)
        const { simUrl, wsUrl } = product
        latency = await inboundLatency({ simUrl, wsUrl, token, business, rate: 20, seconds: plan.latencySeconds })
        log('… the same beside machines that hang')
        const hangingPlan = quick ? QUICK_HANGING_PLAN : HANGING_PLAN
        besideHanging = await measureBesideHanging(product, { token, business }, hangingPlan)
        log('… a conversation of fifty colleagues')
        chat = await measureChat(product, { members: 50, rate: 10, seconds: plan.latencySeconds })
      }
      if (!signIns) {
        log('… a hundred sign-ins at once')
        signIns = await measureSignIns(product, prepared.company)
        log(signInTable(signIns))
      }
      const kinds = await kindsFor(product.url, prepared.company, plan.writes)
      log('… a list beside four who search')
      const besideSearches = await measureBesideSearches(product, kinds, plan.seconds)
      log(besideSearchLine(besideSearches))
      const rows = await measureLoad(product, kinds, plan, log)
      figures.push({ tickets, items: prepared.items, units: prepared.units, besideSearches, rows })
    } finally {
      await product.stop()
    }
    loaded.push({ dir, company: prepared.company })
  }
  const [small, large] = loaded
  if (small && large) {
    log('… how times grow, in turns')
    const running: Product[] = []
    const startOf = async ({ dir, company }: { dir: string; company: LoadedCompany }) => {
      const product = await startProduct(dir)
      running.push(product)
      return { product, company }
    }
    try {
      growth = await measureGrowth(await startOf(small), await startOf(large), growthPlan)
    } finally {
      await Promise.all(running.map(product => product.stop()))
    }
    log(growthTable(growth))
  }
  if (loadOnly) {
    log(`\n${detailTable(figures)}\n\n${unitTable(figures)}`)
  } else {
    log('… sizes')
    const [bundles, web] = [await functionBundles(), webFirstLoads()]
    const sessions: SessionFigures[] = []
    if (sessionCounts.length > 0) {
      log(`… ${sessionCounts.join(' and ')} sessions`)
      const { stdout } = await script('session-host/bench/measure-sessions.ts', sessionCounts.map(String))
      for (const line of stdout.trim().split('\n')) sessions.push(JSON.parse(line) as SessionFigures)
    }
    const table = budgetTable({
      sizes: figures,
      growth,
      latency,
      besideHanging,
      chat,
      signIns,
      memory,
      installed: installedMegabytes(),
      sessions,
      bundles,
      web,
      readySeconds,
    })
    const head = `${started.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; load average of the machine before ${loadBefore}, after ${load()}${quick ? '; quick: short measurements' : ''}.`
    log(`\n${head}\n\n${table}`)
    writeFileSync(
      join(import.meta.dirname, 'results.md'),
      `# Measured\n\n${head}\n\n${table}\n\n## By number of clients\n\nRequests per second and milliseconds of a closed loop over kept-alive connections; generator, gateway, functions and\ndatabase share the machine. The peer's figures in the same order.\n\n${detailTable(figures)}\n\n## Growth\n\n${growthTable(growth)}\n\n## A hundred sign-ins at once\n\n${signIns ? signInTable(signIns) : ''}\n\n## Read and write units\n\n${unitTable(figures)}\n`,
    )
  }
} finally {
  rmSync(root, { recursive: true, force: true })
}
