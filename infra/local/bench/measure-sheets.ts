// `npm run bench:sheets [-- --rows 100000 --format xlsx|csv --into list|contacts]`: the import of a sheet of so many rows: time by what it
// does, and how much memory the process had at most. Services and data of its own; the sheet is made by another process.
import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { newId } from '@balcao/shared/ids.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { csvLine } from '@balcao/shared/rules/csv.ts'
import { testResources } from '../resources.ts'
import { startServices } from '../start-services.ts'
import { localEnvironment } from './local-environment.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    format: { type: 'string', default: 'xlsx' },
    into: { type: 'string', default: 'list' },
    make: { type: 'string' },
  },
})
const count = Number(values.rows)

/** People with a number as a number and an address; every hundredth has no number. */
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
      // The headings are the columns'.
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

const dir = mkdtempSync(join(tmpdir(), 'balcao-sheets-'))
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
try {
  const file = join(dir, 'sheet')
  execFileSync(process.execPath, [
    ...['--disable-warning=ExperimentalWarning', import.meta.filename, '--make', file],
    ...['--rows', values.rows, '--format', values.format],
  ])
  const services = await startServices({ dataDir: dir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  // Only now: they read the environment.
  const { CONTACT_LISTS } = await import('@balcao/functions/data/campaigns/contact-list.ts')
  const { createRow, newRow } = await import('@balcao/functions/data/table/small-list.ts')
  const { getJob, newJob } = await import('@balcao/functions/data/jobs/job.ts')
  const { transact } = await import('@balcao/functions/data/table/transact.ts')
  const { putObject } = await import('@balcao/functions/integrations/storage.ts')
  const { importState } = await import('@balcao/functions/sheets/import-state.ts')
  const { runStep } = await import('@balcao/functions/workers/jobs/run-step.ts')
  const { KINDS } = await import('@balcao/functions/workers/jobs/kinds/kinds.ts')

  const companyId = newId()
  const list = await createRow(companyId, CONTACT_LISTS, newRow<ContactList>({ name: 'Bench', contactsCount: 0 }))
  const key = `${PREPARED_UPLOADS}${companyId}/media/${list.id}/sheet`
  const bytes = readFileSync(file)
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
  const now = async () => (await getJob(companyId, job.id, true))!
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const spent: Record<string, number> = {}
  const peaks: Record<string, number> = {}
  let steps = 0
  let longest = 0
  for (let seen = await now(); seen.status === 'waiting' || seen.status === 'running'; seen = await now()) {
    const stage = 'stage' in seen.state ? seen.state.stage : ''
    const began = performance.now()
    await runStep({ companyId, jobId: job.id, seq: seen.seq }, KINDS)
    const took = performance.now() - began
    spent[stage] = (spent[stage] ?? 0) + took
    peaks[stage] = most
    longest = Math.max(longest, took)
    steps += 1
  }
  clearInterval(watch)
  const { status, done, outcome } = await now()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const stages = Object.entries(spent).map(([stage, ms]) => `${stage} ${seconds(ms)}`)
  console.log(`${done} rows of ${values.format}, ${megabytes(bytes.length)}, into ${values.into}: ${status}`)
  console.log(
    `${stages.join(', ')}; ${steps} steps, the longest ${seconds(longest)}; ${JSON.stringify(outcome?.counts)}`,
  )
  const highest = Object.entries(peaks).map(([stage, peak]) => `after ${stage} ${megabytes(peak)}`)
  console.log(`memory: ${megabytes(before)} before, ${megabytes(most)} at most (${highest.join(', ')})`)
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)
