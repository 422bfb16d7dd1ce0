import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { expect } from 'vitest'
import type { Gate } from './gate.ts'

const PROGRAM = fileURLToPath(new URL('./take-job-message.ts', import.meta.url))

/**
 * Hands a job's messages to process after process, each killed a call later than the one before, until one comes to the end of
 * its message; so on until there are none. Answers how many were killed.
 */
export async function killEachCall(gate: Gate, first: JobMessage, most: number): Promise<number> {
  gate.sent()
  let waiting: JobMessage[] = [first]
  let kills = 0
  for (let nth = 1; waiting.length > 0; ) {
    const [message] = waiting
    let killed = false
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify(message)], {
      env: { ...process.env, ...gate.env },
      stdio: 'ignore',
    })
    gate.stopAt(nth, 'after', () => {
      killed = child.kill('SIGKILL')
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    gate.goOn()
    kills += killed ? 1 : 0
    nth = killed ? nth + 1 : 1
    waiting = [...(killed ? waiting : waiting.slice(1)), ...gate.sent()]
    expect([killed, code]).toEqual([killed, killed ? null : 0])
    expect(kills).toBeLessThan(most)
  }
  return kills
}
