import { getPreferences } from '../../../data/account/preferences.ts'
import type { Operations } from '../operations.ts'

export const getOwnPreferences: Operations['preferences']['get'] = ({ companyId, actor }) =>
  getPreferences(companyId, actor.userId)
