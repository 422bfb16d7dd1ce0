/** Meta's Graph API: https://developers.facebook.com/docs/graph-api, v23.0 (read on 2026-11-22). */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { config } from '../../config.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { OutgoingError } from '../outgoing/outgoing-error.ts'
import { failureOf, GraphError } from './graph-error.ts'

const Refusal = z.object({
  error: z.object({
    code: z.number().optional(),
    error_subcode: z.number().optional(),
    error_user_msg: z.string().optional(),
  }),
})

type GraphCall = {
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string>
  body?: unknown
  /** Bytes to upload in the place of `body`, all of a file ("Resumable Upload API"). */
  file?: Uint8Array
  /**
   * Token of a user or a metaPage; sent in a header, with the proof that we know the app's secret.
   */
  token?: string
  timeoutMs?: number
}

/** Returns the proof of "Secure Graph API calls with appsecret_proof". */
const proofOf = (token: string): string => createHmac('sha256', config().META_APP_SECRET).update(token).digest('hex')

/** Errors after which the request was never sent. */
const NEVER_LEFT = new Set(['ERR_OUTGOING_URL', 'ERR_OUTGOING_ADDRESS', 'ERR_OUTGOING_REQUEST'])

/** Errors of a socket that never was connected. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])

function neverLeft(error: unknown): boolean {
  if (!(error instanceof OutgoingError)) return false
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  return NEVER_LEFT.has(error.code) || NEVER_CONNECTED.has(code ?? '')
}

/**
 * Calls the Graph API, and returns the part of its answer that `schema` describes.
 * @throws GraphError
 */
export async function callGraph<T extends z.ZodType>(path: string, schema: T, given: GraphCall): Promise<z.output<T>> {
  const { query = {}, token } = given
  const url = new URL(`${config().META_GRAPH_URL}/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  if (token) url.searchParams.set('appsecret_proof', proofOf(token))
  const answer = await ask(url.href, given)
  const parsed = jsonOf(answer.body)
  const refusal = Refusal.safeParse(parsed)
  if (refusal.success || answer.status >= 400) {
    const { code, error_subcode: subcode, error_user_msg: userMessage } = refusal.data?.error ?? {}
    const failure = failureOf(answer.status, code, subcode)
    throw new GraphError(failure, `${answer.status} ${code ?? '-'}/${subcode ?? '-'}`, { code, subcode, userMessage })
  }
  const known = schema.safeParse(parsed)
  if (!known.success) throw new GraphError('unsure', 'another answer than documented')
  return known.data
}

async function ask(url: string, { method = 'GET', body, file, token, timeoutMs = 10_000 }: GraphCall) {
  try {
    return await callExternalUrl(
      url,
      {
        method,
        headers: {
          accept: 'application/json',
          ...(token ? { authorization: `${file ? 'OAuth' : 'Bearer'} ${token}` } : {}),
          ...(file ? { 'content-type': 'application/octet-stream', file_offset: '0' } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(file ? { body: file } : body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      { timeoutMs, ...(file ? { maxSentBytes: file.length } : {}) },
    )
  } catch (error) {
    const code = error instanceof OutgoingError ? error.code : 'ERR_OUTGOING_UNREACHABLE'
    throw new GraphError(neverLeft(error) ? 'throttled' : 'unsure', code)
  }
}
