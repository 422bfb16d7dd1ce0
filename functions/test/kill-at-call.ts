import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Gate, Moment } from './gate.ts'

/** Half of the time of a process so short is for reading its modules. */
const COMPILED = fileURLToPath(new URL('../../.cache/local/compiled-tests', import.meta.url))
/** Flags that spare a short process most garbage collection, a sixth of its CPU time. */
const ROOMY = ['--min-semi-space-size=32', '--max-semi-space-size=32']

type At = { nth: number; moment?: Moment; operation?: string }

/**
 * Hands a queue's message, or somebody's call of the API (`ApiCall`), to a process that is killed
 * right behind its `nth` call of table, queues and bucket, unless it is to be before, or at those
 * of one operation. Answers whether it got so far.
 */
export async function killAtCall(
  gate: Gate,
  at: number | At,
  queue: 'inbound' | 'jobs' | 'timers' | 'ticks' | 'machines' | 'pages' | 'api',
  message: object,
): Promise<boolean> {
  const { nth, moment = 'after', operation }: At = typeof at === 'number' ? { nth: at } : at
  const { execPath } = process
  const child = spawn(execPath, [...ROOMY, process.env.MESSAGE_TAKER!, queue, JSON.stringify(message)], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...gate.env },
    stdio: 'ignore',
  })
  let killed = false
  gate.stopAt(
    nth,
    moment,
    () => {
      killed = child.kill('SIGKILL')
    },
    operation,
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  gate.goOn(killed ? 'dropped' : undefined)
  expect([killed, code]).toEqual([killed, killed ? null : 0])
  return killed
}
