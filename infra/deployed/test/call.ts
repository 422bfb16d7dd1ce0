import { readStage } from '../config.ts'

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers }

const HANGS_MS = 60_000

/** Calls the deployed gateway, with JSON or a form; whatever it answers is an answer. */
export async function call(
  method: string,
  path: string,
  options: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { token, body, headers } = options
  const form = body instanceof FormData ? body : undefined
  const response = await fetch(`${readStage().url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
    signal: AbortSignal.timeout(HANGS_MS),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : {}, headers: response.headers }
}
