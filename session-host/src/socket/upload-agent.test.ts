import { request } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUploadAgent } from './upload-agent.ts'

let forbidden: Server
let visits = 0
let port: number

beforeAll(async () => {
  forbidden = createServer(socket => {
    visits++
    socket.destroy()
  })
  await new Promise<void>(resolve => forbidden.listen(0, '127.0.0.1', resolve))
  port = (forbidden.address() as AddressInfo).port
})
afterAll(() => {
  forbidden.close()
})

/** Asks as Baileys does. */
const upload = (agent: ReturnType<typeof createUploadAgent>, hostname: string, path = '/mms/image') =>
  new Promise((resolve, reject) => {
    request({ hostname, port, path, method: 'POST', agent }, resolve).on('error', reject).end()
  })

it('connects to no host but the trusted, and there to no private address', async () => {
  visits = 0
  const none = createUploadAgent({ trusted: () => false, allowPrivate: true })
  await expect(upload(none, '127.0.0.1')).rejects.toThrow('foreign host')
  const local = createUploadAgent({ trusted: host => host === `localhost:${port}`, allowPrivate: false })
  await expect(upload(local, 'localhost')).rejects.toThrow('a private address')
  await expect(upload(local, '127.0.0.1')).rejects.toThrow('foreign host')
  expect(visits).toBe(0)
})

it('connects to the trusted', async () => {
  visits = 0
  const agent = createUploadAgent({ trusted: host => host === `127.0.0.1:${port}`, allowPrivate: true })
  // The canary speaks no TLS: that it was reached is what counts.
  await expect(upload(agent, '127.0.0.1')).rejects.toThrow()
  expect(visits).toBe(1)
})
