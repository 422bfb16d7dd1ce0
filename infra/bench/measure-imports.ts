// `npm run bench:imports [-- --messages N] [--write] [--lists N]`: reads and maps a dump of Ticketz
// of a million messages of 100,000 contacts, in a process of its own; prints times, rows per second
// and its peak memory. With `--write` it also writes them into a company of a table of its own, and
// prints the processor time of both processes. With `--lists N` a neighbour reads its list of
// tickets meanwhile, in N rounds of a stretch with the import stopped and one beside it; then the
// import paces itself, as somebody has the product open.

import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { newId } from '@balcao/shared/ids.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../local/node-environment.ts'
import { resourceNames, testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import type { Report } from './imports/import-worker.ts'
import { median, percentile } from './load.ts'
import { localEnvironment } from './local-environment.ts'
import { timeCalls } from './time-calls.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
    lists: { type: 'string', default: '0' },
  },
})
const messages = Number(values.messages)
const rounds = Number(values.lists)
const NEIGHBOUR_TICKETS = 60
/** Milliseconds for which a list is called at a stretch. */
const STRETCH_MS = 2000
const MB = 1e6

const folder = mkdtempSync(join(tmpdir(), 'balcao-bench-imports-'))
const [dump, scratch] = [join(folder, 'dump.sql'), join(folder, 'rows.sqlite')]
try {
  await ended(start('write-dump.ts', dump, values.messages))
  console.log(
    `${messages} messages, ${messages / 10} contacts, ${messages / 5} tickets: ${mega(statSync(dump).size)} MB`,
  )
  if (values.write) await measureWriting()
  else await ended(watch(start('import-worker.ts', dump, scratch)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function start(program: string, ...given: string[]): ChildProcess {
  const env = { ...process.env, ...NODE_ENVIRONMENT }
  return fork(join(import.meta.dirname, 'imports', program), given, { execArgv: NODE_ARGUMENTS, env })
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnargs[1]} ended with ${code}`)
}

function mega(bytes: number): number {
  return Math.round(bytes / MB)
}

/** Prints what an import's process reports. */
function watch(child: ChildProcess, onReport: (report: Report) => void = () => undefined): ChildProcess {
  child.on('message', report => {
    const sent = report as Report
    onReport(sent)
    if ('reading' in sent) {
      const { rows, rowsRead, read, ordered, seconds, processor, memory, scratch } = sent.reading
      const times = [read, ordered, seconds - read - ordered, seconds].map(one => one.toFixed(1))
      console.log(`read ${times[0]} s, ordered ${times[1]} s, mapped ${times[2]} s, together ${times[3]} s`)
      console.log(`${rowsRead} rows, of ${rows} it is known what became of them`)
      console.log(
        `processor ${processor.toFixed(1)} s; temporary file ${mega(scratch)} MB, peak memory ${mega(memory)} MB`,
      )
    } else if ('writing' in sent) {
      const { rows, seconds, processor, memory } = sent.writing
      console.log(`wrote ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(messages / seconds)} messages a second`)
      console.log(`processor of the writer ${processor.toFixed(1)} s; its peak memory ${mega(memory)} MB`)
    }
  })
  return child
}

/** Writes the records into a table on this machine. */
async function measureWriting(): Promise<void> {
  let written = ''
  const services = await startServices({ dataDir: join(folder, 'data'), resources: testResources('local') })
  try {
    Object.assign(process.env, localEnvironment(services))
    // Imported only now: these modules read the environment.
    const { loadCompany } = await import('../demo/seed/load-company.ts')
    const password = randomBytes(9).toString('base64url')
    const { companyId } = await loadCompany({ tickets: 30, messages: 2, password, until: Date.now() })
    const list = rounds > 0 ? await neighboursList() : undefined
    const engine = readFileSync(join(folder, 'data/dynamodb.pid'), 'utf8').trim()
    let engineBefore = 0
    let isWriting = false
    const child = watch(start('import-worker.ts', dump, scratch, companyId), report => {
      if ('reading' in report) engineBefore = processorOf(engine)
      isWriting = 'written' in report
    })
    const end = ended(child)
    if (list) await compareLists(child, list, () => isWriting)
    await end
    console.log(`processor of the table ${(processorOf(engine) - engineBefore).toFixed(1)} s`)
    const size = statSync(join(folder, 'data/dynamodb.sqlite')).size
    console.log(`table on the disk ${mega(size)} MB`)
    written = companyId
  } finally {
    await services.close()
  }
  printItems(written)
}

/**
 * Prints how many items a message takes with its share of tickets and contacts, by the kinds of
 * partitions.
 */
function printItems(companyId: string): void {
  const db = new DatabaseSync(join(folder, 'data/dynamodb.sqlite'), { readOnly: true })
  try {
    const table = resourceNames('local').table
    const kinds = new Map<string, number>()
    // The engine writes the type of a key before it.
    const [mine, type] = [`S:${companyId}#%`, 'S:'.length]
    const keys = db.prepare(`SELECT pk, sk FROM "${table}" WHERE pk LIKE ?`).iterate(mine)
    for (const { pk, sk } of keys as IterableIterator<{ pk: string; sk: string }>) {
      const [, kind = '', list = ''] = pk.split('#')
      const part = sk.slice(type).split('#')[0]!
      const detail = { search: list, 'tickets-of': list, imported: part, ticket: part }[kind]
      const name = detail ? `${kind} ${detail}` : kind
      kinds.set(name, (kinds.get(name) ?? 0) + 1)
    }
    const each = (count: number) => (count / messages).toFixed(2)
    const all = [...kinds.values()].reduce((sum, count) => sum + count, 0)
    const most = [...kinds].filter(([, count]) => count >= messages / 100).toSorted(([, a], [, b]) => b - a)
    console.log(`items a message ${each(all)}: ${most.map(([name, count]) => `${name} ${each(count)}`).join(', ')}`)
    const indexed = ['gsi1', 'gsi2', 'gsi3'].map(
      name => db.prepare(`SELECT count(*) AS n FROM "${table}::gsi::${name}" WHERE gsi_pk LIKE ?`).get(mine)!.n,
    )
    console.log(`in the indexes ${indexed.map(count => each(Number(count))).join(' + ')}`)
  } finally {
    db.close()
  }
}

