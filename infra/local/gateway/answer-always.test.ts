import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHttpServer } from '../create-http-server.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { readBody } from '../read-body.ts'
import { answerAlways } from './answer-always.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createHttpServer(listener)
  closing.push(() => closeServer(server))
  await listen(server, 0)
  return (server.address() as AddressInfo).port
}

describe('answering always', () => {
  it.each([
    [
      'at once',
      () => {
        throw new Error('on purpose')
      },
    ],
    ['later', () => Promise.reject(new Error('on purpose'))],
  ])('is 500 when the handler throws %s, and the server goes on', async (_, handler) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const port = await serve(answerAlways('test', handler))
    for (const _again of [1, 2]) expect((await fetch(`http://${LOOPBACK}:${port}/`)).status).toBe(500)
    expect(log).toHaveBeenCalledTimes(2)
  })

  it('is silent about a client that leaves in the middle of its body', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const left = new Promise(resolve => {
      const read = answerAlways('test', async request => void (await readBody(request, 100)))
      void serve((request, response) => {
        request.once('close', () => setImmediate(resolve))
        read(request, response)
      }).then(async port => {
        const socket = connect(port, LOOPBACK)
        socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf')
        await once(socket, 'ready')
        setTimeout(() => socket.destroy(), 50)
      })
    })
    await left
    expect(log).not.toHaveBeenCalled()
  })
})
