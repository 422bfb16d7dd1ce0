import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { closeServer, listen } from '../listen.ts'
import { answerStarting } from './answer-starting.ts'

describe('answerStarting', () => {
  const server = createServer()
  afterEach(() => closeServer(server))

  it('refuses requests and sockets until it is over', async () => {
    const started = answerStarting(server)
    const port = await listen(server, 0)
    const post = () => fetch(`http://127.0.0.1:${port}/api/tickets`, { method: 'POST', body: '{}' })
    const refused = await post()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toEqual({ error: 'ERR_UNAVAILABLE' })
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
    expect(String(await new Promise(resolve => socket.once('error', resolve)))).toContain('503')

    started()
    server.on('request', (_request, response) => response.end('served'))
    expect(await (await post()).text()).toBe('served')
  })
})