/**
 * Returns the call of another company's list of tickets, for so many
 * milliseconds: its times, sorted.
 */
async function neighboursList(): Promise<(ms: number) => Promise<number[]>> {
  const { call, makeCompany, makeTicket } = await import('@balcao/functions/test/harness.ts')
  const { tickets } = await import('@balcao/shared/api/tickets/tickets.ts')
  const { addSocket } = await import('@balcao/functions/data/realtime/socket.ts')
  const neighbour = await makeCompany()
  const { id: userId, name: userName } = neighbour.admin.user
  const ids = { companyId: neighbour.id, connectionId: newId(), userId, userName, sessionId: newId() }
  await addSocket({ ...ids, profile: 'admin', super: false, support: false, queueIds: [], allTicket: 'enabled' })
  for (let n = 0; n < NEIGHBOUR_TICKETS; n++) await makeTicket(neighbour.id)
  const list = () => call(tickets.list, { as: neighbour.admin, query: { status: 'pending', showAll: 'true' } })
  return ms => timeCalls(list, ms)
}

/** Alternates the list with the import stopped and beside it, so that other load affects both. */
async function compareLists(
  child: ChildProcess,
  list: (ms: number) => Promise<number[]>,
  isWriting: () => boolean,
): Promise<void> {
  await list(STRETCH_MS)
  while (!isWriting()) await list(STRETCH_MS)
  const [alone, beside]: [number[][], number[][]] = [[], []]
  for (let round = 0; round < rounds && isWriting(); round++) {
    child.kill('SIGSTOP')
    // What was sent is answered first.
    await list(200)
    const without = await list(STRETCH_MS)
    child.kill('SIGCONT')
    const times = await list(STRETCH_MS)
    // An import that ended within the stretch did not run beside all of it.
    if (!isWriting()) break
    alone.push(without)
    beside.push(times)
  }
  for (const share of [0.5, 0.95]) {
    const [without, times] = [alone, beside].map(all => median(all.map(sorted => percentile(sorted, share)))) as [
      number,
      number,
    ]
    console.log(
      `the neighbour's list, p${share * 100} of ${alone.length} rounds: ${without.toFixed(1)} → ${times.toFixed(1)} ms, ${(times / without).toFixed(2)} ×`,
    )
  }
}

/** Returns the processor time of a process, s (proc(5)). */
function processorOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
