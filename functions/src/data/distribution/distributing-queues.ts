import { configurationVersion, hasDistribution } from '../company/configuration-version.ts'
import { cacheFor } from '../table/short-cache.ts'
import { distributes, listQueues } from '../team/queue.ts'

/**
 * Time (ms) for which the queues are cached; the cache holds for one version of the configuration.
 */
const LIFETIME_MS = 5000

const cached = cacheFor<ReadonlySet<string>>(LIFETIME_MS)

const NONE: ReadonlySet<string> = new Set()

/**
 * Returns the ids of the queues that distribute their tickets; without a read if there are none.
 */
export async function distributingQueues(companyId: string): Promise<ReadonlySet<string>> {
  if (!(await hasDistribution(companyId))) return NONE
  const version = await configurationVersion(companyId)
  return cached.get(
    `${companyId}#${version}`,
    async () => new Set((await listQueues(companyId, true)).filter(distributes).map(({ id }) => id)),
  )
}
