import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CallOptions, callExternalUrl, type OutgoingCall } from './call-external-url.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let port: number
let answer: (response: ServerResponse, request: IncomingMessage) => void
let seen: Seen[]
const sockets = new Set<Socket>()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    answer(response, request)
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  seen = []
  answer = response => void response.end('ok')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Calls the server as a company's bot that the stage lists, unless told otherwise. */
const go = (given: OutgoingCall = {}, around: CallOptions = {}, address = `http://127.0.0.1:${port}/hook?x=1`) =>
  callExternalUrl(address, given, { privateHosts: [`127.0.0.1:${port}`], plain: true, timeoutMs: 20_000, ...around })
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    error => String(error.code),
  )

describe('a call to what a company named', () => {
  it('brings what was to be sent, and the whole answer, whatever its status', async () => {
    answer = response => void response.writeHead(422, { 'x-told': 'no' }).end('{"a":"é"}')
    const got = await go({
      method: 'PUT',
      headers: { 'X-Signature': 't=1', 'content-type': 'application/json' },
      body: '{"ç":1}',
    })
    expect([got.status, got.headers['x-told'], got.body.toString()]).toEqual([422, 'no', '{"a":"é"}'])
    expect(seen).toMatchObject([
      { method: 'PUT', url: '/hook?x=1', body: '{"ç":1}', headers: { 'x-signature': 't=1', 'content-length': '8' } },
    ])
    await expect.poll(() => sockets.size).toBe(0)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('unpacks %s', async (encoding, pack) => {
    answer = response => void response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('hello')))
    expect((await go()).body.toString()).toBe('hello')
  })
})

describe('an address', () => {
  const refused = (address: string, around: CallOptions = {}) => code(go({}, { privateHosts: [], ...around }, address))

  it.each([
    ['', 'ERR_OUTGOING_URL'],
    ['/hook', 'ERR_OUTGOING_URL'],
    ['https://', 'ERR_OUTGOING_URL'],
    ['ftp://example.com/', 'ERR_OUTGOING_URL'],
    ['file:///etc/passwd', 'ERR_OUTGOING_URL'],
    ['data:text/plain,x', 'ERR_OUTGOING_URL'],
    ['http://example.com/', 'ERR_OUTGOING_URL'],
    ['https://ana:secret@example.com/', 'ERR_OUTGOING_URL'],
    ['https://example.com:22/', 'ERR_OUTGOING_URL'],
    ['https://example.com:25/', 'ERR_OUTGOING_URL'],
    ['https://example.com:0/', 'ERR_OUTGOING_URL'],
    ['https://example.com:99999/', 'ERR_OUTGOING_URL'],
    [`https://example.com/${'a'.repeat(3000)}`, 'ERR_OUTGOING_URL'],
  ])('%j is refused as it stands', async (address, wanted) => {
    expect(await refused(address)).toBe(wanted)
  })

  it.each([
    ...[
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '0177.0.0.1',
      '2130706433',
      'localhost',
      'localhost.',
      'LOCALHOST',
      '0',
      '0.0.0.0',
    ],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]'],
    ...['169.254.169.254', '[fd00:ec2::254]', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '100.100.100.200'],
    ...['[2002:7f00:1::]', '224.0.0.1', '255.255.255.255', '１２７.０.０.１', '127。0。0。1'],
  ])('https://%s is not on the internet, whatever the port', async host => {
    expect(await refused(`https://${host}:${port}/`)).toBe('ERR_OUTGOING_ADDRESS')
    expect(await refused(`https://${host}/`)).toBe('ERR_OUTGOING_ADDRESS')
    expect(seen).toEqual([])
  })

  it('that is private is called only by the very host and port that is listed', async () => {
    expect(await code(go())).toBe('answered')
    expect(await code(go({}, { privateHosts: ['127.0.0.1:1'] }))).toBe('ERR_OUTGOING_URL')
    expect(await code(go({}, { privateHosts: [`localhost:${port}`] }))).toBe('ERR_OUTGOING_URL')
    expect(await code(go({}, { plain: false }))).toBe('ERR_OUTGOING_URL')
    expect(seen).toHaveLength(1)
  })

  it('is none when its name does not resolve', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await refused('https://nobody.example/', { resolve })).toBe('ERR_OUTGOING_ADDRESS')
    expect(await refused('https://nobody.example/', { resolve: async () => [] })).toBe('ERR_OUTGOING_ADDRESS')
  })
})

