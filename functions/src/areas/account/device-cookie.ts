import { newId } from '@balcao/shared/ids.ts'
import { DEVICE_DAYS, readDeviceToken, signDeviceToken } from '../../http/device-token.ts'
import { cookie, cookieOf } from './cookie.ts'

const NAME = 'jdv'
/** Separator between the tokens of users who share a device; it occurs in no token. */
const BETWEEN = '~'
/** Maximum number of users who share a device. */
const MAX_USERS = 5

type Device = NonNullable<ReturnType<typeof readDeviceToken>> & { token: string }

/**
 * Returns the users who signed in on the call's device before, the last one first; tokens that are
 * not ours, or too old, are left out.
 */
export function devicesOf(headers: Record<string, string | undefined>): Device[] {
  const tokens = (cookieOf(headers, NAME) ?? '').split(BETWEEN).slice(0, MAX_USERS)
  return tokens.flatMap(token => {
    const device = readDeviceToken(token)
    return device ? [{ ...device, token }] : []
  })
}

/** Returns the cookie of a device after this user signed in there, with the users known before. */
export function deviceCookie(before: readonly Device[], userId: string, passwordHash: string): string {
  const deviceId = before.find(device => device.userId === userId)?.deviceId ?? newId()
  const others = before.filter(device => device.userId !== userId).map(({ token }) => token)
  const tokens = [signDeviceToken({ userId, deviceId }, passwordHash), ...others].slice(0, MAX_USERS)
  return cookie(NAME, tokens.join(BETWEEN), DEVICE_DAYS * 86_400)
}
