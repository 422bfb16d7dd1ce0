import { z } from 'zod'
import { route } from '../../api-contract/route.ts'

export const health = {
  /**
   * For a monitor. Otherwise it answers 503 `{ status: 'down', parts, error }`, with `parts` as
   * `ServerParts`; a part that hangs counts as away after a second.
   */
  get: route({
    method: 'GET',
    path: '/health',
    summary: 'Health of every part; 503 with status "down" and the parts if one does not answer',
    access: 'public',
    response: z.object({ status: z.literal('ok') }),
    errors: ['ERR_UNAVAILABLE'],
  }),
}
