import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jpeg, png } from '../../../test/pictures.ts'
import { type FetchOptions, fetchPreview } from './fetch-preview.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let server: Server
let origin: string
let pages: Record<string, Answer>
let seen: { url: string; headers: IncomingMessage['headers'] }[]

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: request.url!, headers: request.headers })
    const page = pages[request.url!]
    if (page) page(response, request)
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Nada</title>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  seen = []
  pages = {
    '/bolo': html('<title>Bolo</title><meta property="og:image" content="bolo.png">'),
    '/bolo.png': picture(png(40, 30)),
  }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const html =
  (text: string, headers: Record<string, string> = {}): Answer =>
  response =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text)
const picture =
  (bytes: Buffer, type = 'image/png'): Answer =>
  response =>
    void response.writeHead(200, { 'content-type': type }).end(bytes)
const leads =
  (location: string, status = 302): Answer =>
  response =>
    void response.writeHead(status, { location }).end('<title>Enquanto isso</title>')

const NOTHING = { title: '', description: '', picture: null }
/** Fetches as from the local stage, which lists this server and no other. */
const go = (path: string, options: FetchOptions = {}) =>
  fetchPreview(path.includes('://') ? path : origin + path, {
    privateHosts: [new URL(origin).host],
    plain: true,
    ...options,
  })

describe('what a page shows of itself', () => {
  it('is fetched with its picture, and says nothing about who reads', async () => {
    const found = await go('/bolo')
    expect(found).toEqual({
      title: 'Bolo',
      description: '',
      picture: { bytes: png(40, 30), mimetype: 'image/png' },
    })
    expect(seen.map(({ url }) => url)).toEqual(['/bolo', '/bolo.png'])
    for (const { headers } of seen) {
      expect(headers['user-agent']).toBe('Balcao-LinkPreview/1.0')
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie', 'referer', 'authorization']))
    }
  })

  it('is read from the beginning of a page without end, plain or packed', async () => {
    const much = `<title>Longa</title>${'<p>x</p>'.repeat(400_000)}`
    pages['/longa'] = html(much)
    expect(await go('/longa')).toMatchObject({ title: 'Longa' })
    pages['/longa'] = (response, request) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Longa</title>')
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      request.socket.on('close', () => clearInterval(timer))
    }
    expect(await go('/longa')).toMatchObject({ title: 'Longa' })
    pages['/longa'] = response =>
      void response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.from(much.repeat(20))))
    expect(await go('/longa')).toMatchObject({ title: 'Longa' })
  })

  it.each([
    ['no page', (response: ServerResponse) => void response.writeHead(404).end('<title>x</title>')],
    ['a failure', (response: ServerResponse) => void response.writeHead(500).end()],
    ['no HTML', picture(Buffer.from('<title>x</title>'), 'text/plain')],
    ['HTML without its type', (response: ServerResponse) => void response.end('<title>x</title>')],
    ['no title', html('<p>oi</p>')],
    ['no HTTP', (response: ServerResponse) => void response.socket?.end('oi')],
    ['a broken packing', html('<title>x</title>', { 'content-encoding': 'gzip' })],
    ['an unknown packing', html('<title>x</title>', { 'content-encoding': 'gzip, gzip' })],
  ])('is nothing where there is %s', async (_, answer) => {
    pages['/nada'] = answer as Answer
    expect(await go('/nada')).toEqual(NOTHING)
  })

  it('waits for nobody', async () => {
    pages['/lenta'] = () => {}
    const begin = Date.now()
    expect(await go('/lenta', { timeoutMs: 200 })).toEqual(NOTHING)
    pages['/lenta'] = response => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }
    expect(await go('/lenta', { timeoutMs: 200 })).toEqual(NOTHING)
    pages['/lenta'] = response => void setTimeout(() => leads('/lenta')(response, {} as IncomingMessage), 90)
    expect(await go('/lenta', { timeoutMs: 200 })).toEqual(NOTHING)
    expect(Date.now() - begin).toBeLessThan(3000)
  })
})

