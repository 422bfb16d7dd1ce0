import { type ChildProcess, execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnChild, stopProcess } from '../child-process.ts'
import { ownEnvironment } from '../config.ts'
import { tableFileIn } from '../data-format/format-file.ts'
import { isDiskFull } from '../disk.ts'
import { freePort } from '../free-port.ts'
import { LOOPBACK } from '../listen.ts'

export type DynamoDbServer = {
  endpoint: string
  /** Port of the engine; 0 when the engine is external. */
  port: number
  /** Returns the pid of the engine's process, which changes at a restart. */
  pid: () => number | undefined
  close: () => Promise<void>
}

/**
 * Runs the engine's runtime (Tokio) on one thread: its database handles one request at a time, and
 * passing requests between threads cost a sixth of the processor time of a write.
 */
const ENGINE = { TOKIO_WORKER_THREADS: '1' }

const START_TIMEOUT_MS = 30_000
const FIRST_RESTART_MS = 10
const MAX_RESTART_MS = 2000

/**
 * Starts the DynamoDB engine as a child process and keeps it running: an engine that dies is
 * started again on its port.
 * @param options.name name of its file with the pid; two engines on one folder have two
 * @param options.port wanted port, any free one when it is in use; 0 = any
 * @param options.dir folder of the database; in memory each call costs the engine more with every row
 * @param options.endpoint an engine that already runs; nothing is started then
 * @throws when there is neither the engine's package nor an endpoint
 */
export async function startDynamoDb(options: {
  name?: string
  port: number
  dir: string
  endpoint?: string | undefined
}): Promise<DynamoDbServer> {
  if (options.endpoint) {
    return { endpoint: options.endpoint, port: 0, pid: () => undefined, close: async () => {} }
  }
  const binary = findBinary()
  const pidFile = join(options.dir, `${options.name ?? 'dynamodb'}.pid`)
  endStale(pidFile)
  const port = await freePort(options.port)
  const endpoint = `http://${LOOPBACK}:${port}`
  const args = ['serve', '--host', LOOPBACK, '--port', String(port), '--db-path', tableFileIn(options.dir)]

  let closing = false
  let backoff = FIRST_RESTART_MS
  let child: ChildProcess
  const launch = () => {
    const started = Date.now()
    child = spawnChild(binary, args, { output: 'ignore', env: { ...ownEnvironment(), ...ENGINE } })
    if (child.pid) keepPid(pidFile, child.pid)
    child.once('exit', () => {
      if (closing) return
      backoff = Date.now() - started > MAX_RESTART_MS ? FIRST_RESTART_MS : Math.min(backoff * 2, MAX_RESTART_MS)
      setTimeout(() => closing || launch(), backoff)
    })
  }
  launch()
  await answers(endpoint)
  return {
    endpoint,
    port,
    pid: () => child.pid,
    async close() {
      closing = true
      await stopProcess(child)
      rmSync(pidFile, { force: true })
    },
  }
}

function findBinary(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')
    return join(dirname(manifest), 'dynoxide')
  } catch {
    throw new Error(
      'No DynamoDB engine: the package @dynoxide/linux-x64 exists for Linux x64 only. On another machine run any ' +
        'DynamoDB-compatible engine with transactions (DynamoDB Local, for example) and name it: ' +
        'DYNAMODB_ENDPOINT=http://127.0.0.1:8000',
    )
  }
}

function keepPid(pidFile: string, pid: number): void {
  try {
    writeFileSync(pidFile, String(pid))
  } catch (error) {
    // An engine that is started again on a full disk; without its pid
    // it is ended with this process.
    if (!isDiskFull(error)) throw error
  }
}

/** Ends the engine that a killed start left behind, if the pid still belongs to an engine. */
function endStale(pidFile: string): void {
  let pid: number
  try {
    pid = Number(readFileSync(pidFile, 'utf8'))
  } catch {
    return
  }
  try {
    const command = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    if (command.includes('dynoxide')) process.kill(pid, 'SIGKILL')
  } catch {
    // There is no such process, or no `ps` to ask: nothing to end.
  }
  rmSync(pidFile, { force: true })
}

async function answers(endpoint: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      await fetch(endpoint, { method: 'POST', headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' }, body: '{}' })
      return
    } catch (error) {
      if (Date.now() > end) throw new Error(`The DynamoDB engine does not answer on ${endpoint}`, { cause: error })
      await sleep(5)
    }
  }
}
