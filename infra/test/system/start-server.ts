import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { REPOSITORY } from '../../constructs/repository.ts'
import { spawnChild } from '../../local/child-process.ts'
import { freePort } from '../../local/free-port.ts'
import { START_ENVIRONMENT } from '../../local/node-environment.ts'
import { openPorts } from '../../local/ports.ts'
import { prepareAssembly, prepareWeb } from '../../local/prepare.ts'
import { type Simulator, startSimulator } from '../../local/start-children.ts'
import { childOf } from './child-of.ts'

/** Built things of the servers of all tests, so that each start does not make its own. */
export const BUILT = join(REPOSITORY, '.cache/server')

export type TestServer = {
  /** `PUBLIC_URL`: an address of this machine. */
  url: string
  /** The WhatsApp simulator that stands in for WhatsApp. */
  simUrl: string
  dataDir: string
  /** Folder that holds `balcao.env` and the data directory. */
  dir: string
  /** Returns its output so far, line by line. */
  output: () => readonly string[]
  /** Returns the address that a start printed behind `setup `; undefined when it printed none. */
  setupUrl: () => string | undefined
  pid: () => number
  /** Returns the pid of the session host. */
  hostPid: () => number | undefined
  /** Sends SIGTERM and waits. @returns exit code, and how long it took in ms */
  stop: () => Promise<{ code: number | null; ms: number }>
  /** Sends kill -9 to the server and waits. */
  kill: () => Promise<void>
  /** Starts it again on its data and waits until it is ready. @param env changes its settings */
  start: (env?: Record<string, string>) => Promise<void>
  /** Ends everything and removes the data. */
  close: () => Promise<void>
}

/**
 * Starts `npm run serve` in a separate process, on a data directory and port of its own, with the
 * WhatsApp simulator in place of WhatsApp.
 * @param options.env added to its `balcao.env`
 * @param options.dataDir an existing data directory, for example a
 * restored one, which `close` keeps
 * @param options.onProcess called with the pid of each process, before it is ready
 * @param options.simulator another server's simulator, for two servers with the same phones
 */
export async function startServer(
  options: {
    env?: Record<string, string>
    dataDir?: string
    simulator?: Pick<Simulator, 'url' | 'whatsapp'>
    onProcess?: (pid: number) => void
  } = {},
): Promise<TestServer> {
  await prepareBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'balcao-server-'))
  const dataDir = options.dataDir ?? join(dir, 'data')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(join(dataDir, 'built'))) symlinkSync(BUILT, join(dataDir, 'built'))
  const own = options.simulator ? undefined : await startWhatsApp(join(dir, 'whatsapp'))
  const simulator = options.simulator ?? own!
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let settings: Record<string, string> = {
    PUBLIC_URL: url,
    PORT: String(port),
    DATA_DIR: dataDir,
    WHATSAPP_URL: simulator.whatsapp.url,
    WHATSAPP_MEDIA_HOST: simulator.whatsapp.mediaHost,
    BALCAO_ALLOW_TEST_WHATSAPP: '1',
    ...options.env,
  }
  let output: string[] = []
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    const began = Date.now()
    if (!child || !isRunning()) return { code: child?.exitCode ?? null, ms: 0 }
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return { code, ms: Date.now() - began }
  }
  const server: TestServer = {
    url,
    simUrl: simulator.url,
    dataDir,
    dir,
    output: () => output,
    setupUrl: () => output.find(line => line.startsWith('setup '))?.slice('setup '.length),
    pid: () => child!.pid!,
    hostPid: () => (child?.pid === undefined ? undefined : childOf(child.pid, 'session-host/src/main.ts')),
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    async start(env = {}) {
      settings = { ...settings, ...env }
      writeFileSync(join(dir, 'balcao.env'), envFile(settings))
      output = []
      child = runServe(['--env', join(dir, 'balcao.env')], { NODE_EXTRA_CA_CERTS: simulator.whatsapp.mediaCa })
      options.onProcess?.(child.pid!)
      await ready(child, output)
    },
    async close() {
      await end('SIGTERM')
      await own?.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
  try {
    await server.start()
  } catch (error) {
    await server.close()
    throw error
  }
  return server
}

/** Starts the WhatsApp simulator alone. @param dir folder of its state */
export function startWhatsApp(dir: string): Promise<Simulator> {
  mkdirSync(dir, { recursive: true })
  return startSimulator({ dataDir: dir, logs: dir, ports: openPorts(dir), log: () => {} }, 0)
}

/** Runs `serve.ts` with arguments; the tests of its configuration need nothing else. */
export function runServe(args: string[], env: Record<string, string> = {}, cwd?: string): ChildProcess {
  const program = join(REPOSITORY, 'infra/server/serve.ts')
  const allowed = process.getuid?.() === 0 ? ['--allow-root'] : []
  return spawnChild(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', program, ...allowed, ...args],
    { output: 'pipe', env: { PATH: process.env.PATH, ...START_ENVIRONMENT, ...env }, ...(cwd && { cwd }) },
  )
}

/** Builds the server's program and web when they are out of date. */
export async function prepareBuilt(log: (line: string) => void = () => {}): Promise<void> {
  await prepareAssembly(log, { stage: 'server', dir: BUILT })
  await prepareWeb(log, BUILT)
}

const envFile = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([key, value]) => `${key}="${value}"\n`)
    .join('')

function ready(child: ChildProcess, output: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', line => {
      output.push(line)
      if (/^ready \d+\.\ds$/.test(line)) resolve()
    })
    child.once('exit', code => reject(new Error(`the server did not start (${code}):\n${output.join('\n')}`)))
  })
}
