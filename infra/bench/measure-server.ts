// `npm run bench:server [-- --minutes 10 --connections 5 --rate 20]`: memory of `npm run serve`
// with the WhatsApp simulator in place of WhatsApp, sampled each half second over its whole process
// tree: while it starts, with linked connections, under messages in both directions; and what 1,000
// messages leave on the disk.

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from '../test/system/open-shop.ts'
import { type SetUp, setUpServer } from '../test/system/set-up-server.ts'
import { startServer } from '../test/system/start-server.ts'
import { percentile } from './load.ts'
import { type Disk, readDisk } from './server/server-disk.ts'
import { watchServer } from './server/server-memory.ts'
import { startTraffic } from './server/server-traffic.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    connections: { type: 'string', default: '5' },
    rate: { type: 'string', default: '20' },
  },
})
const [minutes, connections, rate] = [values.minutes, values.connections, values.rate].map(Number) as [
  number,
  number,
  number,
]
/** Time in which the functions are loaded one after the other, in ms. */
const LOADING_MS = 30_000
const REPORT_MS = 60_000

const memory = watchServer()
const server = await startServer({ onProcess: memory.follow })
try {
  await sleep(LOADING_MS)
  show('start, first', memory.take())
  const people = await setUpServer(server)
  await allow(connections, people)
  const { admin } = people
  const person = await signIn(server, admin.email, admin.password)
  const traffic = await startTraffic(server, person, connections)
  show(`${connections} connections linked`, memory.take())
  const before = readDisk(server.dataDir)
  const began = Date.now()
  const all: number[] = []
  const report = setInterval(() => {
    const taken = memory.take()
    all.push(...taken)
    show(`minute ${Math.round((Date.now() - began) / REPORT_MS)}`, taken)
  }, REPORT_MS)
  await traffic.run(rate, () => Date.now() - began > minutes * 60_000)
  const seconds = (Date.now() - began) / 1000
  clearInterval(report)
  all.push(...memory.take())
  const processes = memory.byProcess()
  await sleep(5000)
  const { asked, answered, seen } = traffic.counts
  console.log(`${asked} messages in, ${answered} out in ${seconds.toFixed(0)} s, ${seen} seen in the browser`)
  for (const failure of traffic.failures.slice(0, 5)) console.log(`  failed: ${failure}`)
  if (traffic.failures.length > 0) console.log(`${traffic.failures.length} failed`)
  show('under messages', all)
  for (const [name, bytes] of processes) console.log(`  ${name}: ${megabytes(bytes)}`)
  const after = readDisk(server.dataDir)
  showGrowth(before, after, asked + answered)
  traffic.close()
  await server.stop()
  memory.take()
  await server.start()
  await sleep(LOADING_MS)
  show('start, on these data', memory.take())
} finally {
  memory.stop()
  await server.close()
}

/** Gives the company's plan room for so many connections. */
async function allow(connections: number, { super: operator }: SetUp): Promise<void> {
  const { api } = await signIn(server, operator.email, operator.password)
  for (const { id } of await api<{ id: string }[]>('GET', '/plans/list')) {
    await api('PUT', `/plans/${id}`, { connections })
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}

function show(what: string, samples: readonly number[]): void {
  const sorted = samples.toSorted((a, b) => a - b)
  const [middle, p95, most] = [0.5, 0.95, 1].map(share => megabytes(percentile(sorted, share)))
  console.log(`${what}: median ${middle}, p95 ${p95}, most ${most} (${samples.length} samples)`)
}

function showGrowth(before: Disk, after: Disk, messages: number): void {
  const per1000 = (a: number, b: number) => (((b - a) * 1000) / messages).toFixed(1)
  console.log(`for each 1,000 messages:`)
  for (const [kind, count] of [...after.rows].sort(([, a], [, b]) => b - a)) {
    const more = count - (before.rows.get(kind) ?? 0)
    if (more !== 0) console.log(`  rows ${kind}: ${per1000(0, more)}`)
  }
  console.log(`  objects: ${per1000(before.objects, after.objects)}`)
  for (const part of ['table', 'queues', 'objects', 'logs', 'other'] as const)
    console.log(`  ${part}: ${(Number(per1000(before.bytes[part], after.bytes[part])) / 1e6).toFixed(3)} MB`)
  console.log(`queues: ${after.queued} messages wait, ${after.remembered} ids remembered`)
}
