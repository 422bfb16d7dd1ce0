import { savePreferences } from '../../../data/account/preferences.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

/** The browsers of whose they are hear of it, this one too. */
export const saveOwnPreferences: Operations['preferences']['save'] = async ({ companyId, actor }, { body }) => {
  const preferences = await savePreferences(companyId, actor.userId, body)
  await publish(companyId, 'preferences', { action: 'update', preferences }, { userIds: [actor.userId] })
  return preferences
}
