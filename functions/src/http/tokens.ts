/**
 * The two tokens of a session: a short-lived JWT for calls, and the refresh token that gets the
 * next one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { PROFILES } from '@balcao/shared/access.ts'
import { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { config } from '../config.ts'
import type { Actor } from './context.ts'

export const ACCESS_MINUTES = 15

const Claims = z.object({
  sub: z.string(),
  companyId: z.string(),
  profile: z.enum(PROFILES),
  super: z.boolean(),
  sessionId: z.string(),
  support: UserRef.optional(),
  exp: z.number(),
})

/** Claims of an access token. Named rights are read only from the session's row. */
export type Claimed = Omit<Actor, 'permissions'>

let secrets: readonly Uint8Array[] | undefined
/** Returns the keys, newest first: the newest signs, all of them verify. */
const keys = (): readonly Uint8Array[] => {
  secrets ??= secretTexts().map(text => new TextEncoder().encode(text))
  return secrets
}
const secretTexts = (): readonly string[] => [config().JWT_SECRET, ...config().EARLIER_JWT_SECRETS]

/** Signs an access token that is valid for `seconds`; a negative number makes an expired one. */
export function signAccessToken(actor: Claimed, seconds = ACCESS_MINUTES * 60): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({
    companyId: actor.companyId,
    profile: actor.profile,
    super: actor.super,
    sessionId: actor.sessionId,
    ...(actor.support ? { support: actor.support } : {}),
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(actor.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(keys()[0]!)
}

/**
 * Cache of whole tokens with a verified signature, since a browser sends the same one for minutes.
 * `until` is in epoch ms.
 */
const verified = new Map<string, { actor: Claimed; until: number }>()
const MAX_VERIFIED = 1000

/**
 * Verifies an access token and returns what it claims.
 * @throws ERR_SESSION_EXPIRED for a token that was ours, else ERR_UNAUTHORIZED
 */
export async function verifyAccessToken(token: string): Promise<Claimed> {
  const known = verified.get(token)
  if (known && known.until > Date.now()) return { ...known.actor }
  verified.delete(token)
  try {
    const payload = await payloadOf(token)
    const { sub, exp, support, ...claims } = Claims.parse(payload)
    const actor: Claimed = { userId: sub, ...claims, ...(support ? { support } : {}) }
    if (verified.size >= MAX_VERIFIED) verified.clear()
    verified.set(token, { actor, until: exp * 1000 })
    return { ...actor }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError('ERR_SESSION_EXPIRED')
    throw new AppError('ERR_UNAUTHORIZED')
  }
}

/**
 * Verifies the signature with each secret. Throws jose's error for the newest one when none fits.
 */
async function payloadOf(token: string): Promise<JWTPayload> {
  let first: unknown
  for (const key of keys())
    try {
      return (await jwtVerify(token, key, { algorithms: ['HS256'], typ: 'JWT' })).payload
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw error
      first ??= error
    }
  throw first
}

/** Claims of a refresh token: it is its session's token with this generation number. */
export type RefreshClaim = { companyId: string; userId: string; sessionId: string; generation: number }

const signatureOf = (body: string, secret = config().JWT_SECRET): Buffer =>
  createHmac('sha256', secret).update(`refresh|${body}`).digest()

/**
 * Signs a refresh token, opaque to the browser. The token of a generation is always the same, so
 * that a second tab, or a retry after a lost answer, gets the token that the first one got; nothing
 * is stored that would let anybody make one.
 */
export function signRefreshToken({ companyId, userId, sessionId, generation }: RefreshClaim): string {
  const body = Buffer.from(JSON.stringify([companyId, userId, sessionId, generation])).toString('base64url')
  return `${body}.${signatureOf(body).toString('base64url')}`
}

const RefreshBody = z.tuple([z.string(), z.string(), z.string(), z.number()])

/** Returns the claim inside a refresh token that we signed. */
export function readRefreshToken(token: string): RefreshClaim | undefined {
  const [body = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isOurs = (secret: string): boolean => {
    const wanted = signatureOf(body, secret)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  if (!secretTexts().some(isOurs)) return undefined
  const [companyId, userId, sessionId, generation] = RefreshBody.parse(
    JSON.parse(Buffer.from(body, 'base64url').toString()),
  )
  return { companyId, userId, sessionId, generation }
}
