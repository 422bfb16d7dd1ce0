import { getSecondFactor, isOn } from '../../../data/account/second-factor.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { Operations } from '../operations.ts'

export const getUserSecondFactor: Operations['users']['getSecondFactor'] = async (
  { companyId },
  { params: { id } },
) => {
  await requireUser(companyId, id)
  return { enabled: isOn(await getSecondFactor(companyId, id)) }
}
