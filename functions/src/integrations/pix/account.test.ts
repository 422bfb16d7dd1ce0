import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { config } from '../../config.ts'
import { pixAccount } from './account.ts'
import { certificateOf } from './token.ts'

type Asked = { headers: Record<string, unknown>; body: string }

const asked: Asked[] = []
let answer: { status: number; body: unknown }
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  asked.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
  response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' })
  response.end(JSON.stringify(answer.body))
})

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  // Before anything reads the configuration.
  Object.assign(process.env, {
    ...{ OUTGOING_PRIVATE_HOSTS: host, SECRETS_URL: `http://${host}` },
    ...{ PIX_URL: 'https://pix.example.com', PIX_KEY: 'a@example.com', PIX_SECRET: 'balcao-test-pix' },
  })
})
afterAll(() => new Promise(done => server.close(done)))

it('is that of the environment on one machine, with the certificate where there is one', async () => {
  const before = { ...config() }
  const own = { PIX_SECRET: undefined, PIX_CLIENT_ID: 'client', PIX_CLIENT_SECRET: 'secret' }
  const certificate = { PIX_CERTIFICATE_PEM: 'PEM', PIX_PRIVATE_KEY_PEM: 'KEY' }
  try {
    Object.assign(config(), own)
    const account = await pixAccount()
    expect(account).toEqual({ clientId: 'client', clientSecret: 'secret' })
    expect(certificateOf(account)).toEqual({})
    Object.assign(config(), certificate)
    expect(certificateOf(await pixAccount())).toEqual({ certificate: { cert: 'PEM', key: 'KEY' } })
  } finally {
    const unset = Object.fromEntries(Object.keys({ ...own, ...certificate }).map(key => [key, undefined]))
    Object.assign(config(), unset, before)
  }
})

it('is read from its secret with a signed call, again while it cannot be read, and kept', async () => {
  answer = { status: 400, body: { __type: 'ResourceNotFoundException' } }
  await expect(pixAccount()).rejects.toThrow('a secret cannot be read (400)')
  answer = { status: 200, body: { SecretString: '{"clientId":""}' } }
  await expect(pixAccount()).rejects.toMatchObject({ code: 'ERR_PIX_NOT_CONFIGURED' })
  const account = { clientId: 'c', clientSecret: 's', certificate: 'PEM', privateKey: 'KEY' }
  answer = { status: 200, body: { SecretString: JSON.stringify(account) } }
  expect(await pixAccount()).toEqual(account)
  expect(await pixAccount()).toEqual(account)
  expect(asked).toHaveLength(3)
  expect(JSON.parse(asked[2]!.body)).toEqual({ SecretId: 'balcao-test-pix' })
  expect(asked[2]!.headers).toMatchObject({
    'x-amz-target': 'secretsmanager.GetSecretValue',
    'content-type': 'application/x-amz-json-1.1',
    authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=\S+\/secretsmanager\/aws4_request, /),
  })
})
