// `npm run bench:sheets [-- --rows 10000,100000 --format xlsx|csv --into list|contacts]`: the
// import of large sheets: time by phase, and the worker's memory. The worker is a separate process
// for each, as a function is; table and bucket are the parent's, and another process makes the
// sheet.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { newId } from '@balcao/shared/ids.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { csvLine } from '@balcao/shared/rules/csv.ts'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import { localEnvironment } from './local-environment.ts'
import { heldMemory } from './memory.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,100000' },
    format: { type: 'string', default: 'xlsx' },
    into: { type: 'string', default: 'list' },
    make: { type: 'string' },
    /** Options of the worker: the company and the job. */
    job: { type: 'string' },
  },
})
const counts = values.rows.split(',').map(Number)
const [count = 0] = counts

/** Generates people with a numeric phone number and an address; every hundredth has no number. */
async function* people() {
  yield ['nome', 'numero', 'email']
  for (let n = 0; n < count; n++)
    yield [`Cliente ${n} de Souza`, n % 100 === 99 ? '' : 5_511_900_000_000 + n, `cliente.${n}@example.com`]
}

async function* lines() {
  for await (const cells of people()) yield csvLine(cells.map(String))
}

if (values.make) {
  const { spreadsheet } = await import('@balcao/functions/workers/jobs/kinds/spreadsheet.ts')
  const columns = ['nome', 'numero', 'email'].map(header => ({ header, width: 20 }))
  async function* rows() {
    let first = true
    for await (const cells of people()) {
      // The headings name the columns.
      if (!first) yield cells
      first = false
    }
  }
  await pipeline(
    values.format === 'csv' ? lines() : spreadsheet('Plan1', columns, rows()),
    createWriteStream(values.make),
  )
  process.exit(0)
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

if (values.job) {
  const { getJob } = await import('@balcao/functions/data/jobs/job.ts')
  const { enqueueStep } = await import('@balcao/functions/messaging/begin-job.ts')
  const { runStep } = await import('@balcao/functions/workers/jobs/run-step.ts')
  const { KINDS } = await import('@balcao/functions/workers/jobs/kinds/kinds.ts')
  const [companyId = '', jobId = ''] = values.job.split(',')
  const now = async () => (await getJob(companyId, jobId, true))!
  let seen = await now()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const spent: Record<string, number> = {}
  const peaks: Record<string, number> = {}
  let steps = 0
  let longest = 0
  let held = 0
  for (; seen.status === 'waiting' || seen.status === 'running'; seen = await now()) {
    const stage = 'stage' in seen.state ? seen.state.stage : ''
    const began = performance.now()
    await runStep({ companyId, jobId, seq: seen.seq }, KINDS, enqueueStep)
    const took = performance.now() - began
    most = Math.max(most, process.memoryUsage().rss)
    spent[stage] = (spent[stage] ?? 0) + took
    peaks[stage] = most
    longest = Math.max(longest, took)
    if (steps % 10 === 0) held = Math.max(held, heldMemory())
    steps += 1
  }
  clearInterval(watch)
  const stages = Object.entries(spent).map(([stage, ms]) => `${stage} ${seconds(ms)}`)
  console.log(
    `${seen.status}: ${stages.join(', ')}; ${steps} steps, the longest ${seconds(longest)}; ${JSON.stringify(seen.outcome?.counts)}`,
  )
  const highest = Object.entries(peaks).map(([stage, peak]) => `after ${stage} ${megabytes(peak)}`)
  // Resident memory is mostly garbage not yet collected; held memory shows whether it grows.
  console.log(
    `memory of the worker: ${megabytes(before)} before, ${megabytes(most)} at most (${highest.join(', ')}), ${megabytes(held)} held`,
  )
  process.exit(0)
}

const dir = mkdtempSync(join(tmpdir(), 'balcao-sheets-'))
try {
  const services = await startServices({ dataDir: dir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  // Imported only now: these modules read the environment.
  const { CONTACT_LISTS } = await import('@balcao/functions/data/campaigns/contact-list.ts')
  const { createRow, newRow } = await import('@balcao/functions/data/table/small-list.ts')
  const { newJob } = await import('@balcao/functions/data/jobs/job.ts')
  const { transact } = await import('@balcao/functions/data/table/transact.ts')
  const { putObject } = await import('@balcao/functions/integrations/storage.ts')
  const { importState } = await import('@balcao/functions/sheets/import-state.ts')

  const execArgv = ['--disable-warning=ExperimentalWarning']
  for (const rows of counts) {
    const file = join(dir, 'sheet')
    const make = ['--make', file, '--rows', String(rows), '--format', values.format]
    execFileSync(process.execPath, [...execArgv, import.meta.filename, ...make])
    const bytes = readFileSync(file)
    const companyId = newId()
    const list = await createRow(companyId, CONTACT_LISTS, newRow<ContactList>({ name: 'Bench', contactsCount: 0 }))
    const key = `${PREPARED_UPLOADS}${companyId}/media/${list.id}/sheet`
    await putObject(key, bytes, 'application/octet-stream')
    const user = { id: newId(), name: 'Bench' }
    const state = importState(key, 'pt')
    const { job, writes } = newJob(
      companyId,
      values.into === 'contacts'
        ? { kind: 'contactsImport', user, state }
        : { kind: 'contactListImport', user, state: { ...state, contactListId: list.id } },
    )
    await transact(writes)
    console.log(`\n${rows} rows of ${values.format}, ${megabytes(bytes.length)}, into ${values.into}`)
    const [code] = await once(
      fork(import.meta.filename, ['--job', `${companyId},${job.id}`], { execArgv: [...execArgv, '--expose-gc'] }),
      'exit',
    )
    if (code !== 0) throw new Error(`the worker ended with ${code}`)
  }
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)
