import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { newId } from '@balcao/shared/ids.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { planOf } from '../../../data/company/company.ts'
import { listQueues, requireQueues } from '../../../data/team/queue.ts'
import * as users from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { hashPassword } from '../../../http/password.ts'
import { publish } from '../../../realtime/publish.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

export const createUser: Handlers<typeof team, HttpContexts>['users']['create'] = async (
  { companyId, actor },
  { body },
) => {
  refuseSupport(actor)
  const { password, ...fields } = body
  await Promise.all([
    refuseWeakPassword(companyId, password, fields),
    requireQueues(companyId, fields.queueIds),
    fields.whatsappId ? requireWhatsapp(companyId, fields.whatsappId, true) : undefined,
  ])
  const [plan, passwordHash] = await Promise.all([planOf(companyId), hashPassword(password)])
  const created = await users.createUser(
    companyId,
    { ...fields, queueIds: [...new Set(fields.queueIds)], id: newId(), passwordHash },
    plan.users,
  )
  const user = users.toWireUser(created, await listQueues(companyId))
  await publish(companyId, 'user', { action: 'create', user })
  return user
}
