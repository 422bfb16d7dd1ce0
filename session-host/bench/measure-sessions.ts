import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createWorld, until } from '../test/harness.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const SETTLE_MS = 20_000
const PAIRING = 4

export type SessionMeasure = {
  sessions: number
  /** Resident memory of the host's process, megabytes (10^6). */
  rssMb: number
  /** Difference to the same process without sessions, kilobytes (10^3). */
  perSessionKb: number
  /** CPU of the idle process, percent of one core. */
  idleCpu: number
  /** Milliseconds from the start of the process to the last CONNECTED. */
  connectedMs: number
}

/**
 * Measures memory and CPU of a session host that serves idle sessions of the simulator, in a
 * process of its own as in production. Connections are linked once; the measured host resumes them,
 * as a deployed host does.
 * @param counts numbers of sessions, rising
 */
export async function measureSessions(counts: number[]): Promise<SessionMeasure[]> {
  const world = await createWorld()
  world.env.LEASE_SECONDS = '15'
  const measures: SessionMeasure[] = []
  let host: ChildProcess | undefined
  try {
    host = startHost(world.env)
    await new Promise(resolve => setTimeout(resolve, 2 * SETTLE_MS))
    const emptyKb = rssKb(host)
    await stop(host)
    let linked = 0
    let nextNumber = 0
    for (const count of counts) {
      host = startHost(world.env)
      while (linked < count) {
        const batch = Array.from({ length: Math.min(PAIRING, count - linked) }, () => nextNumber++)
        // A link that took too long on a busy machine is left alone: another one is made instead.
        const links = await Promise.allSettled(batch.map(n => world.pair(`55119${String(n).padStart(8, '0')}`)))
        linked += links.filter(link => link.status === 'fulfilled').length
        if (nextNumber > count * 2) throw new Error('the sessions could not be linked')
      }
      await stop(host)
      const before = world.events.length
      const began = Date.now()
      host = startHost(world.env)
      const connected = () =>
        world.events.slice(before).filter(event => event.type === 'connection' && event.status === 'CONNECTED').length
      await until(() => connected() >= linked, 300_000)
      const connectedMs = Date.now() - began
      await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
      const cpu = cpuMs(host)
      await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
      const rss = rssKb(host)
      measures.push({
        sessions: count,
        rssMb: Math.round(rss / 1000),
        perSessionKb: Math.round((rss - emptyKb) / count),
        idleCpu: Math.round(((cpuMs(host) - cpu) / SETTLE_MS) * 1000) / 10,
        connectedMs,
      })
      await stop(host)
    }
  } finally {
    host?.kill('SIGKILL')
    await world.close()
  }
  return measures
}

function startHost(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    // The second as in its task definition.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function stop(host: ChildProcess): Promise<void> {
  const ended = new Promise(resolve => host.once('exit', resolve))
  host.kill('SIGTERM')
  await ended
}

/** Returns resident memory in kilobytes (10^3); Linux's /proc counts in units of 1024 bytes. */
function rssKb(host: ChildProcess): number {
  const status = readFileSync(`/proc/${host.pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024) / 1000
}

/** Returns user and system time in milliseconds; a clock tick is 10 ms on common Linuxes. */
function cpuMs(host: ChildProcess): number {
  const fields = readFileSync(`/proc/${host.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const counts = process.argv.slice(2).map(Number)
  const table = (await measureSessions(counts.length ? counts : [100, 300])).map(measure => ({ ...measure }))
  process.stdout.write(`${table.map(row => JSON.stringify(row)).join('\n')}\n`)
  process.exit(0)
}
