import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Gate } from './gate.ts'

const PROGRAM = fileURLToPath(new URL('./take-message.ts', import.meta.url))
/** Half of the time of a process so short is for reading its modules. */
const COMPILED = fileURLToPath(new URL('../../.cache/local/compiled-tests', import.meta.url))

/** Hands a queue's message to a process that is killed right behind its `nth` call. Answers whether it got so far. */
export async function killAtCall(gate: Gate, nth: number, queue: 'jobs' | 'timers', message: object): Promise<boolean> {
  const { execPath } = process
  const child = spawn(execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, queue, JSON.stringify(message)], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...gate.env },
    stdio: 'ignore',
  })
  let killed = false
  gate.stopAt(nth, 'after', () => {
    killed = child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  gate.goOn()
  expect([killed, code]).toEqual([killed, killed ? null : 0])
  return killed
}
