// `npm run bench:fuzz [-- --requests 10000 --sockets 1000 --seed N]`: `npm run serve` under random
// requests, slow and half ones, and silent sockets: how long they take, and how fast others are
// answered meanwhile.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { signIn } from '../test/system/open-shop.ts'
import { setUpServer } from '../test/system/set-up-server.ts'
import { startServer } from '../test/system/start-server.ts'
import type { Bystander, PlainCall } from './fuzz/bystander.ts'
import { fuzzTargets } from './fuzz/fuzz-targets.ts'
import { runFuzz } from './fuzz/run-fuzz.ts'
import { percentile } from './load.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    sockets: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(randomInt(1e9)) },
  },
})
const LIMIT_MS = 30_000
/** Time in which the functions are loaded one after the other, in ms. */
const LOADING_MS = 20_000

const server = await startServer()
try {
  const people = await setUpServer(server)
  const token = await (await signIn(server, people.admin.email, people.admin.password)).token()
  const attackers = await (await signIn(server, people.super.email, people.super.password)).token()
  const calls = [
    { path: '/' },
    { path: '/api/auth/me', token },
    { path: '/api/tickets?status=open', token },
    { path: '/api/queue', token },
  ]
  await sleep(LOADING_MS)
  const stopQuiet = await startApart(server.url, calls)
  await sleep(10_000)
  const quiet = await stopQuiet()
  const stopBeside = await startApart(server.url, calls)
  const began = performance.now()
  const run = await runFuzz(fuzzTargets(server.url, server.dataDir), {
    seed: Number(values.seed),
    requests: Number(values.requests),
    sockets: Number(values.sockets),
    token: attackers,
    limitMs: LIMIT_MS,
  })
  const beside = await stopBeside()
  console.log(`seed ${values.seed}, ${((performance.now() - began) / 1000).toFixed(0)} s`)
  for (const [kind, { count, slowest }] of [...run.kinds].sort(([, a], [, b]) => b.slowest - a.slowest))
    console.log(`${kind.padEnd(14)} ${String(count).padStart(6)}  slowest ${(slowest / 1000).toFixed(1)} s`)
  console.log([...run.ends].map(([how, count]) => `${count} × ${how}`).join(', '))
  if (run.silent.length > 0) console.log(`silent for ${LIMIT_MS / 1000} s: ${run.silent.join('; ')}`)
  console.log(`others, alone:  ${figures(quiet.times)}`)
  console.log(`others, beside: ${figures(beside.times)}, ${beside.wrong.length} wrong`)
  for (const wrong of beside.wrong.slice(0, 10)) console.log(`  ${wrong}`)
  if (run.silent.length + beside.wrong.length > 0) process.exitCode = 1
} finally {
  await server.close()
}

/** Starts a bystander in a thread of its own. @returns a function that ends it */
async function startApart(url: string, calls: readonly PlainCall[]) {
  const thread = new Worker(new URL('./fuzz/bystander-thread.ts', import.meta.url), {
    workerData: { url, calls },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await once(thread, 'message')
  return async () => {
    const ended = once(thread, 'message') as Promise<[Pick<Bystander, 'times' | 'wrong'>]>
    thread.postMessage('stop')
    const [seen] = await ended
    await thread.terminate()
    return seen
  }
}

function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map(share => percentile(sorted, share).toFixed(1))
  return `${times.length} calls, p50/p95/p99/max ${p50}/${p95}/${p99}/${most} ms`
}
