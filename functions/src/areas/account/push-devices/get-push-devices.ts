import { pushDevicesOf, toWirePushDevice } from '../../../data/account/push-device.ts'
import { vapidPublicKey } from '../../../integrations/web-push/vapid.ts'
import type { Operations } from '../operations.ts'

/** Returns the push devices of the calling session; those of an earlier one get no more pushes. */
export const getPushDevices: Operations['pushDevices']['get'] = async ({ companyId, actor }) => {
  const devices = await pushDevicesOf(companyId, actor.userId)
  return {
    publicKey: vapidPublicKey(),
    devices: devices.filter(({ sessionId }) => sessionId === actor.sessionId).map(toWirePushDevice),
  }
}
