/** The two tokens of a session: a short-lived JWT for calls, and the refresh token that gets the next one. */
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

/** What a token says of its caller. Named rights are read from the session's row alone. */
export type Claimed = Omit<Actor, 'permissions'>

let secrets: readonly Uint8Array[] | undefined
/** The newest first: it signs, all of them verify. */
const keys = (): readonly Uint8Array[] => {
  secrets ??= secretTexts().map(text => new TextEncoder().encode(text))
  return secrets
}
const secretTexts = (): readonly string[] => [config().JWT_SECRET, ...config().EARLIER_JWT_SECRETS]

/** `seconds` of life; negative makes one that has expired. */
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

/** Tokens whose signature was found good, whole as they came: a browser sends the same one for minutes. `until` epoch ms. */
const verified = new Map<string, { actor: Claimed; until: number }>()
const MOST_VERIFIED = 1000

/** Throws ERR_SESSION_EXPIRED for a token that was ours, else ERR_UNAUTHORIZED. */
export async function verifyAccessToken(token: string): Promise<Claimed> {
  const known = verified.get(token)
  if (known && known.until > Date.now()) return { ...known.actor }
  verified.delete(token)
  try {
    const payload = await payloadOf(token)
    const { sub, exp, support, ...claims } = Claims.parse(payload)
    const actor: Claimed = { userId: sub, ...claims, ...(support ? { support } : {}) }
    if (verified.size >= MOST_VERIFIED) verified.clear()
    verified.set(token, { actor, until: exp * 1000 })
    return { ...actor }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError('ERR_SESSION_EXPIRED')
    throw new AppError('ERR_UNAUTHORIZED')
  }
}

/** Throws what jose throws for the newest secret when none is right. */
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

/** What a refresh token says: the one of its session with this number. */
export type RefreshClaim = { companyId: string; userId: string; sessionId: string; generation: number }

const signatureOf = (body: string, secret = config().JWT_SECRET): Buffer =>
  createHmac('sha256', secret).update(`refresh|${body}`).digest()

/**
 * Opaque to the browser. The token of a generation is always the same, so that a second tab, or a retry after a lost
 * answer, can be given what the first was given; nothing that would let anybody make one is stored.
 */
export function signRefreshToken({ companyId, userId, sessionId, generation }: RefreshClaim): string {
  const body = Buffer.from(JSON.stringify([companyId, userId, sessionId, generation])).toString('base64url')
  return `${body}.${signatureOf(body).toString('base64url')}`
}

const RefreshBody = z.tuple([z.string(), z.string(), z.string(), z.number()])

/** The claim inside a refresh token that is ours. */
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
