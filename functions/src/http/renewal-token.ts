/**
 * Token that an admin of an expired company gets with the refused sign-in (decision 0022). It is
 * valid for an hour and only to see and pay the company's open invoice; it is no session.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { config } from '../config.ts'

const SECONDS = 3600

let derived: Buffer | undefined
const mac = (body: string): Buffer => {
  derived ??= Buffer.from(hkdfSync('sha256', config().JWT_SECRET, '', 'balcao renewal token', 32))
  return createHmac('sha256', derived).update(body).digest()
}

/** Company, expiry in epoch seconds. */
const Body = z.tuple([z.string(), z.number()])

/** Signs a token that is valid for `seconds`; a negative number makes an expired one. */
export function signRenewalToken(companyId: string, seconds = SECONDS): string {
  const until = Math.floor(Date.now() / 1000) + seconds
  const body = Buffer.from(JSON.stringify([companyId, until])).toString('base64url')
  return `${body}.${mac(body).toString('base64url')}`
}

/**
 * Returns the company of one of our tokens.
 * @throws ERR_RENEWAL_EXPIRED for any other token, and for an expired one
 */
export function companyOfRenewal(token: string): string {
  const [body = '', signature = ''] = token.split('.')
  const [given, wanted] = [Buffer.from(signature, 'base64url'), mac(body)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError('ERR_RENEWAL_EXPIRED')
  const [companyId, until] = Body.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (until * 1000 <= Date.now()) throw new AppError('ERR_RENEWAL_EXPIRED')
  return companyId
}
