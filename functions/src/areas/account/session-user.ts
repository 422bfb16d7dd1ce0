import type { Company } from '@balcao/shared/entities/company.ts'
import type { Setting } from '@balcao/shared/entities/setting.ts'
import type { SessionUser } from '@balcao/shared/entities/user.ts'
import { settingsOf } from '../../data/company/company-settings.ts'
import { listQueues } from '../../data/team/queue.ts'
import { toWireUser, type UserRow } from '../../data/team/user.ts'

/**
 * Returns the signed-in user with what the interface needs at start. `known`: the stored settings,
 * where they were just read.
 */
export async function sessionUser(user: UserRow, company: Company, known?: Setting[]): Promise<SessionUser> {
  const [queues, settings] = await Promise.all([listQueues(user.companyId), settingsOf(company, known)])
  return {
    ...toWireUser(user, queues),
    company: {
      id: company.id,
      name: company.name,
      dueDate: company.dueDate,
      mediaPath: company.mediaPath,
      trialExpiration: company.trialExpiration,
      firstSteps: company.firstSteps ?? false,
      settings,
    },
  }
}
