import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { spawnChild } from '../../local/child-process.ts'
import { readConfig } from '../../local/config.ts'
import { freePort } from '../../local/free-port.ts'
import { prepareAssembly } from '../../local/prepare.ts'
import { childOf } from './child-of.ts'

/**
 * Processes of the product, by a part of their command lines; the first one holds gateways,
 * functions and queues.
 */
const PROGRAMS = {
  cloud: 'product-process.ts',
  host: 'session-host/src/main.ts',
  simulator: 'infra/simulators/main.ts',
  table: 'dynamodb.sqlite\0',
} as const

export type Program = keyof typeof PROGRAMS

export type Product = {
  url: string
  simUrl: string
  /** Folder of its state and logs. */
  dataDir: string
  /** Returns the pid of a running part. */
  pidOf: (program: Program) => number | undefined
  /** Returns its output so far, line by line; it includes deaths of its children. */
  output: () => readonly string[]
  /** Sends kill -9 to the session host, which is started again automatically. */
  killHost: () => Promise<void>
  /** Sends kill -9 to the engine of the table, which is started again automatically. */
  killTable: () => Promise<void>
  /**
   * Ends the environments of the queues' functions in the middle of their invocations. The next
   * messages start new ones.
   */
  killWorkers: () => Promise<void>
  /** Sends kill -9 to the queues where they are `apart`, and starts them again on their data. */
  killQueues: () => Promise<void>
  /** Sends kill -9 to the whole product, starts it again on its data and waits until it answers. */
  killAll: () => Promise<void>
  /** Stops it. @param keep keeps its data */
  stop: (keep?: boolean) => Promise<void>
}

/**
 * Starts the product in a separate process, on its own ports and data.
 * @param options.apart serves its queues in another process, which can be killed alone
 */
export async function startProduct({ apart = false } = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-product-'))
  const prepared = await prepareAssembly(() => {})
  const assembly = readConfig().target === 'embedded' ? prepared : ownNames(prepared, join(dataDir, 'assembly'))
  const [port, simPort] = [await freePort(), await freePort()]
  let queues = apart ? await startQueues(dataDir) : undefined
  const program = join(import.meta.dirname, PROGRAMS.cloud)
  const args = ['--disable-warning=ExperimentalWarning', program, dataDir, `${port}`, `${simPort}`, assembly]
  if (queues) args.push(queues.endpoint)
  const output: string[] = []
  const run = async () => {
    const child = spawnChild(process.execPath, args, { output: 'pipe' })
    await ready(child, output)
    return child
  }
  let child = await run()
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const pidOf = (program: Program) =>
    program === 'cloud' ? (isRunning() ? child.pid : undefined) : childOf(child.pid!, PROGRAMS[program])
  const kill = async (program: Program) => {
    const pid = pidOf(program)
    if (!pid) throw new Error(`no ${program} runs`)
    process.kill(pid, 'SIGKILL')
  }
  return {
    url: `http://127.0.0.1:${port}`,
    simUrl: `http://127.0.0.1:${simPort}`,
    dataDir,
    pidOf,
    output: () => output,
    killHost: () => kill('host'),
    killTable: () => kill('table'),
    async killWorkers() {
      child.kill('SIGUSR2')
    },
    async killQueues() {
      if (!queues) throw new Error('the queues are no process of their own')
      await kill9(queues.child)
      queues = await startQueues(dataDir, queues.endpoint)
    },
    async killAll() {
      await Promise.all([kill9(child), queues && kill9(queues.child)])
      if (queues) queues = await startQueues(dataDir, queues.endpoint)
      child = await run()
    },
    async stop(keep = false) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      if (queues) await kill9(queues.child)
      if (!keep) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function kill9(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Starts the queues of a data directory in a separate process, on their former port. */
async function startQueues(dataDir: string, before?: string): Promise<{ child: ChildProcess; endpoint: string }> {
  const program = join(import.meta.dirname, '../../local/test/sqs-process.ts')
  const args = [program, join(dataDir, 'sqs.sqlite'), before ? new URL(before).port : '0']
  const child = spawnChild(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { output: 'pipe' })
  const [endpoint] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  if (before && endpoint !== before) throw new Error(`the queues are at ${endpoint} and not at ${before} any more`)
  return { child, endpoint }
}

/**
 * Copies an assembly with new names for the stage's resources: external services may hold those of
 * an earlier run, or of a product in use.
 */
function ownNames(from: string, to: string): string {
  const stage = `balcao-test-${randomBytes(4).toString('hex')}`
  cpSync(from, to, { recursive: true })
  for (const name of readdirSync(to).filter(each => each.endsWith('.template.json'))) {
    const file = join(to, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('balcao-local', stage))
  }
  return to
}

function ready(child: ChildProcess, output: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', line => {
      output.push(line)
      if (line === 'ready') resolve()
    })
    child.once('exit', code => reject(new Error(`the product did not start (${code}):\n${output.join('\n')}`)))
  })
}
