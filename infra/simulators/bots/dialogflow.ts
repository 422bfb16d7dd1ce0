import { createPublicKey, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import { parsedJson } from '../parsed-json.ts'
import type { Reply, SimulatedAnswer, SimulatedBot, SimulatedCall } from './simulated-bot.ts'

/**
 * Key of the account that the simulator gives out. Keys of other accounts cannot be verified here
 * and are accepted.
 */
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const EMAIL = 'balcao@loja.iam.gserviceaccount.com'
const SCOPES = ['https://www.googleapis.com/auth/dialogflow', 'https://www.googleapis.com/auth/cloud-platform']
const TOKEN_SECONDS = 3599

const tokens = new Set<string>()

/**
 * `sessions.detectIntent` of Dialogflow ES v2, and the token endpoint of Google; README.md beside
 * this file lists what is covered.
 */
export const dialogflow: SimulatedBot = {
  name: 'dialogflow',
  title: 'Dialogflow',
  isAside: ({ path }) => path === '/token',
  answer: (call, reply) => (call.path === '/token' ? token(call) : detectIntent(call, reply)),
  failure: status => refusal(status, 'configured to fail', 'INTERNAL'),
  /** A service account's file, as downloaded from Google. */
  more: base => ({
    jsonContent: JSON.stringify({
      ...{ type: 'service_account', project_id: 'loja', private_key_id: 'simulated', private_key: keys.privateKey },
      ...{ client_email: EMAIL, client_id: '100000000000000000000', token_uri: `${base}/token` },
    }),
  }),
}

/** Answers `grant_type=jwt-bearer` of RFC 7523. */
function token({ body }: SimulatedCall): SimulatedAnswer {
  const form = new URLSearchParams(body.toString())
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'Invalid grant_type' } }
  const fault = faultOf(form.get('assertion') ?? '')
  if (fault) return { status: 400, body: { error: 'invalid_grant', error_description: fault } }
  const access_token = `ya29.${randomUUID()}`
  tokens.add(access_token)
  return { status: 200, body: { access_token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' } }
}

type Claims = { iss?: string; scope?: string; aud?: string; iat?: number; exp?: number }

/** Returns an assertion's fault in Google's words; undefined when it is valid. */
function faultOf(assertion: string): string | undefined {
  const [header, payload, signature, ...rest] = assertion.split('.')
  const head = part(header) as { alg?: string } | undefined
  const claims = part(payload) as Claims | undefined
  if (!signature || rest.length > 0 || head?.alg !== 'RS256' || !claims) return 'Invalid JWT: malformed'
  const now = Date.now() / 1000
  const { iat = 0, exp = 0 } = claims
  if (exp < now || exp - iat > 3600 || iat > now + 300)
    return 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'
  if (!claims.scope?.split(' ').some(scope => SCOPES.includes(scope))) return 'Invalid scope'
  if (!claims.aud || !URL.canParse(claims.aud)) return 'Invalid JWT: Failed audience check.'
  if (claims.iss !== EMAIL) return undefined
  const signed = createVerify('RSA-SHA256').update(`${header}.${payload}`)
  const isSigned = signed.verify(createPublicKey(keys.publicKey), Buffer.from(signature, 'base64url'))
  return isSigned ? undefined : 'Invalid JWT Signature.'
}

function detectIntent({ method, path, request, body }: SimulatedCall, reply: Reply | undefined): SimulatedAnswer {
  const isPath =
    /^\/v2\/projects\/[^/]+\/agent\/(environments\/[^/]+\/users\/[^/]+\/)?sessions\/[^/]{1,36}:detectIntent$/.test(path)
  if (!isPath || method !== 'POST') return refusal(404, 'Not Found', 'NOT_FOUND')
  if (!tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
    return refusal(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED')
  const asked = parsedJson(body) as { queryInput?: { text?: Record<string, string> } } | undefined
  const { text, languageCode } = asked?.queryInput?.text ?? {}
  if (!text || !languageCode) return refusal(400, "Input text not set or 'language_code' empty.", 'INVALID_ARGUMENT')
  if (text.length > 256) return refusal(400, 'Input text exceeds 256 characters.', 'INVALID_ARGUMENT')
  if (reply !== undefined && typeof reply !== 'string') return { status: 200, body: reply }
  const name = reply === undefined ? 'Default Fallback Intent' : 'Default Welcome Intent'
  return {
    status: 200,
    body: {
      responseId: randomUUID(),
      queryResult: {
        queryText: text,
        ...{ parameters: {}, allRequiredParamsPresent: true, languageCode },
        fulfillmentText: reply ?? 'Não entendi.',
        fulfillmentMessages: [{ text: { text: [reply ?? 'Não entendi.'] } }],
        intent: { name: `projects/loja/agent/intents/${randomUUID()}`, displayName: name },
        intentDetectionConfidence: 1,
      },
    },
  }
}

const refusal = (code: number, message: string, status: string): SimulatedAnswer => ({
  status: code,
  body: { error: { code, message, status } },
})

const part = (encoded = ''): unknown => parsedJson(Buffer.from(encoded, 'base64url'))
