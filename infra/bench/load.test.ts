import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, load, percentile } from './load.ts'

describe('percentile', () => {
  it.each([
    [0.5, 5],
    [0.95, 10],
    [0.99, 10],
    [0.1, 1],
  ])('%f of 1..10', (share, value) => {
    expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], share)).toBe(value)
  })

  it('is nothing without samples', () => {
    expect(percentile([], 0.5)).toBeNaN()
  })
})

describe('load', () => {
  let seen = 0
  let highest = 0
  let now = 0
  const server = createServer((request, response) => {
    seen += 1
    highest = Math.max(highest, ++now)
    setTimeout(() => {
      now -= 1
      response.writeHead(request.url === '/bad' ? 500 : 200).end('{"ok":true}')
    }, 2)
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  })
  afterAll(() => new Promise(resolve => server.close(resolve)))

  it('keeps as many calls under way as there are clients', async () => {
    highest = 0
    const figures = await load(url, 4, 0.5, () => ({ method: 'GET', path: '/' }))
    expect(highest).toBe(4)
    expect(figures.errors).toBe(0)
    expect(figures.calls).toBeGreaterThan(0)
    expect(figures.p50).toBeLessThanOrEqual(figures.p95)
  })

  it('stops when there is nothing more to ask', async () => {
    seen = 0
    let left = 10
    await load(url, 3, 5, () => (left-- > 0 ? { method: 'GET', path: '/' } : undefined))
    expect(seen).toBe(10)
  })

  it('counts what was not expected', async () => {
    const figures = await load(url, 1, 0.3, () => ({ method: 'GET', path: '/bad' }))
    expect(figures.errors).toBe(figures.calls)
  })

  it('reports the refusal of a single call', async () => {
    await expect(ask(url, { method: 'GET', path: '/bad' })).rejects.toThrow('/bad: 500')
  })
})
