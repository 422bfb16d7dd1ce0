import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import type { OutgoingAnswer } from '../outgoing/call-external-url.ts'
import { fetchPreview } from './fetch-preview.ts'

const outside = vi.hoisted(() => ({ answers: {} as Record<string, OutgoingAnswer> }))

vi.mock(import('../outgoing/call-external-url.ts'), async original => {
  const real = await original()
  const callExternalUrl: typeof real.callExternalUrl = async (url, ...rest) =>
    outside.answers[url] ?? real.callExternalUrl(url, ...rest)
  return { ...real, callExternalUrl }
})

const before = { STAGE: config().STAGE, OUTGOING_PRIVATE_HOSTS: config().OUTGOING_PRIVATE_HOSTS }
let server: Server
let listed: string
let seen: string[]

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url!)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Interno</title>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  listed = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  seen = []
})
afterAll(() => {
  Object.assign(config(), before)
  server.closeAllConnections()
  server.close()
})

it.each([
  ['server', { direct: '', redirected: '', called: [] }],
  // Simulators of the local stage are listed as well, and have previews.
  ['local', { direct: 'Interno', redirected: 'Interno', called: ['/a', '/b', '/c'] }],
])('calls of previews to a listed private host on the stage %s: %j', async (STAGE, expected) => {
  Object.assign(config(), { STAGE, OUTGOING_PRIVATE_HOSTS: [listed] })
  const page = `<title>Loja</title><meta property="og:image" content="http://${listed}/c">`
  outside.answers = {
    'https://loja.example/leva': { status: 302, headers: { location: `http://${listed}/b` }, body: Buffer.alloc(0) },
    'https://loja.example/': { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(page) },
  }
  const direct = (await fetchPreview(`http://${listed}/a`)).title
  const redirected = (await fetchPreview('https://loja.example/leva')).title
  expect(await fetchPreview('https://loja.example/')).toMatchObject({ title: 'Loja', picture: null })
  expect({ direct, redirected, called: seen }).toEqual(expected)
})
