import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { lastDecisions } from '../../../data/distribution/distribution-log.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listDecisions: Handlers<typeof team, HttpContexts>['distribution']['decisions'] = async (
  { companyId },
  { params },
) => {
  const { id } = await requireQueue(companyId, params.id)
  return { decisions: await lastDecisions(companyId, id) }
}
