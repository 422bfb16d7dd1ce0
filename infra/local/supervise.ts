import type { ChildProcess } from 'node:child_process'
import { spawnChild, stopProcess } from './child-process.ts'
import { NODE_ARGUMENTS } from './node-environment.ts'
import { openLog } from './open-log.ts'

export type Supervised = {
  pid: () => number | undefined
  /** Sends a signal, an injected fault for tests; a child that dies of it is started again. */
  kill: (signal: NodeJS.Signals) => void
  close: () => Promise<void>
}

const FIRST_BACKOFF_MS = 200
const MAX_BACKOFF_MS = 10_000
const STEADY_MS = 30_000
const STOP_GRACE_MS = 15_000

/**
 * Runs a Node program as a child for as long as this process lives. Restarts it when it dies, after
 * a pause that grows while it keeps dying early.
 * @param options.log file to which its output is appended
 * @param options.onExit called at each death, with the pause until the next start
 */
export function supervise(options: {
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  log: string
  onExit?: (code: number | string | null, pauseMs: number) => void
}): Supervised {
  const log = openLog(options.log)
  let closing = false
  let backoff = FIRST_BACKOFF_MS
  let child: ChildProcess
  let timer: NodeJS.Timeout | undefined

  const launch = () => {
    const started = Date.now()
    child = spawnChild(process.execPath, [...NODE_ARGUMENTS, ...options.args], {
      env: options.env,
      cwd: options.cwd,
      output: 'pipe',
    })
    child.stdout?.pipe(log, { end: false })
    child.once('exit', (code, signal) => {
      if (closing) return
      if (Date.now() - started > STEADY_MS) backoff = FIRST_BACKOFF_MS
      options.onExit?.(signal ?? code, backoff)
      timer = setTimeout(launch, backoff)
      backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)
    })
  }
  launch()
  return {
    pid: () => (child.exitCode === null && child.signalCode === null ? child.pid : undefined),
    kill: signal => void child.kill(signal),
    async close() {
      closing = true
      clearTimeout(timer)
      await stopProcess(child, 'SIGTERM', STOP_GRACE_MS)
      log.end()
    },
  }
}
