import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { isLinked } from '@balcao/shared/rules/is-linked.ts'
import { getWhatsapp, listWhatsapps } from '../../../data/channels/whatsapp.ts'
import { endFirstSteps, readFirstSteps } from '../../../data/company/company.ts'
import { getUsage } from '../../../data/company/usage.ts'
import type { HttpContexts } from '../../../http/context.ts'

/**
 * Returns whether a connection of the company was ever linked: the default one, or, as those of an
 * import are not, any other.
 */
async function hasLinked(companyId: string, defaultId: string): Promise<boolean> {
  const row = defaultId ? await getWhatsapp(companyId, defaultId) : undefined
  return row !== undefined && (isLinked(row) || (await listWhatsapps(companyId)).some(isLinked))
}

/**
 * Returns a company's first steps. Costs some three read units: the maintained counts, the default
 * connection (all of them until one is linked), and the company, which remembers its first message.
 * Once all are done the company stores that, and nobody asks any more.
 */
export const getFirstSteps: Handlers<typeof company, HttpContexts>['firstSteps']['get'] = async (
  { companyId },
  { params },
) => {
  if (params.id !== companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  const [usage, { shown, message }] = await Promise.all([getUsage(companyId), readFirstSteps(companyId)])
  const steps = {
    connection: await hasLinked(companyId, usage.defaultWhatsappId),
    colleague: usage.users > 1,
    queue: usage.queues > 0,
    message,
  }
  if (shown && Object.values(steps).every(Boolean)) await endFirstSteps(companyId)
  return steps
}
