import { type ChildProcess, spawn } from 'node:child_process'
import { ownEnvironment } from './config.ts'

// The watcher only waits for the end of its input, which comes when our process ends, for whatever
// reason.
const tether = (merge: string) =>
  `exec 3<&0; (cat <&3; kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&- </dev/null ${merge}`

export type ChildOptions = {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Destination of the output; `pipe` gives the caller stdout with stderr merged into it. */
  output?: 'ignore' | 'inherit' | 'pipe'
}

/**
 * Starts a child that cannot outlive this process: even after kill -9 of the parent the child is
 * ended at once and does not have to co-operate. The returned pid is that of the command itself.
 */
export function spawnChild(command: string, args: string[], options: ChildOptions = {}): ChildProcess {
  const output = options.output ?? 'inherit'
  const child = spawn('/bin/sh', ['-c', tether(output === 'pipe' ? '2>&1' : ''), 'tether', command, ...args], {
    stdio: ['pipe', output, output === 'pipe' ? 'inherit' : output],
    env: options.env ?? ownEnvironment(),
    cwd: options.cwd,
    // Ctrl+C reaches the whole process group of a terminal; we stop the children ourselves, in
    // order.
    detached: true,
  })
  child.stdin?.on('error', () => {})
  // Ends the watcher of a child that ended by itself.
  child.on('exit', () => child.stdin?.destroy())
  return child
}

/** Asks a child to end and waits; kills it after `graceMs`. */
export function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM', graceMs = 5000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill(signal)
  })
}
