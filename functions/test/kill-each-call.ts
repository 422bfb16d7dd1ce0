import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { expect } from 'vitest'
import { CHANGES, type Gate } from './gate.ts'
import { killAtCall } from './kill-at-call.ts'

/**
 * Hands a job's messages to process after process, each killed a call later than the one before,
 * until one comes to the end of its message; so on until there are none. Calls that only read are
 * passed over: a process killed behind one leaves what it left behind the call before. Returns how
 * many calls that covers, passed over ones included.
 */
export async function killEachCall(gate: Gate, first: JobMessage, most: number): Promise<number> {
  gate.sent()
  let waiting: JobMessage[] = [first]
  let kills = 0
  let covered = 0
  let reached = 0
  for (let nth = 1; waiting.length > 0; ) {
    const killed = await killAtCall(gate, { nth, operation: CHANGES }, 'jobs', waiting[0]!)
    reached = Math.max(reached, gate.calls())
    if (killed) kills++
    else {
      covered += reached
      reached = 0
    }
    nth = killed ? nth + 1 : 1
    waiting = [...(killed ? waiting : waiting.slice(1)), ...gate.sent()]
    expect(kills).toBeLessThan(most)
  }
  return covered
}
