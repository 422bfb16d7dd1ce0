import type { ArgsOf, ResultOf, Route } from '@balcao/shared/api-contract/route.ts'
import { ApiError } from './api-error.ts'

/** Access of the client to the session; lib/session.ts provides it. */
interface SessionAccess {
  token(): string | null
  /**
   * Gets a new access token and keeps it; rejects with the server's ApiError when the session is
   * over.
   */
  refresh(): Promise<string>
  /** Called when a private call was answered 401, or when the refresh was refused. */
  ended(error: ApiError): void
}

interface CallOptions {
  signal?: AbortSignal
  /** Files of a multipart route; sent in the route's own form field. */
  files?: readonly File[]
  headers?: Record<string, string>
  /**
   * Lets the call outlive the page; the bodies of all such calls under way together are limited to
   * 64 KB.
   */
  keepalive?: boolean
}

/** A typed call of a contract route. The arguments are optional where the route has none. */
export type Api = <R extends Route>(
  route: R,
  ...rest: Record<string, never> extends ArgsOf<R>
    ? [args?: ArgsOf<R>, options?: CallOptions]
    : [args: ArgsOf<R>, options?: CallOptions]
) => Promise<ResultOf<R>>

interface AnyArgs {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * Creates the API client. It sends a bearer token on every call; a token that expired (403
 * ERR_SESSION_EXPIRED) or whose session was replaced is refreshed once, whatever the number of
 * calls that meet it at the same time, and the call is repeated. Another 401, or a refused refresh,
 * ends the session. Every other failure becomes an ApiError. A plain list too large for one answer
 * is returned whole.
 */
export function createApiClient(base: string, session: SessionAccess): Api {
  let refreshing: Promise<string> | null = null

  function refreshOnce() {
    refreshing ??= session.refresh().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function call(route: Route, args: AnyArgs = {}, options: CallOptions = {}): Promise<unknown> {
    const url = base + addressOf(route, args)
    const send = (token: string | null) => wholeOf(url, requestOf(route, args, options, token))
    const used = session.token()
    try {
      return await send(used)
    } catch (error) {
      if (!(error instanceof ApiError) || route.access === 'public') throw error
      if (error.status === 403 && error.code === 'ERR_SESSION_EXPIRED') return await retried(send, used)
      // Another session replaced this one. It may be this browser's own, after a change of the
      // password or a sign-in in another tab.
      if (error.code === 'ERR_SESSION_ENDED') return await retried(send, used, error)
      if (error.status === 401) session.ended(error)
      throw error
    }
  }

  /**
   * Repeats a call with a new token. `reason` is the cause of the session's end if there is no new
   * token, where the caller knows it better.
   */
  async function retried(send: (token: string | null) => Promise<unknown>, used: string | null, reason?: ApiError) {
    let token = session.token()
    // Another call may have refreshed the token while this one was on its way.
    if (token === null || token === used) {
      try {
        token = await refreshOnce()
      } catch (error) {
        if (!(error instanceof ApiError) || !isFinal(error)) throw error
        session.ended(reason ?? error)
        throw reason ?? error
      }
    }
    try {
      return await send(token)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.code === 'ERR_SESSION_EXPIRED'))
        session.ended(error)
      throw error
    }
  }

  return call as Api
}

/**
 * Returns whether a failed refresh means that the session is over; after a lost network, for
 * example, the next call tries again.
 */
export const isFinal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429

function addressOf(route: Route, { params = {}, query = {} }: AnyArgs) {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

function requestOf(
  route: Route,
  { body }: AnyArgs,
  { signal, files, headers, keepalive }: CallOptions,
  token: string | null,
): RequestInit {
  // The language on screen, which may differ from the browser's: the server writes e-mails in it.
  const all: Record<string, string> = {
    accept: 'application/json',
    'accept-language': globalThis.document?.documentElement.lang || 'pt',
    ...headers,
  }
  if (token) all.authorization = `Bearer ${token}`
  const request: RequestInit = {
    method: route.method,
    headers: all,
    credentials: 'include',
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  }
  if (files && route.multipart) {
    const form = new FormData()
    const { json } = route.multipart
    const parts = json === undefined ? body : { [json]: JSON.stringify(body ?? {}) }
    for (const [name, value] of Object.entries((parts ?? {}) as Record<string, unknown>)) {
      if (value !== undefined && value !== null)
        form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    for (const file of files) form.append(route.multipart.field, file, file.name)
    request.body = form
  } else if (body !== undefined) {
    all['content-type'] = 'application/json'
    request.body = JSON.stringify(body)
  }
  return request
}

type Answer = { body: unknown; next: string | null }

/** Returns the answer; for a list that continues (header `Link`), the rows of all its answers. */
async function wholeOf(url: string, request: RequestInit): Promise<unknown> {
  let { body, next } = await answerOf(url, request)
  while (next !== null && Array.isArray(body)) {
    const further: Answer = await answerOf(next, request)
    body = body.concat(further.body)
    next = further.next
  }
  return body
}

/**
 * Returns the address of a list's next part: `<?cursor=…>; rel="next"`, relative to the requested
 * one.
 */
function nextOf(url: string, link: string | null): string | null {
  const [, query] = /<(\?[^>]*)>; rel="next"/.exec(link ?? '') ?? []
  return query === undefined ? null : url.replace(/\?.*$/, '') + query
}

async function answerOf(url: string, request: RequestInit): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(url, request)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError('ERR_NETWORK', 0)
  }
  const text = await response.text().catch(() => '')
  if (response.ok) return { body: text ? JSON.parse(text) : undefined, next: nextOf(url, response.headers.get('link')) }
  const body = bodyOf(text)
  const code = typeof body.error === 'string' ? body.error : text.length < 200 && !text.startsWith('<') ? text : ''
  throw new ApiError(code, response.status, {
    body,
    requestId: response.headers.get('x-request-id') ?? response.headers.get('x-amzn-requestid'),
    retryAfter: Number(response.headers.get('retry-after')) || null,
  })
}

function bodyOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed && typeof parsed === 'object' ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
