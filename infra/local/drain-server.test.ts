import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createHttpServer } from './create-http-server.ts'
import { drainServer } from './drain-server.ts'
import { LOOPBACK, listen } from './listen.ts'

it('lets requests under way finish, takes no others, and ends what stays open', async () => {
  const server = createHttpServer(async (_, response) => {
    await sleep(300)
    response.end('done')
  })
  const url = `http://${LOOPBACK}:${await listen(server, 0)}`
  const underWay = fetch(url).then(response => response.text())
  await sleep(100)
  const drained = drainServer(server, 5000)
  await expect(fetch(url)).rejects.toThrow()
  expect(await underWay).toBe('done')
  const began = Date.now()
  await drained
  expect(Date.now() - began).toBeLessThan(2000)
  await drainServer(server, 1000)
})

it('does not wait longer than told for a request that never ends', async () => {
  const server = createHttpServer(() => {})
  const request = httpRequest({ host: LOOPBACK, port: await listen(server, 0) })
  const failed = new Promise(resolve => request.once('error', resolve))
  request.end()
  await sleep(100)
  const began = Date.now()
  await drainServer(server, 300)
  expect(Date.now() - began).toBeLessThan(2000)
  expect(await failed).toMatchObject({ code: 'ECONNRESET' })
})
