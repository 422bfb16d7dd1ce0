import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHttpServer } from '../create-http-server.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { NO_ROOM, readBody } from '../read-body.ts'
import { createBodyBudget } from './body-budget.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Serves bodies of up to 100 bytes, 150 of all; holds the answers to `/held`. */
async function serve() {
  const budget = createBodyBudget(150)
  const answers: (() => void)[] = []
  const server = createHttpServer(async (request, response) => {
    const body = await readBody(request, 100, budget(request, response)).catch(error => error as unknown)
    const status = body === NO_ROOM ? 503 : body === null ? 413 : 200
    const answer = () => void response.writeHead(status, { connection: 'close' }).end(String(status))
    if (request.url === '/held') answers.push(answer)
    else if (!response.destroyed) answer()
  })
  await listen(server, 0)
  ends.push(() => closeServer(server))
  const send = (path: string, length: number, sent = length) => {
    const socket: Socket = connect((server.address() as AddressInfo).port, LOOPBACK)
    socket.on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(sent)}`)
    ends.push(() => socket.destroy())
    return { socket, heard: readText(socket).catch(() => '') }
  }
  return { server, send, answers }
}

describe('the memory of all bodies', () => {
  it('is given back with each answer', async () => {
    const { send } = await serve()
    for (let i = 0; i < 4; i++) expect(await send('/', 90).heard).toMatch(/ 200 OK/)
  })

  it('is taken from the body that has been arriving longest', async () => {
    const { server, send } = await serve()
    const came = once(server, 'request')
    const slow = send('/', 100, 90)
    await came
    expect(await send('/', 90).heard).toMatch(/ 200 OK/)
    expect(await slow.heard).toBe('')
  })

  it('refuses a body when those that have arrived take all of it', async () => {
    const { send, answers } = await serve()
    const held = send('/held', 90)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    expect(await send('/', 90).heard).toMatch(/ 503 /)
    answers[0]?.()
    expect(await held.heard).toMatch(/ 200 OK/)
    expect(await send('/', 90).heard).toMatch(/ 200 OK/)
  })

  it('is not taken by what is too long anyway', async () => {
    const { send } = await serve()
    expect(await send('/', 5000).heard).toMatch(/ 413 /)
    expect(await send('/', 90).heard).toMatch(/ 200 OK/)
  })
})
