/** Runtime of the client: copied as it is into the generated file, above its types. */

/** A call: method, path below `/api`, and the form field of its files. */
type Call = readonly [method: string, path: string, files?: string]

export type Options = {
  /** Token of the public API: `blc_live_…`, or `blc_test_…` for the sandbox. */
  token: string
  /** Address of the installation, such as `https://app.example.com`. */
  address: string
  /** Further tries after 429, 503 and a failed connection; 2 by default. */
  retries?: number
  /** Replaces the platform's `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

export type CallOptions = {
  /**
   * Key under which a write is made once; by default a new one, used again by the call's retries.
   */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Files that go along, in calls that take some. */
  files?: readonly File[]
}

/** Refusal of a call, or a failure of the service. */
export class BalcaoError extends Error {
  /** HTTP status. */
  readonly status: number
  /** Code of the error: `ERR_NO_CONTACT_FOUND`. */
  readonly code: string
  /** Fields that are refused, and why. */
  readonly details: readonly { path: string; code: string; message: string }[]
  /** The whole answer. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${String(body.error ?? 'ERR_UNKNOWN')}`)
    this.name = 'BalcaoError'
    this.status = status
    this.code = String(body.error ?? 'ERR_UNKNOWN')
    this.details = (body.details ?? []) as BalcaoError['details']
    this.body = body
  }
}

type Input = Record<string, unknown>
type Run = (input?: Input, options?: CallOptions) => Promise<unknown>

/** Makes the functions of a client from its calls. */
export function connect(calls: Record<string, Record<string, Call>>, options: Options): unknown {
  const resources = Object.entries(calls).map(([resource, operations]) => {
    const runs = Object.entries(operations).map(([name, call]): [string, Run] => [
      name,
      (input = {}, given = {}) => send(call, input, given, options),
    ])
    return [resource, Object.fromEntries(runs)]
  })
  return Object.fromEntries(resources)
}

/** Statuses of a call that may succeed when it is made again. */
const PASSING = [429, 503]
/** Longest wait before a retry, in seconds; a token's minute is over by then. */
const MAX_WAIT = 60

async function send(call: Call, input: Input, given: CallOptions, options: Options): Promise<unknown> {
  const retries = options.retries ?? 2
  const key = given.idempotencyKey ?? crypto.randomUUID()
  for (let tried = 0; ; tried++) {
    const request = requestOf(call, input, { ...given, idempotencyKey: key }, options)
    const response = await (options.fetch ?? fetch)(request).catch((error: unknown) => {
      if (tried >= retries || given.signal?.aborted) throw error
      return undefined
    })
    if (response && (tried >= retries || !isPassing(response))) return read(response)
    await response?.body?.cancel()
    const seconds = Number(response?.headers.get('retry-after') ?? 2 ** tried)
    await wait(Math.min(seconds, MAX_WAIT) * 1000, given.signal)
  }
}

/** Waits for a time (ms); throws the signal's reason once that is aborted. */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}

/** Returns whether a repeated call may succeed: of the conflicts only one that names a time. */
const isPassing = ({ status, headers }: Response): boolean =>
  PASSING.includes(status) || (status === 409 && headers.has('retry-after'))

function requestOf([method, path, fileField]: Call, input: Input, given: CallOptions, options: Options): Request {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const url = new URL(`${options.address.replace(/\/$/, '')}/api${filled}`)
  const headers = new Headers({ authorization: `Bearer ${options.token}` })
  const init: RequestInit = { method, headers, ...(given.signal ? { signal: given.signal } : {}) }
  if (method === 'GET' || method === 'DELETE') {
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined && value !== null)
        url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  } else if (fileField && given.files?.length) {
    const form = new FormData()
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    for (const file of given.files) form.append(fileField, file)
    init.body = form
  } else {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(rest)
  }
  if (method !== 'GET' && given.idempotencyKey) headers.set('idempotency-key', given.idempotencyKey)
  return new Request(url, init)
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  const body: unknown = text === '' ? undefined : parsed(text)
  if (response.ok) return body
  const isFields = typeof body === 'object' && body !== null
  throw new BalcaoError(response.status, isFields ? (body as Record<string, unknown>) : { text })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Answer of a list: its rows beside where it goes on. */
type Page = { nextCursor: string | null }
type RowOf<Answer> = { [Name in keyof Answer]: Answer[Name] extends readonly (infer Row)[] ? Row : never }[keyof Answer]

/**
 * Yields every row of a list, page by page.
 * @param list a call of a list: `balcao.contacts.list`
 */
export async function* each<Given extends object, Answer extends Page>(
  list: (input: Given) => Promise<Answer>,
  input: Given,
): AsyncGenerator<RowOf<Answer>> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer: Answer = await list({ ...input, ...(cursor ? { cursor } : {}) })
    const rows = Object.values(answer).find(value => Array.isArray(value)) as RowOf<Answer>[] | undefined
    yield* rows ?? []
    cursor = answer.nextCursor
  }
}
