import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { TestClient } from './test-client.ts'
import { trustCa } from './trust-ca.ts'

const SHOP = '5511900000001'
const BRANCH = '5511900000002'
const ANA = '5511988887777'
const FILE = randomBytes(4096)

let simulator: Simulator
let client: TestClient

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${simulator.apiUrl}/sim${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function post(draft: Record<string, unknown>, to = SHOP): Promise<string> {
  const { status, body } = await call('POST', `/phones/${ANA}/messages`, { to, ...draft })
  expect(status).toBe(201)
  return body.id as string
}

const image = (hostile?: Record<string, unknown>, to?: string) =>
  post({ type: 'image', mediaBase64: FILE.toString('base64'), ...(hostile && { hostile }) }, to)

/** Returns the true address of a medium that ANA sent. */
async function addressOf(id: string): Promise<string> {
  const row = simulator.network.store.findMessage(ANA, id)!
  return simulator.network.mediaOrigin + row.entry.media!.path
}

beforeAll(async () => {
  simulator = await startSimulator()
  trustCa(simulator.caPem)
  simulator.addPhone({ number: ANA, name: 'Ana' })
  simulator.addPhone({ number: BRANCH, name: 'Filial' })
  client = await new TestClient(simulator).link(SHOP, 'Loja')
})

afterEach(() => simulator.clearFaults())

afterAll(async () => {
  expect(simulator.network.errors).toEqual([])
  client.end()
  await simulator.close()
})

it('a phone says of its medium what it likes', async () => {
  const hostile = {
    url: 'http://127.0.0.1:1/secret',
    directPath: '//evil.example/..\\x\u0000',
    mediaKey: randomBytes(7).toString('base64'),
    fileLength: 2 ** 40,
    fileEncSha256: randomBytes(32).toString('base64'),
    mimetype: 'image/x+xml\r\nx: y',
  }
  const id = await image(hostile)
  const received = (await client.message(one => one.key.id === id)).message!.imageMessage!
  expect(received).toMatchObject({ url: hostile.url, directPath: hostile.directPath, mimetype: hostile.mimetype })
  expect(Buffer.from(received.mediaKey!).toString('base64')).toBe(hostile.mediaKey)
  expect(Buffer.from(received.fileEncSha256!).toString('base64')).toBe(hostile.fileEncSha256)
  expect(Number(received.fileLength)).toBe(hostile.fileLength)
  expect((await call('GET', `/phones/${ANA}/messages/${id}/media`)).status).toBe(404)
})

it('a phone leaves out what is null, and a wrong key opens nothing', async () => {
  const bare = await image({ url: null, directPath: null, mediaKey: null, fileLength: null, fileEncSha256: null })
  const received = (await client.message(one => one.key.id === bare)).message!.imageMessage!
  for (const field of ['url', 'directPath', 'mediaKey', 'fileLength', 'fileEncSha256'] as const) {
    expect(Object.hasOwn(received, field), field).toBe(false)
  }
  const locked = await image({ mediaKey: randomBytes(32).toString('base64') })
  expect((await call('GET', `/phones/${ANA}/messages/${locked}/media`)).status).toBe(404)
})

it('refuses a word about a medium that it does not know, and a redirect without an aim', async () => {
  const draft = { to: SHOP, type: 'image', mediaBase64: '', hostile: { sha: 'x' } }
  expect((await call('POST', `/phones/${ANA}/messages`, draft)).status).toBe(400)
  expect((await call('POST', '/faults', { kind: 'media-redirect' })).status).toBe(400)
  expect((await call('POST', '/faults', { kind: 'media-redirect', to: 'x\r\ny: z' })).status).toBe(400)
})

it('texts and names have any size and content', async () => {
  const long = `${'é'.repeat(2_000_000)} fim`
  const id = await post({ type: 'text', text: long })
  expect((await client.message(one => one.key.id === id)).message?.conversation).toBe(long)
  const odd = '\u202e\u0000\ud800 x'
  const second = await post({ type: 'text', text: odd })
  // The clients' codec lets half a character through, in short texts.
  expect((await client.message(one => one.key.id === second)).message?.conversation).toBe(odd)
  expect(JSON.stringify((await call('GET', `/phones/${ANA}/messages/${second}`)).body.text)).toBe(JSON.stringify(odd))
  const name = '\ud800'.repeat(50_000)
  await call('PATCH', `/phones/${ANA}`, { name })
  const third = await post({ type: 'document', mediaBase64: 'AAAA', fileName: 'x\ud800'.repeat(10_000), text: 'y' })
  expect((await client.message(one => one.key.id === third)).pushName?.length).toBeGreaterThanOrEqual(50_000)
  const file = await fetch(`${simulator.apiUrl}/sim/phones/${ANA}/messages/${third}/media`)
  expect(file.status).toBe(200)
  await call('PATCH', `/phones/${ANA}`, { name: 'Ana' })
})

it('a phone speaks of messages that nobody has', async () => {
  const nowhere = 'A'.repeat(32)
  expect((await call('PATCH', `/phones/${ANA}/messages/${nowhere}`, { text: 'outro', to: SHOP })).status).toBe(200)
  const edited = await client.until('messages.update', updates =>
    updates.find(({ key, update }) => key.id === nowhere && update.message),
  )
  expect(edited.update.message?.editedMessage?.message?.conversation).toBe('outro')
  const gone = 'B'.repeat(32)
  expect((await call('DELETE', `/phones/${ANA}/messages/${gone}`, { to: SHOP })).status).toBe(200)
  await client.until('messages.update', updates =>
    updates.find(({ key, update }) => key.id === gone && update.message === null),
  )
  const reply = await post({ type: 'text', text: 'a isso?', quotedId: nowhere, unseen: true })
  const quoting = await client.message(one => one.key.id === reply)
  expect(quoting.message?.extendedTextMessage?.contextInfo?.stanzaId).toBe(nowhere)
  const reaction = await post({ type: 'reaction', text: '👍', quotedId: nowhere, unseen: true })
  const heart = await client.message(one => one.key.id === reaction)
  expect(heart.message?.reactionMessage?.key?.id).toBe(nowhere)
  // Without the word it must be there.
  expect((await call('PATCH', `/phones/${ANA}/messages/${nowhere}`, { text: 'outro' })).status).toBe(404)
})

it('many cards in one message', async () => {
  const card = (name: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD`
  const more = Array.from({ length: 300 }, (_, i) => card(`Contato ${i}`))
  const id = await post({ type: 'contact', vcard: card('Zé'), more, text: 'todos' })
  const received = (await client.message(one => one.key.id === id)).message!.contactsArrayMessage!
  expect(received.displayName).toBe('todos')
  expect(received.contacts).toHaveLength(301)
  expect(received.contacts!.at(-1)).toEqual({ displayName: 'Contato 299', vcard: more.at(-1) })
})

it('refuses what no frame can carry', async () => {
  const quotedId = await post({ type: 'text', text: '€'.repeat(2_600_000) })
  await client.message(one => one.key.id === quotedId)
  const answer = { to: SHOP, type: 'text', text: '€'.repeat(2_600_000), quotedId }
  expect(await call('POST', `/phones/${ANA}/messages`, answer)).toEqual({
    status: 413,
    body: { error: 'ERR_SIM_TOO_LARGE' },
  })
})

it('a download breaks off, as often as was asked for', async () => {
  const address = await addressOf(await image())
  await call('POST', '/faults', { kind: 'media-reset', number: SHOP, count: 1 })
  const response = await fetch(address)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(4096)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  expect((await (await fetch(address)).arrayBuffer()).byteLength).toBeGreaterThan(4096)
})

it('a download drips', async () => {
  const address = await addressOf(await image())
  await call('POST', '/faults', { kind: 'media-drip', ms: 1 })
  const reader = (await fetch(address)).body!.getReader()
  const { value } = await reader.read()
  expect(value!.length).toBeLessThan(1024)
  let size = value!.length
  for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length
  expect(size).toBeGreaterThan(4096)
})

it('a download leads elsewhere', async () => {
  const address = await addressOf(await image())
  await call('POST', '/faults', { kind: 'media-redirect', to: 'http://127.0.0.1:1/secret', count: 1 })
  const response = await fetch(address, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/secret'])
})

it('a download never ends', async () => {
  const address = await addressOf(await image())
  await call('POST', '/faults', { kind: 'media-endless' })
  const ending = new AbortController()
  let size = 0
  for await (const part of (await fetch(address, { signal: ending.signal })).body!) {
    size += part.length
    if (size > 5_000_000) break
  }
  ending.abort()
  expect(size).toBeGreaterThan(5_000_000)
})

it('strikes the downloads of one number only', async () => {
  const own = await addressOf(await image())
  const other = await addressOf(await image(undefined, BRANCH))
  await call('POST', '/faults', { kind: 'media-redirect', to: '/x', number: BRANCH })
  expect((await fetch(own, { redirect: 'manual' })).status).toBe(200)
  expect((await fetch(other, { redirect: 'manual' })).status).toBe(302)
})
