import type { JobMessage } from '@balcao/shared/events/queues.ts'
import type { Gate } from './gate.ts'
import { killAtCall } from './kill-at-call.ts'

/**
 * Hands each of a job's first messages to a process that is killed, a call later than the one
 * before, and then to `work`, which does what is left of it; the others to `work` alone. Answers
 * how many were killed. A process takes a second: `kills` are few.
 */
export async function killNowAndThen(
  gate: Gate,
  first: JobMessage,
  kills: number,
  work: (message: JobMessage) => Promise<void>,
): Promise<number> {
  gate.sent()
  let killed = 0
  for (let waiting: JobMessage[] = [first]; waiting.length > 0; ) {
    const message = waiting.shift()!
    if (killed < kills && message.type === 'step' && (await killAtCall(gate, 3 + killed, 'jobs', message))) killed++
    await work(message)
    waiting = [...waiting, ...gate.sent()]
  }
  return killed
}
