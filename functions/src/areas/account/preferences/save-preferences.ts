import { savePreferences } from '../../../data/account/preferences.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'
import { refuseSupport } from '../refuse-support.ts'

/**
 * Saves the user's preferences and publishes them to their browsers, including this one. A support
 * session leaves the admin's preferences unchanged.
 */
export const saveOwnPreferences: Operations['preferences']['save'] = async ({ companyId, actor }, { body }) => {
  refuseSupport(actor)
  const preferences = await savePreferences(companyId, actor.userId, body)
  await publish(companyId, 'preferences', { action: 'update', preferences }, { userIds: [actor.userId] })
  return preferences
}
