import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Agent, type RequestListener, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REPOSITORY } from '../constructs/repository.ts'
import { createHttpServer, type HttpServerOptions } from './create-http-server.ts'
import { limitSockets } from './limit-sockets.ts'
import { closeServer, LOOPBACK, listen } from './listen.ts'

const servers: Server[] = []
const sockets: Socket[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map(closeServer))
})

async function serve(listener: RequestListener, options?: HttpServerOptions): Promise<Server> {
  const server = createHttpServer(listener, options)
  servers.push(server)
  await listen(server, 0)
  return server
}

/** Opens a socket that says something and returns everything it hears until it closes. */
function say(server: Server, words: string) {
  const socket = connect((server.address() as AddressInfo).port, LOOPBACK)
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(words)
  return { socket, heard: readText(socket).catch(() => 'reset') }
}

const post = (length: number) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`

describe('a request', () => {
  it('ends with 408 when its body drips', async () => {
    const arrived = vi.fn()
    const server = await serve(asked => asked.once('data', arrived).resume())
    const { socket, heard } = say(server, `${post(1000)}slow`)
    for (let second = 1; second <= 20; second++) {
      await vi.waitFor(() => expect(arrived).toHaveBeenCalled())
      socket.write('x')
      await vi.advanceTimersByTimeAsync(1000)
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(await heard).toMatch(/^HTTP\/1\.1 408 .*\r\nconnection: close\r\n/s)
  })

  it('may take long while its body keeps moving', async () => {
    let bytes = 0
    const server = await serve((asked, response) => {
      asked.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      asked.on('end', () => response.end(`${bytes}`))
    })
    const part = 40_000
    const { socket, heard } = say(server, `${post(3 * part).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')}`)
    for (let i = 1; i <= 3; i++) {
      socket.write('x'.repeat(part))
      await vi.waitFor(() => expect(bytes).toBe(i * part))
      await vi.advanceTimersByTimeAsync(19_000)
    }
    expect(await heard).toMatch(/200 OK.*120000$/s)
  })

  it('ends with 503 when nobody begins to answer it', async () => {
    const came = vi.fn()
    const server = await serve(came)
    const { heard } = say(server, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await vi.waitFor(() => expect(came).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(31_001)
    expect(await heard).toMatch(/^HTTP\/1\.1 503 /)
  })

  it('is answered as slowly as its handler likes once that has begun', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { connection: 'close' })
      response.write('first')
      setTimeout(() => response.end('last'), 100_000)
    })
    const { heard } = say(server, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    await vi.advanceTimersByTimeAsync(100_000)
    expect(await heard).toMatch(/first.*last/s)
  })
})

describe('a socket', () => {
  it.each([
    ['that says nothing', ''],
    ['with half a request', 'GET / HT'],
    ['with half a header', 'GET / HTTP/1.1\r\nhost: x\r\nx-'],
  ])(
    '%s is closed',
    async (_, words) => {
      const server = await serve(() => {})
      server.headersTimeout = 1
      const { heard } = say(server, words)
      expect(await heard).toMatch(/^HTTP\/1\.1 408 /)
    },
    15_000,
  )

  it.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n\r\nhellox', 400],
    ['length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['another coding', 'transfer-encoding: gzip\r\n\r\nhello', 400],
    ['a length that is no number', 'content-length: 5x\r\n\r\nhello', 400],
    ['a chunk without size', 'transfer-encoding: chunked\r\n\r\nzz\r\nhello', 400],
    ['a NUL in a header', 'x: a\0b\r\n\r\n', 400],
    ['headers without end', `x: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('with %s is refused and closed', async (_, rest, status) => {
    const server = await serve((asked, response) => void asked.resume().on('end', () => response.end()))
    const { heard } = say(server, `POST / HTTP/1.1\r\nhost: x\r\n${rest}`)
    expect(await heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  it('counts headers beyond two thousand, which Node would drop', async () => {
    let count = 0
    const server = await serve((asked, response) => {
      count = asked.rawHeaders.length / 2
      response.end()
    })
    say(server, `GET / HTTP/1.1\r\nhost: x\r\n${'a:\r\n'.repeat(2500)}\r\n`)
    await vi.waitFor(() => expect(count).toBe(2501))
  })

  it('stays for a client that comes back after the time for headers', async () => {
    vi.useRealTimers()
    const server = await serve((_, response) => response.end('ok'))
    const connected = vi.fn()
    server.on('connection', connected)
    server.headersTimeout = 100
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async () => {
      const { port } = server.address() as AddressInfo
      const [answer] = await once(request({ host: LOOPBACK, port, agent }).end(), 'response')
      await readText(answer)
    }
    await ask()
    // Twice the period of Node's check.
    await new Promise(resolve => setTimeout(resolve, 4500))
    await ask()
    expect(connected).toHaveBeenCalledOnce()
    agent.destroy()
  }, 15_000)

  it.each([
    ['of another protocol', 'h2c'],
    ['that nobody takes', 'websocket'],
  ])('with an upgrade %s is answered like any other', async (_, protocol) => {
    const server = await serve((_asked, response) => response.end('plain'), { upgrades: () => false })
    server.on('upgrade', (_asked, socket) => socket.destroy())
    const words = `GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: ${protocol}\r\n\r\n`
    expect(await say(server, words).heard).toMatch(/200 OK.*plain$/s)
  })
})

describe('too many sockets', () => {
  it('end those that are unused longest, and never one with a request under way', async () => {
    vi.useRealTimers()
    const release: (() => void)[] = []
    const server = await serve((asked, response) => {
      if (asked.url === '/hang') release.push(() => response.end())
      else response.end('ok')
    })
    limitSockets(server, 3)
    const ended: string[] = []
    const open = async (name: string, words: string) => {
      const came = once(server, words ? 'request' : 'connection')
      const { socket } = say(server, words)
      const left = once(socket, 'close').then(() => ended.push(name))
      await Promise.race([came, left])
      return socket
    }
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
    await open('busy', ask('/hang'))
    await open('idle', '')
    const used = await open('used', '')
    await open('new', ask('/'))
    await vi.waitFor(() => expect(ended).toEqual(['idle']))
    used.write(ask('/'))
    await once(used, 'data')
    await open('newer', ask('/hang'))
    await vi.waitFor(() => expect(ended).toEqual(['idle', 'new']))
    await open('newest', ask('/hang'))
    await vi.waitFor(() => expect(ended).toEqual(['idle', 'new', 'used']))
    await open('one too many', ask('/'))
    expect(ended).toEqual(['idle', 'new', 'used', 'one too many'])
    for (const end of release) end()
  })
})

describe('the folders of the local cloud and the server', () => {
  it('create no other HTTP server', () => {
    const folders = ['infra/local', 'infra/server', 'infra/simulators'].filter(folder =>
      existsSync(join(REPOSITORY, folder)),
    )
    const files = folders.flatMap(folder => {
      const all = readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      return all.filter(file => /^(?!(?:.*\/)?test\/).*(?<!\.test)\.ts$/.test(file)).map(file => join(folder, file))
    })
    const found = files.filter(file =>
      /import \{[^}]*\bcreateServer\b[^}]*\} from 'node:https?'/.test(readFileSync(join(REPOSITORY, file), 'utf8')),
    )
    expect(found).toEqual(['infra/local/create-http-server.ts'])
  })
})