describe('a redirect', () => {
  it('is followed three times, also relative, and to where the picture is', async () => {
    pages['/1'] = leads('/2', 301)
    pages['/2'] = leads(`${origin}/3`, 307)
    pages['/3'] = leads('bolo', 308)
    expect(await go('/1')).toMatchObject({ title: 'Bolo', picture: { mimetype: 'image/png' } })
    pages['/0'] = leads('/1')
    expect(await go('/0')).toEqual(NOTHING)
    pages['/volta'] = leads('/volta')
    expect(await go('/volta')).toEqual(NOTHING)
  })

  it.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.0.0.1:8443/',
    'https://ana:segredo@loja.example/',
    'ftp://loja.example/',
    'file:///etc/passwd',
    'data:text/html,<title>x</title>',
    'javascript:alert(1)',
    'https://',
    '',
  ])('to %j leads nowhere', async location => {
    pages['/longe'] = leads(location)
    expect(await go('/longe')).toEqual(NOTHING)
    expect(seen.map(({ url }) => url)).toEqual(['/longe'])
    pages['/com'] = html(`<title>Com</title><meta property="og:image" content="/longe">`)
    expect(await go('/com')).toMatchObject({ title: 'Com', picture: null })
  })
})

describe('an address', () => {
  it.each([
    'https://127.0.0.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/',
    'https://[fd00:ec2::254]/',
    'https://localhost/',
    'https://loja.example:22/',
  ])('%s is never called', async address => {
    expect(await go(address)).toEqual(NOTHING)
    expect(seen).toEqual([])
  })

  it('cannot change between the look and the call: it is resolved once', async () => {
    const answers = ['127.0.0.1', '169.254.169.254']
    let asked = 0
    const resolve = async () => [{ address: answers[asked++]!, family: 4 }]
    const { port } = new URL(origin)
    pages['/so'] = html('<title>Só</title>')
    const found = await go(`http://loja.example:${port}/so`, { privateHosts: [`loja.example:${port}`], resolve })
    expect([found.title, asked]).toEqual(['Só', 1])
    const hidden = async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await go('https://loja.example/', { privateHosts: [], resolve: hidden })).toEqual(NOTHING)
  })

  it('of an old link is called by TLS', async () => {
    let named = ''
    const resolve = async (name: string) => {
      named = name
      return [{ address: '10.0.0.1', family: 4 }]
    }
    // Refused for its address, and not for being plain.
    expect(await go('http://loja.example/', { privateHosts: [], resolve })).toEqual(NOTHING)
    expect(named).toBe('loja.example')
  })
})

describe('a picture', () => {
  const shown = async (answer: Answer) => {
    pages['/bolo.png'] = answer
    return (await go('/bolo')).picture?.mimetype ?? null
  }

  it('is what its bytes say', async () => {
    expect(await shown(picture(jpeg(40, 30), 'text/plain'))).toBe('image/jpeg')
    expect(await shown(picture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'))).toBeNull()
    expect(await shown(picture(Buffer.from('<script>alert(1)</script>'), 'image/jpeg'))).toBeNull()
    expect(await shown(picture(Buffer.alloc(0)))).toBeNull()
  })

  it('that is too large, in bytes or pixels, is left out', async () => {
    expect(await shown(picture(Buffer.concat([png(40, 30), Buffer.alloc(1_000_001)])))).toBeNull()
    expect(await shown(picture(png(60_000, 60_000)))).toBeNull()
    expect(await shown(picture(png(4000, 3000)))).toBe('image/png')
  })

  it.each(['https://169.254.169.254/a.png', 'data:image/png;base64,AAAA', 'file:///etc/passwd', 'https://[', '//'])(
    'at %j is not fetched',
    async address => {
      pages['/com'] = html(`<title>Com</title><meta property="og:image" content="${address}">`)
      expect(await go('/com')).toMatchObject({ title: 'Com', picture: null })
      expect(seen.map(({ url }) => url)).toEqual(['/com'])
    },
  )
})
