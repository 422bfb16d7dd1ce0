import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnChild } from './child-process.ts'
import { openLog } from './open-log.ts'

type Options = { env: NodeJS.ProcessEnv; cwd: string }

export type Programs = {
  /**
   * Runs a program to its end; its output goes to `<name>.log`.
   * @returns the printed text
   * @throws ProgramFailed when it fails, or has not ended within the given seconds
   */
  run: (name: string, command: string[], options: Options & { seconds: number; echo?: boolean }) => Promise<string>
  /** Starts a program that stays. @returns a promise of the exit code, if it ends by itself */
  start: (name: string, command: string[], options: Options) => { ended: Promise<never> }
  /** Ends every program and its child processes. */
  close: () => Promise<void>
}

/** Failure of a program, with the last lines it printed. */
export class ProgramFailed extends Error {
  readonly program: string
  readonly output: string
  constructor(program: string, how: string, output: string) {
    super(`${program} ${how}:\n${output.trimEnd().split('\n').slice(-30).join('\n')}`)
    this.name = 'ProgramFailed'
    this.program = program
    this.output = output
  }
}

const GRACE_MS = 10_000

/** Runs programs that end with this process at the latest. @param logs folder of their logs */
export function openPrograms(logs: string): Programs {
  mkdirSync(logs, { recursive: true })
  const running = new Set<ChildProcess>()

  const launch = (name: string, [command = '', ...args]: string[], { env, cwd }: Options, echo = false) => {
    const child = spawnChild(command, args, { env, cwd, output: 'pipe' })
    running.add(child)
    const log = openLog(join(logs, `${name}.log`))
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      log.write(chunk)
      output = (output + chunk).slice(-1_000_000)
      if (echo) process.stdout.write(chunk)
    })
    const ended = once(child, 'close').then(([code, signal]) => {
      log.end()
      return { how: signal ? `was ended by ${signal}` : `ended with code ${code}`, code, output }
    })
    return { child, ended }
  }

  return {
    async run(name, command, { seconds, echo = false, ...options }) {
      const { child, ended } = launch(name, command, options, echo)
      let late = false
      const timer = setTimeout(() => {
        late = true
        void endGroup(child)
      }, seconds * 1000)
      const { how, code, output } = await ended
      clearTimeout(timer)
      await endGroup(child)
      running.delete(child)
      if (code === 0 && !late) return output
      throw new ProgramFailed(name, late ? `had not ended after ${seconds} s` : how, output)
    },
    start(name, command, options) {
      const { ended } = launch(name, command, options)
      const failed = ended.then(({ how, output }) => {
        throw new ProgramFailed(name, how, output)
      })
      failed.catch(() => {})
      return { ended: failed }
    },
    async close() {
      await Promise.all([...running].map(endGroup))
      running.clear()
    },
  }
}

/** Ends a child's process group: a tethered child leads its own, with everything it has started. */
async function endGroup(child: ChildProcess): Promise<void> {
  const group = child.pid
  if (group === undefined) return
  signalGroup(group, 'SIGTERM')
  for (const end = Date.now() + GRACE_MS; signalGroup(group, 0) && Date.now() < end; ) await sleep(50)
  signalGroup(group, 'SIGKILL')
}

/** Signals a process group. @returns true if it had any process */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}
