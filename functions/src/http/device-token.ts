/**
 * Token by which a signed-in device is known at its next sign-in. It grants no access: the device
 * only has sign-in attempts of its own.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { config } from '../config.ts'

export const DEVICE_DAYS = 180

/** A device of one user; another user of the same device counts as another device. */
export type KnownDevice = { userId: string; deviceId: string }

let derived: Buffer | undefined
const key = (): Buffer => {
  derived ??= Buffer.from(hkdfSync('sha256', config().JWT_SECRET, '', 'balcao device token', 32))
  return derived
}

const mac = (label: string, text: string): Buffer => createHmac('sha256', key()).update(`${label}|${text}`).digest()

/** Returns a mark that changes with the password and reveals nothing of its hash. */
const markOf = (passwordHash: string): string => mac('password', passwordHash).subarray(0, 16).toString('base64url')

/**
 * Signs a token that is valid for `DEVICE_DAYS`, as long as the password is the one of this hash.
 */
export function signDeviceToken({ userId, deviceId }: KnownDevice, passwordHash: string): string {
  const until = Math.floor(Date.now() / 1000) + DEVICE_DAYS * 86_400
  const body = Buffer.from(JSON.stringify([userId, deviceId, markOf(passwordHash), until])).toString('base64url')
  return `${body}.${mac('token', body).toString('base64url')}`
}

/** User, device, mark of the password, expiry in epoch seconds. */
const Body = z.tuple([z.string(), z.string(), z.string(), z.number()])

/**
 * Returns the device of one of our tokens that has not expired, and whether it was made under the
 * password of a hash.
 */
export function readDeviceToken(
  token: string,
): (KnownDevice & { isMadeUnder: (passwordHash: string) => boolean }) | undefined {
  const [body = '', signature = ''] = token.split('.')
  const [given, wanted] = [Buffer.from(signature, 'base64url'), mac('token', body)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const [userId, deviceId, mark, until] = Body.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (until * 1000 <= Date.now()) return undefined
  return { userId, deviceId, isMadeUnder: passwordHash => mark === markOf(passwordHash) }
}