describe('a resolver that lies', () => {
  it('cannot hide a private address behind a public one', async () => {
    const resolve = async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '::ffff:127.0.0.1', family: 6 },
    ]
    expect(await code(go({}, { privateHosts: [], resolve }, `https://bot.example:${port}/`))).toBe(
      'ERR_OUTGOING_ADDRESS',
    )
  })

  it('is asked once: what it answers then is what is connected to', async () => {
    const answers = ['127.0.0.1', '169.254.169.254']
    let asked = 0
    const resolve = async () => [{ address: answers[asked++]!, family: 4 }]
    const around = { privateHosts: [`bot.example:${port}`], resolve }
    expect((await go({}, around, `http://bot.example:${port}/`)).status).toBe(200)
    expect(asked).toBe(1)
    expect(seen[0]!.headers.host).toBe(`bot.example:${port}`)
  })

  it.each(['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254', 'fe80::1', '100.100.100.200'])(
    'cannot lead a listed host to the keys of the machine at %s',
    async address => {
      const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
      const around = { privateHosts: ['bot.example:80', `${address}:80`], resolve }
      expect(await code(go({}, around, 'http://bot.example/'))).toBe('ERR_OUTGOING_ADDRESS')
    },
  )

  it('may take its time only until the deadline', async () => {
    const resolve = () => new Promise<never>(() => {})
    expect(await code(go({}, { privateHosts: [], resolve, timeoutMs: 50 }, 'https://slow.example/'))).toBe(
      'ERR_OUTGOING_TIMEOUT',
    )
  })
})

describe('a server that misbehaves', () => {
  it.each([301, 302, 303, 307, 308])('leads nowhere by %i', async status => {
    answer = response => void response.writeHead(status, { location: `http://127.0.0.1:${port}/secret` }).end()
    expect(await code(go())).toBe('ERR_OUTGOING_REDIRECT')
    expect(seen.map(({ url }) => url)).toEqual(['/hook?x=1'])
  })

  it('may lead on where the caller asks for the address, which it calls itself', async () => {
    answer = response => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end('gone')
    const { status, headers, body } = await go({}, { answersRedirects: true })
    expect([status, headers.location, body.length]).toEqual([302, 'http://10.0.0.1/', 0])
    expect(seen).toHaveLength(1)
    await expect.poll(() => sockets.size).toBe(0)
  })

  it.each([
    ['plainly', {}, (text: string) => text],
    ['packed', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
  ] as const)('may be cut off by a caller that needs the beginning alone, %s', async (_, headers, pack) => {
    answer = response => void response.writeHead(200, headers).end(pack('ab'.repeat(500_000)))
    const { body } = await go({}, { maxBytes: 100_001, cut: true })
    expect([body.length, body.subarray(-3).toString()]).toEqual([100_001, 'aba'])
    expect((await go({}, { maxBytes: 1_000_000, cut: true })).body.length).toBe(1_000_000)
    expect(await code(go({}, { maxBytes: 999_999 }))).toBe('ERR_OUTGOING_TOO_LARGE')
    await expect.poll(() => sockets.size).toBe(0)
  })

  it('holds nobody longer than the deadline: silent, or dripping headers or a body', async () => {
    const drips = [
      () => {},
      (response: ServerResponse) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'), 5)
        response.on('close', () => clearInterval(timer))
      },
      (response: ServerResponse) => {
        const timer = setInterval(() => response.socket?.write('HTTP/1.1 102 Processing\r\n\r\n'), 5)
        response.on('close', () => clearInterval(timer))
      },
    ]
    for (const drip of drips) {
      answer = drip
      expect(await code(go({}, { timeoutMs: 200 }))).toBe('ERR_OUTGOING_TIMEOUT')
    }
    await expect.poll(() => sockets.size).toBe(0)
  })

  it.each([
    ['plainly', {}, Buffer.alloc(64 * 1024, 'a')],
    ['packed', { 'content-encoding': 'gzip' }, Buffer.concat(Array(3000).fill(gzipSync('')))],
  ])('fills no memory by a body without end, %s', async (_, headers, chunk) => {
    let stopped = false
    answer = response => {
      response.writeHead(200, headers as Record<string, string>)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) if (response.writableLength > 2 ** 20) break
        if (!response.destroyed) setImmediate(more)
      }
      response.on('close', () => {
        stopped = true
      })
      more()
    }
    expect(await code(go({}, { maxBytes: 100_000 }))).toBe('ERR_OUTGOING_TOO_LARGE')
    await expect.poll(() => stopped).toBe(true)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('fills no memory by a bomb packed with %s', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    answer = response => void response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
    expect(await code(go())).toBe('ERR_OUTGOING_TOO_LARGE')
  })

  it.each(['gzip, gzip', 'zstd', 'compress', 'gzip,br'])('is not unpacked from %s', async encoding => {
    answer = response => void response.writeHead(200, { 'content-encoding': encoding }).end('x')
    expect(await code(go())).toBe('ERR_OUTGOING_ANSWER')
  })

  it.each(['gzip', 'deflate', 'br'])('says %s and sends something else', async encoding => {
    answer = response => void response.writeHead(200, { 'content-encoding': encoding }).end('not packed at all')
    expect(await code(go())).toBe('ERR_OUTGOING_ANSWER')
  })

  it('breaks off', async () => {
    answer = response =>
      void response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy())
    expect(await code(go())).toBe('ERR_OUTGOING_UNREACHABLE')
    answer = response => {
      const packed = gzipSync(Buffer.alloc(1000, 'abc'))
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(packed.length) })
      response.write(packed.subarray(0, 8), () => response.destroy())
    }
    expect(await code(go())).toBe('ERR_OUTGOING_UNREACHABLE')
    answer = response => void response.socket!.destroy()
    expect(await code(go())).toBe('ERR_OUTGOING_UNREACHABLE')
  })

  it.each([
    ['is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['says two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['has headers without end', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n`],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ])('%s', async (_, text) => {
    const raw = createSocketServer(socket => socket.on('error', () => {}).once('data', () => socket.write(text)))
    await new Promise<void>(resolve => raw.listen(0, '127.0.0.1', resolve))
    const at = (raw.address() as AddressInfo).port
    try {
      expect(await code(go({}, { privateHosts: [`127.0.0.1:${at}`] }, `http://127.0.0.1:${at}/`))).toBe(
        'ERR_OUTGOING_ANSWER',
      )
    } finally {
      raw.close()
    }
  })

  it('is not there', async () => {
    const gone = createSocketServer()
    await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
    const at = (gone.address() as AddressInfo).port
    await new Promise(resolve => gone.close(resolve))
    expect(await code(go({}, { privateHosts: [`127.0.0.1:${at}`] }, `http://127.0.0.1:${at}/`))).toBe(
      'ERR_OUTGOING_UNREACHABLE',
    )
  })

  it('has no certificate', async () => {
    expect(await code(go({}, {}, `https://127.0.0.1:${port}/`))).toBe('ERR_OUTGOING_UNREACHABLE')
    expect(seen).toEqual([])
  })
})

