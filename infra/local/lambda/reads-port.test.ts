import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFunctions, type Functions } from './create-functions.ts'

/** Calls an operation as the SDK, or as a module that was loaded before, does. */
const CODE = `
  import { createRequire } from 'node:module'
  import { request } from 'node:http'
  const url = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB)
  const ways = {
    import: request,
    late: async (...given) => (await import('node:http')).request(...given),
    require: (...given) => createRequire('file:///x.js')('node:http').request(...given),
  }
  export const handler = async ({ target, way }) => {
    const headers = { 'x-amz-target': target }
    const sent = await ways[way]({ host: url.hostname, port: url.port, method: 'POST', path: '/', headers })
    sent.end('{}')
    return new Promise((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', answer => answer.setEncoding('utf8').on('data', resolve))
    })
  }`

const dir = mkdtempSync(join(tmpdir(), 'balcao-reads-'))
const servers = ['all', 'reads'].map(name => createServer((_, response) => response.end(name)))
let functions: Functions
beforeAll(async () => {
  const ports = await Promise.all(
    servers.map(async server => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    }),
  )
  const entry = join(dir, 'calls.mjs')
  writeFileSync(entry, CODE)
  const env = { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${ports[0]}` }
  const calls = { name: 'calls', entry, handler: 'handler', timeoutMs: 5000, memoryMb: 128, env }
  functions = createFunctions(
    [
      { ...calls, readsPort: ports[1]! },
      { ...calls, name: 'plain' },
    ],
    () => {},
  )
})
afterAll(async () => {
  await functions.close()
  for (const server of servers) server.close()
  rmSync(dir, { recursive: true })
})

const asked = (name: string, operation: string, way = 'import') =>
  functions.invoke(name, { target: `DynamoDB_20120810.${operation}`, way })

it.each(['import', 'late', 'require'])('passes calls that only read to their port (%s)', async way => {
  for (const operation of ['GetItem', 'BatchGetItem', 'Query', 'Scan'])
    expect(await asked('calls', operation, way), operation).toBe('reads')
  for (const operation of ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'])
    expect(await asked('calls', operation, way), operation).toBe('all')
})

it('passes all calls to the one port where there is no other', async () => {
  expect(await asked('plain', 'Query')).toBe('all')
})
