/**
 * Access token of the bank's API: OAuth 2.0, client credentials over mutual TLS (API Pix,
 * "Segurança"; RFC 6749 §4.4).
 */
import { z } from 'zod'
import { config } from '../../config.ts'
import { type CallOptions, callExternalUrl, type OutgoingAnswer } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { OutgoingError } from '../outgoing/outgoing-error.ts'
import type { PixAccount } from './account.ts'
import { PixError } from './pix-error.ts'

const Token = z.object({ access_token: z.string().min(1).max(3500), expires_in: z.coerce.number().min(1) })

/** Time before its expiry in which a token is no longer used. */
const MARGIN_MS = 30_000

let kept: { clientId: string; token: string; until: number } | undefined

/**
 * Returns the access token.
 * @throws PixError
 */
export async function accessToken(account: PixAccount, timeoutMs: number): Promise<string> {
  const { clientId, clientSecret } = account
  if (kept && kept.clientId === clientId && kept.until > Date.now()) return kept.token
  const answer = await callExternalUrl(
    `${config().PIX_URL}/oauth/token`,
    {
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials&scope=cob.write+cob.read',
    },
    { timeoutMs, ...certificateOf(account) },
  ).catch(withoutAnswer)
  if (answer.status === 429) throw new PixError('ERR_PIX_BUSY')
  if (answer.status >= 500) throw new PixError('ERR_PIX_UNREACHABLE')
  if (answer.status !== 200) throw new PixError('ERR_PIX_REFUSED')
  const parsed = Token.safeParse(jsonOf(answer.body))
  if (!parsed.success) throw new PixError('ERR_PIX_ANSWER')
  const { access_token: token, expires_in: seconds } = parsed.data
  kept = { clientId, token, until: Date.now() + seconds * 1000 - MARGIN_MS }
  return token
}

/** Drops a refused token: the next call requests another. */
export const forgetToken = (): void => {
  kept = undefined
}

/** Returns the client certificate of a call, where there is one. */
export const certificateOf = ({ certificate, privateKey }: PixAccount): Pick<CallOptions, 'certificate'> =>
  certificate && privateKey ? { certificate: { cert: certificate, key: privateKey } } : {}

/** Throws the error of a call without an answer. Rethrows anything that is no `OutgoingError`. */
export function withoutAnswer(error: unknown): OutgoingAnswer {
  if (!(error instanceof OutgoingError)) throw error
  const isAnswer = ['ERR_OUTGOING_ANSWER', 'ERR_OUTGOING_TOO_LARGE', 'ERR_OUTGOING_REDIRECT'].includes(error.code)
  throw new PixError(isAnswer ? 'ERR_PIX_ANSWER' : 'ERR_PIX_UNREACHABLE', { cause: error })
}
