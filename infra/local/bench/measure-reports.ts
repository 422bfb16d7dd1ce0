// `npm run bench:reports [-- --tickets 10000]`: the report's first page over all days of a company of so many tickets, and the
// export of all of them: time, size, and how much memory the process had at most. Services and data of its own.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newId } from '@balcao/shared/ids.ts'
import { testResources } from '../resources.ts'
import type { LoadedCompany } from '../seed/load-company.ts'
import { startServices } from '../start-services.ts'
import { localEnvironment } from './local-environment.ts'

const PAGES = 40
const DAY_MS = 86_400_000
/** As far back as loaded companies go, and a day. */
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
  const { companyId } = (JSON.parse(prepared) as { company: LoadedCompany }).company
  const services = await startServices({ dataDir: dir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  // Only now: they read the environment.
  const { pageOfReport } = await import('@balcao/functions/data/reports/report-page.ts')
  const { metered } = await import('@balcao/functions/data/table/meter.ts')
  const { getJob, newJob } = await import('@balcao/functions/data/jobs/job.ts')
  const { transact } = await import('@balcao/functions/data/table/transact.ts')
  const { runStep } = await import('@balcao/functions/workers/jobs/run-step.ts')
  const { KINDS } = await import('@balcao/functions/workers/jobs/kinds/kinds.ts')

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
  const times: number[] = []
  let read = 0
  let total = 0
  for (let i = 0; i < PAGES; i++) {
    const began = performance.now()
    const page = await metered(() => pageOfReport(companyId, range, filter, { page: 1, pageSize: 10 }))
    times.push(performance.now() - began)
    read = page.units.read
    total = page.result.total
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => `${times[Math.floor(share * times.length)]!.toFixed(0)} ms`
  console.log(`a page of ${total} tickets: p50 ${at(0.5)}, p95 ${at(0.95)}, ${read} read units`)

  const state = { range, filter, timezone: 'America/Sao_Paulo', language: 'pt' as const }
  const { job, writes } = newJob(companyId, {
    kind: 'ticketReport',
    user: { id: newId(), name: 'Bench' },
    state: { ...state, stage: 'count', read: null, parts: [], pieces: null },
  })
  await transact(writes)
  const now = async () => (await getJob(companyId, job.id, true))!
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const spent: Record<string, number> = {}
  for (let seen = await now(); seen.status === 'waiting' || seen.status === 'running'; seen = await now()) {
    const stage = 'stage' in seen.state ? seen.state.stage : ''
    const began = performance.now()
    await runStep({ companyId, jobId: job.id, seq: seen.seq }, KINDS)
    spent[stage] = (spent[stage] ?? 0) + performance.now() - began
  }
  clearInterval(watch)
  const { status, done } = await now()
  const stages = Object.entries(spent).map(([stage, ms]) => `${stage} ${(ms / 1000).toFixed(1)} s`)
  console.log(`an export of ${done} rows: ${status}; ${stages.join(', ')}`)
  console.log(`memory: ${megabytes(before)} before, ${megabytes(most)} at most`)
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)
