import { removePushDevice } from '../../../data/account/push-device.ts'
import type { Operations } from '../operations.ts'
import { refuseSupport } from '../refuse-support.ts'

export const removeOwnPushDevice: Operations['pushDevices']['remove'] = async (
  { companyId, actor },
  { params: { id } },
) => {
  refuseSupport(actor)
  await removePushDevice(companyId, actor.userId, id)
}
