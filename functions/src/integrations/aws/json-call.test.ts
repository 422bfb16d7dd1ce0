import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import { expect, it } from 'vitest'
import { createSignedPost, keptConnections } from './json-call.ts'
import { createSigner } from './signer.ts'

it('asks at the path the SDK asks at, and signs it as the SDK does, whatever an id holds', async () => {
  const seen: { request: IncomingMessage; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ request, body })
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/prod`)
  const region = 'sa-east-1'
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' }
  const id = 'a+b/c d=='
  const text = '{"event":"olá"}'
  const client = new ApiGatewayManagementApiClient({ endpoint: url.href, region, credentials })
  await client.send(new PostToConnectionCommand({ ConnectionId: id, Data: text }))
  client.destroy()
  const post = createSignedPost({
    service: 'execute-api',
    config: { credentials: async () => credentials, systemClockOffset: 0 },
    connections: keptConnections(),
    locate: async () => ({ url, region }),
  })
  const answer = await post(`/@connections/${encodeURIComponent(id)}`, { 'content-type': 'application/json' }, text)
  expect(answer.status).toBe(200)
  server.closeAllConnections()
  server.close()
  expect(seen[1]!.request.url).toBe(seen[0]!.request.url)
  for (const { request, body } of seen) {
    expect(body).toBe(text)
    const { headers, url: path = '' } = request
    const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
    const stamp = String(headers['x-amz-date'])
    const at = Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const given = names
      .split(';')
      .filter(name => name !== 'x-amz-date' && name !== 'x-amz-security-token')
      .map(name => [name, String(headers[name])])
    const canonical = path.split('/').map(encodeURIComponent).join('/')
    const own = createSigner(region, 'execute-api')(credentials, canonical, Object.fromEntries(given), body, at)
    expect(own.authorization).toBe(headers.authorization)
  }
})
