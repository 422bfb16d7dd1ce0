import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from '@balcao/shared/contract/route.ts'
import { vi } from 'vitest'

interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}
type Answer = { status?: number; body?: unknown }

/**
 * A loopback server for component tests: routes of the contract, each with what it answers. Relative addresses of the page
 * are sent to it. An unexpected call answers 501 and is among `calls`.
 */
export async function startBackend() {
  const answers = new Map<string, (call: Call) => Answer>()
  const calls: Call[] = []
  const server: Server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url ?? '', 'http://localhost')
    const call: Call = {
      method: request.method ?? '',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: text ? JSON.parse(text) : undefined,
    }
    calls.push(call)
    const found = [...answers].find(([key]) => matches(key, call))
    const { status = 200, body } = found?.[1](call) ?? { status: 501, body: { error: 'unexpected call' } }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => realFetch(new URL(input, origin), init))
  return {
    calls,
    /** Later answers of the same route replace earlier ones. */
    on(route: Route, answer: (call: Call) => Answer) {
      answers.set(`${route.method} ${route.path}`, answer)
    },
    async stop() {
      vi.unstubAllGlobals()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
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
