import type { Company } from '@balcao/shared/entities/company.ts'
import { SETTING_KEYS } from '@balcao/shared/entities/setting.ts'
import type { SessionUser } from '@balcao/shared/entities/user.ts'
import { readSettings } from '../../data/company/setting.ts'
import { listQueues } from '../../data/team/queue.ts'
import { toWireUser, type UserRow } from '../../data/team/user.ts'

/** The signed-in user with what the interface needs at start. */
export async function sessionUser(user: UserRow, company: Company): Promise<SessionUser> {
  const [queues, settings] = await Promise.all([listQueues(user.companyId), readSettings(user.companyId)])
  return {
    ...toWireUser(user, queues),
    company: {
      id: company.id,
      name: company.name,
      dueDate: company.dueDate,
      settings: SETTING_KEYS.map(key => ({ key, value: settings[key] })),
    },
  }
}
