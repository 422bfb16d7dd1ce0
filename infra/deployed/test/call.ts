import { readStage } from '../config.ts'

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers }

const HANGS_MS = 60_000

/** Calls the deployed gateway; resolves with any status. */
export async function call(
  method: string,
  path: string,
  options: {
    token?: string | undefined
    body?: unknown
    form?: FormData | undefined
    headers?: Record<string, string>
  } = {},
): Promise<Answer> {
  const { token, body, form, headers } = options
  const response = await fetch(`${readStage().url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(HANGS_MS),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : {}, headers: response.headers }
}
