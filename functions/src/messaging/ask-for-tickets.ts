import { distributeTimer } from '../data/distribution/distribution-event.ts'
import { distributes, type QueueRow } from '../data/team/queue.ts'
import type { UserRow } from '../data/team/user.ts'
import { armTimer } from '../data/timers/timer.ts'
import { logger } from '../http/logger.ts'
import { enqueueTimer } from './enqueue.ts'

/** Lets a queue that distributes its tickets look for somebody; `about` is the occasion. */
export async function askQueue(companyId: string, queueId: string, about: string): Promise<void> {
  const timer = distributeTimer(companyId, queueId, about)
  await armTimer(timer)
  await enqueueTimer({ ...timer, dueAt: Date.now() }).catch(error =>
    logger.warn('a queue distributes with the next clock', { companyId, error: error as Error }),
  )
}

/** Lets the queues of a user who may be given more now look whether they have something. */
export async function askForTickets({ companyId, id, queueIds }: UserRow, queues: readonly QueueRow[]): Promise<void> {
  const own = queues.filter(queue => distributes(queue) && queueIds.includes(queue.id))
  await Promise.all(own.map(queue => askQueue(companyId, queue.id, id)))
}
