// `npm run bench:imports [-- --messages N] [--write] [--lists N] [--remove]`: reads and maps a dump of Ticketz
// of a million messages of 100,000 contacts, in a process of its own; prints times, rows per second
// and its peak memory. With `--write` it also writes them into a company of a product that it
// starts, and prints the processor time of both processes. With `--lists N` a neighbour has the
// product open and reads its list of tickets meanwhile, in N rounds of a stretch with the import
// stopped and one beside it. With `--remove` what was written is removed again, by the product's own
// job.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { readConfig } from '../local/config.ts'
import { LOW_PRIORITY } from '../local/lambda/process-priority.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../local/node-environment.ts'
import { resourceNames } from '../local/resources.ts'
import { openTable } from '../operations/open-table.ts'
import type { Report } from './imports/import-worker.ts'
import { median, percentile } from './load.ts'
import { type Product, startProduct } from './start-product.ts'
import { timeCalls } from './time-calls.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
    lists: { type: 'string', default: '0' },
    remove: { type: 'boolean', default: false },
  },
})
const messages = Number(values.messages)
const rounds = Number(values.lists)
const NEIGHBOUR_TICKETS = 60
/** Milliseconds for which a list is called at a stretch. */
const STRETCH_MS = 2000
/** Milliseconds between two looks at a removal. */
const LOOK_MS = 500
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

/** Writes the records into a company of a running product, as `npm run import` does. */
async function measureWriting(): Promise<void> {
  let written = ''
  const dataDir = join(folder, 'data')
  const product = await startProduct(dataDir)
  process.env.BALCAO_DATA_DIR = dataDir
  const close = await openTable(readConfig())
  try {
    // Imported only now: these modules read the environment.
    const { loadCompany } = await import('../demo/seed/load-company.ts')
    const newCompany = (tickets: number) => {
      const password = randomBytes(9).toString('base64url')
      return loadCompany({ tickets, messages: 2, password, until: Date.now() })
    }
    const company = await newCompany(30)
    const { companyId } = company
    const neighbour = rounds > 0 ? await openNeighbour(product, await newCompany(NEIGHBOUR_TICKETS)) : undefined
    const engine = readFileSync(join(dataDir, 'dynamodb.pid'), 'utf8').trim()
    let engineBefore = 0
    let isWriting = false
    const child = watch(start('import-worker.ts', dump, scratch, companyId), report => {
      if ('reading' in report) engineBefore = processorOf(engine)
      isWriting = 'written' in report
    })
    const end = ended(child)
    if (neighbour) await compareLists(child, neighbour.list, () => isWriting)
    await end
    neighbour?.close()
    console.log(`processor of the table ${(processorOf(engine) - engineBefore).toFixed(1)} s`)
    console.log(`table on the disk ${mega(statSync(join(dataDir, 'dynamodb.sqlite')).size)} MB`)
    if (values.remove) await measureRemoval(product, company, () => processorOf(engine))
    written = companyId
  } finally {
    await close()
    await product.stop()
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

/** Signs an admin in; returns the token. */
async function signIn(url: string, { admin, password }: LoadedCompany): Promise<string> {
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin, password }),
  })
  return ((await signedIn.json()) as { token: string }).token
}

/** Has the product remove the only import of a company, as an admin does on the page. */
async function measureRemoval({ url }: Product, company: LoadedCompany, engine: () => number): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(url, company)}` }
  const read = async () => {
    const { imports } = (await (await fetch(`${url}/api/imports`, { headers })).json()) as { imports: DataImport[] }
    return imports[0]!
  }
  const { id } = await read()
  const [started, engineBefore] = [performance.now(), engine()]
  await fetch(`${url}/api/imports/${id}/remove`, { method: 'POST', headers })
  let row = await read()
  for (; row.state !== 'removed'; row = await read()) await setTimeout(LOOK_MS)
  const seconds = (performance.now() - started) / 1000
  const tickets = messages / 5
  console.log(
    `removed ${row.done} of ${row.total} rows in ${seconds.toFixed(1)} s, ${(tickets / seconds).toFixed(1)} tickets ` +
      `and ${Math.round(messages / seconds)} messages a second; processor of the table ` +
      `${(engine() - engineBefore).toFixed(1)} s`,
  )
}

/**
 * Opens the product as an admin of another company.
 * @returns calls of its list of tickets for so many milliseconds: their times, sorted
 */
async function openNeighbour({ url, wsUrl }: Product, company: LoadedCompany) {
  const token = await signIn(url, company)
  const socket = new WebSocket(`${wsUrl}?token=${encodeURIComponent(token)}`)
  await once(socket, 'open')
  const list = async () => {
    const answer = await fetch(`${url}/api/tickets?status=pending&showAll=true`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.text()
    return answer
  }
  return { list: (ms: number) => timeCalls(list, ms), close: () => socket.close() }
}

/**
 * Alternates the list with the import stopped, beside a process of its priority that only computes
 * (an import's engine and its writer take turns), and beside the import, so that other load affects
 * all three.
 */
async function compareLists(
  child: ChildProcess,
  list: (ms: number) => Promise<number[]>,
  isWriting: () => boolean,
): Promise<void> {
  await list(STRETCH_MS)
  while (!isWriting()) await list(STRETCH_MS)
  const [alone, computing, beside]: [number[][], number[][], number[][]] = [[], [], []]
  for (let round = 0; round < rounds && isWriting(); round++) {
    child.kill('SIGSTOP')
    // What was sent is answered first.
    await list(200)
    const without = await list(STRETCH_MS)
    const other = spawn('nice', ['-n', String(LOW_PRIORITY), process.execPath, '-e', 'for (;;) {}'])
    const between = await list(STRETCH_MS).finally(() => other.kill())
    child.kill('SIGCONT')
    const times = await list(STRETCH_MS)
    // An import that ended within the stretch did not run beside all of it.
    if (!isWriting()) break
    alone.push(without)
    computing.push(between)
    beside.push(times)
  }
  for (const share of [0.5, 0.95]) {
    const [first = 0, ...rest] = [alone, computing, beside].map(all =>
      median(all.map(sorted => percentile(sorted, share))),
    )
    const [other, writing] = rest.map(ms => `${ms.toFixed(1)} ms = ${(ms / first).toFixed(2)} ×`)
    console.log(
      `the neighbour's list, p${share * 100} of ${alone.length} rounds: alone ${first.toFixed(1)} ms, ` +
        `beside one that computes ${other}, beside the import ${writing}`,
    )
  }
}

/** Returns the processor time of a process, s (proc(5)). */
function processorOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
