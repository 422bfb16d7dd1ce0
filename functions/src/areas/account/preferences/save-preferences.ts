import { savePreferences } from '../../../data/account/preferences.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'
import { refuseSupport } from '../refuse-support.ts'

/** The browsers of whose they are hear of it, this one too. Who is there for support leaves an admin's desk as it is. */
export const saveOwnPreferences: Operations['preferences']['save'] = async ({ companyId, actor }, { body }) => {
  refuseSupport(actor)
  const preferences = await savePreferences(companyId, actor.userId, body)
  await publish(companyId, 'preferences', { action: 'update', preferences }, { userIds: [actor.userId] })
  return preferences
}
