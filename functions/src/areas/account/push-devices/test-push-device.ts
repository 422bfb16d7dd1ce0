import { AppError } from '@balcao/shared/errors.ts'
import { getPushDevice, takeTest } from '../../../data/account/push-device.ts'
import { enqueuePush } from '../../../messaging/enqueue.ts'
import type { Operations } from '../operations.ts'
import { refuseSupport } from '../refuse-support.ts'

/** Sends a test push by the way of every push, even while the user has the product open. */
export const testOwnPushDevice: Operations['pushDevices']['test'] = async (
  { companyId, actor },
  { params: { id } },
) => {
  refuseSupport(actor)
  const device = await getPushDevice(companyId, actor.userId, id)
  if (device?.sessionId !== actor.sessionId) throw new AppError('ERR_NO_PUSH_DEVICE')
  if (!(await takeTest(companyId, actor.userId, id))) throw new AppError('ERR_TOO_MANY_REQUESTS')
  const at = Date.now()
  await enqueuePush({ type: 'send', companyId, userId: actor.userId, deviceId: id, about: null, at, tries: 0 })
}
