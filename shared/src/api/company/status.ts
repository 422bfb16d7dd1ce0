import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { DeadLetters, ServerStatus } from '../../entities/server-status.ts'

/** Name of a queue without the stage: `jobs-dlq`, `inbound-dlq.fifo`. */
const QueueName = z.string().regex(/^[\w-]{1,80}(\.fifo)?$/)

/**
 * State of the installation, for super users. On AWS what only a server's process knows is null,
 * and dead letters are those of `npm run dead-letters`.
 */
export const status = {
  get: route({
    method: 'GET',
    path: '/status',
    summary: 'State of the installation; on AWS null where only a server of one’s own knows it',
    access: 'super',
    response: ServerStatus,
  }),
  deadLetters: route({
    method: 'GET',
    path: '/status/dead-letters',
    summary: 'The queues that hold messages which failed for good',
    access: 'super',
    response: z.object({ deadLetters: z.array(DeadLetters) }),
    errors: ['ERR_SERVER_ONLY'],
  }),
  /** Repeated by whom the answer did not reach: every consumer drops what it has done. */
  replay: route({
    method: 'POST',
    path: '/status/dead-letters/{queue}/replay',
    summary: 'Move the failed messages of a queue back, to be tried again',
    access: 'super',
    params: z.object({ queue: QueueName }),
    errors: ['ERR_NO_DEAD_LETTERS_FOUND', 'ERR_SERVER_ONLY'],
  }),
}
