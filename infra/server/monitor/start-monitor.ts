import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProblem, serverProblems } from '@balcao/shared/rules/server-problems.ts'
import type { ServerState } from '../../local/operations/report.ts'
import type { Alert } from './alert-super-users.ts'

export type MonitorOptions = {
  dataDir: string
  read: () => Promise<ServerState>
  alert: Alert
  log: (line: string) => void
  everyMs?: number
  againMs?: number
}

const EVERY_MS = 10_000
/** Time until an e-mail that could not be sent is tried again. */
const AGAIN_MS = 5 * 60_000
/**
 * Looks in a row without a problem after which it is over, so that
 * one at its limit is alerted once.
 */
const CALM_LOOKS = 3

/**
 * Watches a server and tells its super users of each problem once, and again only after it was
 * over. What was alerted is kept in `alerts.json`, since a server that restarts is no new problem.
 * @returns a function that stops it
 */
export function startMonitor({
  dataDir,
  read,
  alert,
  log,
  everyMs = EVERY_MS,
  againMs = AGAIN_MS,
}: MonitorOptions): () => void {
  const file = join(dataDir, 'alerts.json')
  /** Looks since the problem was last seen, by event. */
  const alerted = new Map<string, number>(readAlerted(file).map(event => [event, 0]))
  const triedAt = new Map<string, number>()
  let isLooking = false

  function keep(): void {
    try {
      writeFileSync(`${file}.new`, JSON.stringify([...alerted.keys()]), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch {
      // A full disk: it is known in memory.
    }
  }

  async function look(): Promise<void> {
    const state = await read()
    const problems = new Map(serverProblems(state).map(problem => [eventOf(problem, state), problem]))
    for (const [event, calm] of alerted) {
      if (problems.has(event)) alerted.set(event, 0)
      else if (calm + 1 < CALM_LOOKS) alerted.set(event, calm + 1)
      else {
        alerted.delete(event)
        log(`over: ${event}`)
        keep()
      }
    }
    for (const [event, problem] of problems) {
      if (alerted.has(event) || Date.now() - (triedAt.get(event) ?? 0) < againMs) continue
      triedAt.set(event, Date.now())
      await alertOnce(event, problem, state)
    }
  }

  async function alertOnce(event: string, problem: ServerProblem, { disk }: ServerState): Promise<void> {
    try {
      const count = await alert(problem, disk)
      alerted.set(event, 0)
      triedAt.delete(event)
      log(`problem: ${event}; super users alerted by e-mail: ${count}`)
      keep()
    } catch (error) {
      log(`problem: ${event}; nobody could be alerted: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(error => log(`monitor: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        isLooking = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns the name of what is alerted once: each failed backup is one of its own. */
const eventOf = (problem: ServerProblem, { backup }: ServerState): string =>
  problem === 'backupFailed' ? `${problem} ${backup?.at}` : problem

function readAlerted(file: string): string[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as unknown[]).map(String)
  } catch {
    return []
  }
}
