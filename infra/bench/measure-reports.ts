// `npm run bench:reports [-- --tickets 10000]`: time, read units and peak memory of a large
// company's dashboard, of the report's first page over a month and over all its days, and of the
// export of all. Services and data of its own.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newId } from '@balcao/shared/ids.ts'
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import { localEnvironment } from './local-environment.ts'

const CALLS = 40
const DAY_MS = 86_400_000
const MONTH = 30
/** Days of a loaded company's history, and one more. */
const DAYS = 91

const { values } = parseArgs({ options: { tickets: { type: 'string', default: '10000' } } })
const dir = mkdtempSync(join(tmpdir(), 'balcao-reports-'))
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
try {
  const args = ['--tickets', values.tickets, '--messages', '1', '--dir', dir]
  const prepared = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'prepare-data.ts'), ...args],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  const { company } = JSON.parse(prepared) as { company: LoadedCompany }
  const { companyId } = company
  const services = await startServices({ dataDir: dir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  // Imported only now: these modules read the environment.
  const { handler } = await import('@balcao/functions/areas/reports/handler.ts')
  const { pageOfReport } = await import('@balcao/functions/data/reports/report-page.ts')
  const { metered } = await import('@balcao/functions/data/table/meter.ts')
  const { getJob, newJob } = await import('@balcao/functions/data/jobs/job.ts')
  const { transact } = await import('@balcao/functions/data/table/transact.ts')
  const { enqueueStep } = await import('@balcao/functions/messaging/begin-job.ts')
  const { runStep } = await import('@balcao/functions/workers/jobs/run-step.ts')
  const { KINDS } = await import('@balcao/functions/workers/jobs/kinds/kinds.ts')
  const { eventOf, signIn } = await import('./gateway-event.ts')

  /** Repeats a call and prints its times, and the read units and the answer of the last. */
  async function repeat<T>(name: (answer: T) => string, call: () => Promise<T>): Promise<void> {
    const times: number[] = []
    let last = await metered(call)
    for (let i = 0; i < CALLS; i++) {
      const began = performance.now()
      last = await metered(call)
      times.push(performance.now() - began)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => `${times[Math.floor(share * times.length)]!.toFixed(0)} ms`
    console.log(`${name(last.result)}: p50 ${at(0.5)}, p95 ${at(0.95)}, ${last.units.read} read units`)
  }

  const token = await signIn(company.admin)
  await repeat<string>(
    body =>
      `the dashboard of ${MONTH} days, ${(JSON.parse(body) as { counters: { supportFinished: number } }).counters.supportFinished} tickets closed in them`,
    async () => {
      const { statusCode, body } = await handler(eventOf(token, 'GET', '/dashboard', `days=${MONTH}`))
      if (statusCode !== 200) throw new Error(`the dashboard answered ${statusCode}: ${body}`)
      return body
    },
  )

  const range = { from: Date.now() - DAYS * DAY_MS, to: Date.now() }
  const filter = {
    searchParam: '',
    contactId: '',
    whatsappIds: [],
    users: [],
    queueIds: [],
    statuses: [],
    onlyRated: false,
  }
  for (const days of [MONTH, DAYS])
    await repeat(
      ({ total }) => `a page of the report over ${days} days, ${total} tickets`,
      () => pageOfReport(companyId, { ...range, from: Date.now() - days * DAY_MS }, filter, { page: 1, pageSize: 10 }),
    )

  const state = { range, filter, timezone: 'America/Sao_Paulo', language: 'pt' as const }
  const { job, writes } = newJob(companyId, {
    kind: 'ticketReport',
    user: { id: newId(), name: 'Bench' },
    state: { ...state, stage: 'count', read: null, parts: [], pieces: null },
  })
  await transact(writes)
  const now = async () => (await getJob(companyId, job.id, true))!
  const before = process.memoryUsage().rss
  let stage = ''
  const most: Record<string, number> = {}
  const watch = setInterval(() => {
    most[stage] = Math.max(most[stage] ?? 0, process.memoryUsage().rss)
  }, 50)
  const spent: Record<string, number> = {}
  for (let seen = await now(); seen.status === 'waiting' || seen.status === 'running'; seen = await now()) {
    stage = 'stage' in seen.state ? seen.state.stage : ''
    const began = performance.now()
    await runStep({ companyId, jobId: job.id, seq: seen.seq }, KINDS, enqueueStep)
    spent[stage] = (spent[stage] ?? 0) + performance.now() - began
  }
  clearInterval(watch)
  const { status, done } = await now()
  const stages = Object.entries(spent).map(([name, ms]) => {
    const memory = most[name] ? `, at most ${megabytes(most[name])}` : ''
    return `${name} ${(ms / 1000).toFixed(1)} s${memory}`
  })
  console.log(`an export of ${done} rows: ${status}; memory before ${megabytes(before)}; ${stages.join('; ')}`)
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)
