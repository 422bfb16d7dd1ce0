import { newId } from '@balcao/shared/ids.ts'
import { DEVICE_DAYS, readDeviceToken, signDeviceToken } from '../../http/device-token.ts'
import { cookie, cookieOf } from './cookie.ts'

const NAME = 'jdv'
/** Between the tokens of those who share a device; in no token. */
const BETWEEN = '~'
/** People who share a device. */
const MOST_USERS = 5

type Device = NonNullable<ReturnType<typeof readDeviceToken>> & { token: string }

/** Who signed in on the device of a call before, the last one first; what is not ours, or too old, is left out. */
export function devicesOf(headers: Record<string, string | undefined>): Device[] {
  const tokens = (cookieOf(headers, NAME) ?? '').split(BETWEEN).slice(0, MOST_USERS)
  return tokens.flatMap(token => {
    const device = readDeviceToken(token)
    return device ? [{ ...device, token }] : []
  })
}

/** The cookie by which a device is known once this user has signed in there, beside those it was known to before. */
export function deviceCookie(before: readonly Device[], userId: string, passwordHash: string): string {
  const deviceId = before.find(device => device.userId === userId)?.deviceId ?? newId()
  const others = before.filter(device => device.userId !== userId).map(({ token }) => token)
  const tokens = [signDeviceToken({ userId, deviceId }, passwordHash), ...others].slice(0, MOST_USERS)
  return cookie(NAME, tokens.join(BETWEEN), DEVICE_DAYS * 86_400)
}