describe('what is sent', () => {
  it.each<[string, OutgoingCall]>([
    ['another method', { method: 'CONNECT' as 'GET' }],
    ['a host', { headers: { Host: 'other.example' } }],
    ['a length', { headers: { 'Content-Length': '3' } }],
    ['an encoding of the transfer', { headers: { 'transfer-encoding': 'chunked' } }],
    ['a line break', { headers: { 'x-a': 'b\r\nhost: other.example' } }],
    ['a name that is none', { headers: { 'x a': 'b' } }],
    ['a long header', { headers: { 'x-a': 'b'.repeat(5000) } }],
    ['many headers', { headers: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`x-${i}`, ''])) }],
    ['a large body', { body: Buffer.alloc(1_000_001) }],
  ])('is refused with %s', async (_, given) => {
    expect(await code(go(given))).toBe('ERR_OUTGOING_REQUEST')
    expect(seen).toEqual([])
  })

  it('goes by no proxy, whatever the environment says', async () => {
    const proxy = `http://127.0.0.1:${port}`
    const target = createServer((_, response) => void response.end('straight'))
    await new Promise<void>(resolve => target.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(target.address() as AddressInfo).port}`
    const module = JSON.stringify(new URL('call-external-url.ts', import.meta.url).href)
    const script = `const { callExternalUrl } = await import(${module})
      const { body } = await callExternalUrl('http://${host}/', {}, { privateHosts: ['${host}'], plain: true })
      console.log(String(body))`
    const env = {
      ...process.env,
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      http_proxy: proxy,
      NO_PROXY: '',
    }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
    target.close()
    expect(stdout.trim()).toBe('straight')
    expect(seen).toEqual([])
  })
})
