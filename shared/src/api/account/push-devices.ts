import { z } from 'zod'
import { IdParams } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { PushDevice, PushSubscriptionGiven } from '../../entities/push-device.ts'
import { LANGUAGES } from '../../rules/language.ts'

const common = { access: 'user' } as const

/** Web push (RFC 8030): devices belong to the session they were added in, and end with it. */
export const pushDevices = {
  get: route({
    ...common,
    method: 'GET',
    path: '/auth/me/push',
    summary: 'The key a browser subscribes with, and the own devices that are told by push',
    response: z.object({
      publicKey: z.string().describe('VAPID (RFC 8292): a point of P-256, base64url'),
      devices: z.array(PushDevice),
    }),
  }),
  /**
   * Adds a subscription. Adding it again changes only its language. One of another user moves to
   * the caller.
   */
  add: route({
    ...common,
    method: 'POST',
    path: '/auth/me/push',
    summary: 'Tell this device by push',
    body: PushSubscriptionGiven.extend({ language: z.enum(LANGUAGES) }),
    status: 201,
    response: PushDevice,
    errors: ['ERR_OUTGOING_URL', 'ERR_PUSH_KEY', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
  }),
  remove: route({
    ...common,
    method: 'DELETE',
    path: '/auth/me/push/{id}',
    summary: 'Tell a device by push no more',
    params: IdParams,
  }),
  test: route({
    ...common,
    method: 'POST',
    path: '/auth/me/push/{id}/test',
    summary: 'Send a push to a device, to see that it arrives',
    params: IdParams,
    errors: ['ERR_NO_PUSH_DEVICE', 'ERR_TOO_MANY_REQUESTS'],
  }),
}
