import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { refuseWhenFull } from './refuse-when-full.ts'

let server: Server
afterEach(() => closeServer(server))

async function gateway(hasRoom: boolean) {
  const handler = refuseWhenFull(
    async (_, response) => void response.writeHead(204).end(),
    () => hasRoom,
  )
  server = createServer((request, response) => void handler(request, response))
  const url = `http://${LOOPBACK}:${await listen(server, 0)}`
  return async (method: string, path: string, body?: string) => {
    const response = await fetch(url + path, { method, ...(body === undefined ? {} : { body }) })
    return { status: response.status, text: await response.text() }
  }
}

it('refuses what stores something, with its code', async () => {
  const call = await gateway(false)
  const refused = { status: 507, text: '{"error":"ERR_STORAGE_FULL"}' }
  expect(await call('POST', '/api/messages/1', 'x'.repeat(5_000_000))).toEqual(refused)
  expect(await call('PUT', '/api/tickets/1', '{}')).toEqual(refused)
  expect(await call('POST', '/api/webhook/facebook', '{}')).toEqual(refused)
  expect(await call('POST', '/api/auth/loginx', '{}')).toEqual(refused)
})

it.each([
  ['GET', '/api/tickets'],
  ['DELETE', '/api/messages/1'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/refresh_token?x=1'],
  ['POST', '/api/auth/second-factor/setup'],
])('lets %s %s pass, which reads, makes room, or is needed to see what is wrong', async (method, path) => {
  expect((await (await gateway(false))(method, path)).status).toBe(204)
})

it('refuses nothing while there is room', async () => {
  expect((await (await gateway(true))('POST', '/api/messages/1', '{}')).status).toBe(204)
})
