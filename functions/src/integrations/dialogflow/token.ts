/**
 * OAuth 2.0 of Google's service accounts: an assertion signed with RS256 is exchanged for an access
 * token (RFC 7523).
 */
import { createHash, createSign } from 'node:crypto'
import { z } from 'zod'
import { IntegrationError, integrationErrorOf, withoutAnswer } from '../integration-error.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { type ServiceAccount, tokenAddress } from './account.ts'

const SCOPE = 'https://www.googleapis.com/auth/dialogflow'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const LIFETIME_SECONDS = 3600
/** Time before its expiry in which a token is no longer used. */
const MARGIN_MS = 60_000

const Token = z.object({ access_token: z.string().min(1).max(3000), expires_in: z.number().min(1) })

const known = new Map<string, { token: string; until: number }>()
const MAX_CACHED = 500

/**
 * Returns the cache key of an account: it contains the private key, which proves possession of the
 * account.
 */
const idOf = ({ email, privateKey, audience }: ServiceAccount): string =>
  createHash('sha256')
    .update(JSON.stringify([email, privateKey, audience]))
    .digest('base64url')

/**
 * Returns the access token of an account, cached until it expires.
 * @throws IntegrationError
 */
export async function accessToken(account: ServiceAccount, timeoutMs: number): Promise<string> {
  const id = idOf(account)
  const kept = known.get(id)
  if (kept && kept.until > Date.now()) return kept.token
  const { token, seconds } = await askForToken(account, timeoutMs)
  if (known.size >= MAX_CACHED) known.clear()
  known.set(id, { token, until: Date.now() + seconds * 1000 - MARGIN_MS })
  return token
}

/** Drops a refused token: the next call requests another. */
export const forgetToken = (account: ServiceAccount): void => void known.delete(idOf(account))

async function askForToken(account: ServiceAccount, timeoutMs: number): Promise<{ token: string; seconds: number }> {
  const body = new URLSearchParams({ grant_type: GRANT, assertion: assertion(account) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await callExternalUrl(tokenAddress(), { headers, body }, { timeoutMs }).catch(withoutAnswer)
  // A refused assertion is the account's fault (`invalid_grant`).
  if (answer.status === 400 || answer.status === 401) throw new IntegrationError('ERR_INTEGRATION_ACCOUNT')
  if (answer.status !== 200) throw integrationErrorOf(answer.status)
  const parsed = Token.safeParse(jsonOf(answer.body))
  if (!parsed.success) throw new IntegrationError('ERR_INTEGRATION_ANSWER')
  return { token: parsed.data.access_token, seconds: parsed.data.expires_in }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function assertion({ email, privateKey, audience }: ServiceAccount): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: email, scope: SCOPE, aud: audience, iat, exp: iat + LIFETIME_SECONDS }
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  try {
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
  } catch (error) {
    throw new IntegrationError('ERR_INTEGRATION_ACCOUNT', { cause: error })
  }
}
