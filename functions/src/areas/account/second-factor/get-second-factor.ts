import { getSecondFactor, isOn } from '../../../data/account/second-factor.ts'
import { readSettings } from '../../../data/company/setting.ts'
import { instant } from '../../../data/instant.ts'
import type { Operations } from '../operations.ts'

export const getOwnSecondFactor: Operations['secondFactor']['get'] = async ({ companyId, actor }) => {
  const [row, { requireSecondFactor }] = await Promise.all([
    getSecondFactor(companyId, actor.userId),
    readSettings(companyId),
  ])
  const required = requireSecondFactor === 'enabled'
  if (!isOn(row)) return { enabled: false, since: null, recoveryCodesLeft: 0, required }
  return { enabled: true, since: instant(row.since), recoveryCodesLeft: row.recovery.size, required }
}
