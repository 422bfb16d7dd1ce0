import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { answerAlways } from './answer-always.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
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

  it('is 408 when a body stops arriving', async () => {
    const handler = answerAlways('test', () => new Promise<void>(() => {}), 200)
    const port = await serve(handler)
    const socket = connect(port, LOOPBACK)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /)
    await once(socket, 'close')
  })

  it('lets an answer under way be read as slowly as a client likes', async () => {
    const listener = answerAlways(
      'test',
      async (_request, response) => {
        response.write('first')
        await new Promise(resolve => setTimeout(resolve, 300))
        response.end('last')
      },
      100,
    )
    const port = await serve(listener)
    expect(await (await fetch(`http://${LOOPBACK}:${port}/`)).text()).toBe('firstlast')
  })
})
