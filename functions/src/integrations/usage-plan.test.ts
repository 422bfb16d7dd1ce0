import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureUsageKey } from './usage-plan.ts'

type Key = { id: string; name: string; value: string }

/** As much of API Gateway's control plane as keys need, over its real protocol. */
const keys: Key[] = []
const onPlan = new Set<string>()
let failNext = false
let server: Server

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    const url = new URL(request.url ?? '/', 'http://gateway')
    const answer = (status: number, content: unknown, error?: string) => {
      response.writeHead(status, { 'content-type': 'application/json', ...(error && { 'x-amzn-errortype': error }) })
      response.end(JSON.stringify(content))
    }
    if (url.pathname === '/apikeys' && request.method === 'GET') {
      const prefix = url.searchParams.get('name') ?? ''
      return answer(200, {
        item: keys.filter(({ name }) => name.startsWith(prefix)).map(({ id, name }) => ({ id, name })),
      })
    }
    if (url.pathname === '/apikeys') {
      if (keys.some(({ value }) => value === body.value))
        return answer(409, { message: 'API Key already exists' }, 'ConflictException')
      const key = { id: `key-${keys.length}`, name: body.name, value: body.value }
      keys.push(key)
      return answer(201, key)
    }
    if (failNext) {
      failNext = false
      return answer(400, { message: 'no' }, 'BadRequestException')
    }
    const plan = /^\/usageplans\/([^/]+)\/keys$/.exec(url.pathname)?.[1]
    const entry = `${plan} ${body.keyId}`
    if (onPlan.has(entry)) return answer(409, { message: 'exists' }, 'ConflictException')
    onPlan.add(entry)
    return answer(201, { id: body.keyId })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  process.env.AWS_ENDPOINT_URL_API_GATEWAY = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise(resolve => server.close(resolve)))

describe('a key on the usage plan', () => {
  it('is made once, however often it is asked for', async () => {
    await ensureUsageKey('plan', { name: 'company-1', value: 'a'.repeat(64) })
    await ensureUsageKey('plan', { name: 'company-1', value: 'a'.repeat(64) })
    expect(keys.filter(({ name }) => name === 'company-1')).toHaveLength(1)
    expect(onPlan).toContain(`plan ${keys.find(({ name }) => name === 'company-1')?.id}`)
  })

  it('is not mistaken for one whose name begins alike', async () => {
    await ensureUsageKey('plan', { name: 'company-22', value: 'b'.repeat(64) })
    await ensureUsageKey('plan', { name: 'company-2', value: 'c'.repeat(64) })
    expect(keys.filter(({ name }) => name.startsWith('company-2')).map(({ name }) => name)).toEqual([
      'company-22',
      'company-2',
    ])
  })

  it('is completed when putting it on the plan failed', async () => {
    const key = { name: 'company-3', value: 'd'.repeat(64) }
    failNext = true
    await expect(ensureUsageKey('plan', key)).rejects.toThrow()
    await ensureUsageKey('plan', key)
    expect(onPlan).toContain(`plan ${keys.find(({ name }) => name === 'company-3')?.id}`)
  })
})
