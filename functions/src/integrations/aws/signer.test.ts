import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { createSigner } from './signer.ts'

// Requests and signatures of AWS's test suite for Signature Version 4 (aws-sig-v4-test-suite: post-vanilla,
// post-x-www-form-urlencoded, post-sts-header-before, post-header-key-sort).
const EXAMPLE = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const AT = Date.parse('2015-08-30T12:36:00Z')
const host = 'example.amazonaws.com'
const scope = 'Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request'
const TOKEN =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=='

const authorization = (names: string, signature: string) =>
  `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=${names}, Signature=${signature}`

describe('signatures', () => {
  const sign = createSigner('us-east-1', 'service')

  it('are those of the published examples', () => {
    expect(sign(EXAMPLE, '/', { host }, '', AT).authorization).toBe(
      authorization('host;x-amz-date', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'),
    )
    const form = { host, 'content-type': 'application/x-www-form-urlencoded' }
    expect(sign(EXAMPLE, '/', form, 'Param1=value1', AT).authorization).toBe(
      authorization('content-type;host;x-amz-date', 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a'),
    )
    expect(sign(EXAMPLE, '/', { host, 'my-header1': 'value1' }, '', AT).authorization).toBe(
      authorization('host;my-header1;x-amz-date', 'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c'),
    )
  })

  it('cover a session token', () => {
    const signed = sign({ ...EXAMPLE, sessionToken: TOKEN }, '/', { host }, '', AT)
    expect(signed['x-amz-security-token']).toBe(TOKEN)
    expect(signed.authorization).toBe(
      authorization(
        'host;x-amz-date;x-amz-security-token',
        '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
      ),
    )
  })

  it('follow the day and the credentials, and come back with them', () => {
    const [day, other] = [24 * 3_600_000, { ...EXAMPLE, secretAccessKey: 'another' }]
    const first = sign(EXAMPLE, '/', { host }, '', AT).authorization
    const fresh = (credentials: typeof EXAMPLE, at: number) =>
      createSigner('us-east-1', 'service')(credentials, '/', { host }, '', at).authorization
    expect(sign(EXAMPLE, '/', { host }, '', AT + day).authorization).toBe(fresh(EXAMPLE, AT + day))
    expect(sign(other, '/', { host }, '', AT + day).authorization).toBe(fresh(other, AT + day))
    expect(sign(EXAMPLE, '/', { host }, '', AT).authorization).toBe(first)
  })

  it("are the SDK's own for a request of its own", async () => {
    const seen: { request: IncomingMessage; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      seen.push({ request, body })
      response.end('{}')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const credentials = { ...EXAMPLE, sessionToken: TOKEN }
    const client = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'sa-east-1', credentials })
    await client.send(new GetItemCommand({ TableName: 'Olá', Key: { pk: { S: 'á' } } }))
    client.destroy()
    server.close()
    const { request, body } = seen[0]!
    const { headers, url = '' } = request
    const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
    const stamp = String(headers['x-amz-date'])
    const at = Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const given = names
      .split(';')
      .filter(name => name !== 'x-amz-date' && name !== 'x-amz-security-token')
      .map(name => [name, String(headers[name])])
    const own = createSigner('sa-east-1', 'dynamodb')(credentials, url, Object.fromEntries(given), body, at)
    expect(own.authorization).toBe(headers.authorization)
  })
})
