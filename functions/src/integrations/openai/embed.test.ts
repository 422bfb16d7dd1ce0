import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { config } from '../../config.ts'
import { embed } from './embed.ts'

it('says what was paid for when a later part of the texts fails', async () => {
  let calls = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { input } = JSON.parse(body) as { input: string[] }
    if (++calls > 2) return response.writeHead(401).end('{}')
    const data = input.map((_, index) => ({ index, embedding: Array.from({ length: 8 }, () => 1) }))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data, usage: { total_tokens: 50 } }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const before = { url: config().OPENAI_URL, hosts: config().OUTGOING_PRIVATE_HOSTS }
  Object.assign(config(), { OPENAI_URL: `http://${host}/v1`, OUTGOING_PRIVATE_HOSTS: [...before.hosts, host] })
  try {
    const texts = Array.from({ length: 150 }, (_, i) => `texto ${i}`)
    await expect(embed('k', 'm', texts, { timeoutMs: 2000, totalMs: 4000 })).rejects.toMatchObject({
      ...{ code: 'ERR_AI_KEY_REFUSED', usage: { inputTokens: 100, outputTokens: 0 } },
    })
    calls = 2
    await expect(embed('k', 'm', ['a'], { timeoutMs: 2000, totalMs: 4000 })).rejects.toMatchObject({
      ...{ code: 'ERR_AI_KEY_REFUSED', usage: undefined },
    })
  } finally {
    Object.assign(config(), { OPENAI_URL: before.url, OUTGOING_PRIVATE_HOSTS: before.hosts })
    server.close()
  }
})
