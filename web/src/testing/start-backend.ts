import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { vi } from 'vitest'

interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}
type Answer = { status?: number; body?: unknown }

/**
 * Starts a loopback server for component tests, which answers routes of the contract. Relative URLs
 * of the page are sent to it. An unexpected call answers 501 and is listed in `calls`.
 */
export async function startBackend() {
  const answers = new Map<string, (call: Call) => Answer | Promise<Answer>>()
  const calls: Call[] = []
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const type = request.headers['content-type'] ?? ''
    const url = new URL(request.url ?? '', 'http://localhost')
    const call: Call = {
      method: request.method ?? '',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: type.startsWith('multipart/')
        ? partsOf(String(sent))
        : sent.length > 0
          ? JSON.parse(String(sent))
          : undefined,
    }
    calls.push(call)
    const found = [...answers].find(([key]) => matches(key, call))
    const { status = 200, body } = (await found?.[1](call)) ?? { status: 501, body: { error: 'unexpected call' } }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    realFetch(new URL(input, origin), init?.body instanceof FormData ? { ...init, ...(await encoded(init)) } : init),
  )
  return {
    calls,
    /** Later answers of the same route replace earlier ones. */
    on(route: Route, answer: (call: Call) => Answer | Promise<Answer>) {
      answers.set(`${route.method} ${route.path}`, answer)
    },
    async stop() {
      vi.unstubAllGlobals()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const BOUNDARY = 'between-the-parts-of-a-form'

/** A form as a browser sends it: this process's fetch knows nothing of jsdom's forms. */
async function encoded({ body, headers }: RequestInit): Promise<RequestInit> {
  const parts: Buffer[] = []
  for (const [name, part] of body as FormData) {
    const file = typeof part === 'string' ? '' : `; filename="${part.name}"\r\nContent-Type: ${part.type}`
    const bytes = typeof part === 'string' ? part : new Uint8Array(await part.arrayBuffer())
    parts.push(Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`))
    parts.push(Buffer.from(bytes as Uint8Array), Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${BOUNDARY}--\r\n`))
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  return { body: Buffer.concat(parts), headers: { ...(headers as Record<string, string>), 'content-type': type } }
}

/** Returns the parts of a form by name; a file as its name, its type and its bytes as text. */
function partsOf(form: string): Record<string, unknown> {
  const parts: Record<string, unknown> = {}
  for (const part of form.split(`--${BOUNDARY}`).slice(1, -1)) {
    const [, head = '', text] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? []
    const find = (name: RegExp) => name.exec(head)?.[1]
    const file = find(/filename="(.*)"/)
    parts[find(/ name="(.*?)"/) ?? ''] = file === undefined ? text : { name: file, type: find(/Type: (.*)/), text }
  }
  return parts
}

function matches(key: string, call: Call) {
  const [method, pattern = ''] = key.split(' ')
  const wanted = pattern.split('/')
  const given = call.path.split('/')
  return (
    method === call.method &&
    wanted.length === given.length &&
    wanted.every((part, at) => part.startsWith('{') || part === given[at])
  )
}
