import { AppError } from '@balcao/shared/errors.ts'
import { browserName } from '@balcao/shared/rules/browser-name.ts'
import { addPushDevice, toWirePushDevice } from '../../../data/account/push-device.ts'
import { requireAddress } from '../../../integrations/outgoing/require-address.ts'
import { isPoint } from '../../../integrations/web-push/encrypt.ts'
import type { Operations } from '../operations.ts'
import { refuseSupport } from '../refuse-support.ts'

/**
 * Adds a push device. An address that could never be sent to is refused here; the IP addresses
 * behind its name are checked at each push.
 */
export const addOwnPushDevice: Operations['pushDevices']['add'] = async ({ companyId, actor, headers }, { body }) => {
  // In a support session the browser is not the one of the user acted as.
  refuseSupport(actor)
  const { endpoint, keys, language } = body
  requireAddress(endpoint)
  if (!isPoint(Buffer.from(keys.p256dh, 'base64url'))) throw new AppError('ERR_PUSH_KEY')
  const row = await addPushDevice({
    ...{ companyId, userId: actor.userId, sessionId: actor.sessionId, language },
    browser: browserName(headers['user-agent']) ?? '',
    subscription: { endpoint, ...keys },
  })
  return toWirePushDevice(row)
}
