import { z } from 'zod'
import { IdParams } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { DistributionDecision } from '../../entities/distribution-decision.ts'
import { User } from '../../entities/user.ts'

/** Distribution of waiting tickets, beside the queues: what only some screens need. */
export const distribution = {
  decisions: route({
    method: 'GET',
    path: '/queue/{id}/decisions',
    summary:
      'Last 200 decisions of a queue that distributes its tickets, newest first: who got which, and why nobody did',
    access: 'admin',
    params: IdParams,
    response: z.object({ decisions: z.array(DistributionDecision) }),
    errors: ['ERR_NO_QUEUE_FOUND'],
  }),
  /** A paused user keeps their tickets and may take more by hand. */
  pause: route({
    method: 'PUT',
    path: '/users/{id}/pause',
    summary: 'Pause or resume the tickets that queues give a user; plain users may pause only themselves',
    access: 'user',
    params: IdParams,
    body: z.object({ paused: z.boolean() }),
    response: User,
    errors: ['ERR_NO_USER_FOUND'],
  }),
}
