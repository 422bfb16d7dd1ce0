import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { TestClient } from './test-client.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'

let simulator: Simulator
let client: TestClient

type Entry = { seq: number; id: string; text?: string; type: string; fromMe: boolean; [field: string]: unknown }

async function call<T = Record<string, unknown>>(method: string, path: string, body?: unknown) {
  const response = await fetch(`${simulator.apiUrl}/sim${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

async function entry(number: string, match: (entry: Entry) => boolean, query = ''): Promise<Entry> {
  for (let tries = 0; tries < 400; tries++) {
    const found = (await call<Entry[]>('GET', `/phones/${number}/messages${query}`)).body.find(match)
    if (found) return found
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  throw new Error('no such message')
}

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.addPhone({ number: ANA, name: 'Ana' })
  client = await new TestClient(simulator).link(SHOP, 'Loja')
})

afterAll(async () => {
  expect(simulator.network.errors).toEqual([])
  client.end()
  await simulator.close()
})

describe('phones and scanning', () => {
  it('adds a phone once', async () => {
    const first = await call('POST', '/phones', { number: '+55 (11) 96666-5555', name: 'Carla' })
    expect(first).toMatchObject({ status: 200, body: { number: '5511966665555', name: 'Carla', business: false } })
    const again = await call('POST', '/phones', { number: '5511966665555', name: 'Carla Dias' })
    expect(again.body).toMatchObject({ name: 'Carla Dias', lid: first.body.lid })
    const all = (await call<{ number: string }[]>('GET', '/phones')).body
    expect(all.filter(one => one.number === '5511966665555')).toHaveLength(1)
  })

  it.each([
    ['/phones', { name: 'sem número' }, 'ERR_SIM_BAD_NUMBER'],
    ['/phones', { number: 'abc', name: 'x' }, 'ERR_SIM_BAD_NUMBER'],
    ['/phones', { number: ANA, addressing: 'email' }, 'ERR_SIM_INVALID'],
    ['/scan', { number: SHOP }, 'ERR_SIM_BAD_QR'],
    ['/scan', { number: SHOP, qr: 'garbage' }, 'ERR_SIM_BAD_QR'],
    ['/scan', { number: SHOP, qr: 'https://wa.me/settings/linked_devices#2@x,a,b,c,1' }, 'ERR_SIM_BAD_QR'],
    ['/pair', { number: SHOP, code: 'short' }, 'ERR_SIM_BAD_CODE'],
    [`/phones/${ANA}/messages`, { to: SHOP, type: 'text' }, 'ERR_SIM_INVALID'],
    [`/phones/${ANA}/messages`, { to: SHOP, type: 'smoke', text: 'x' }, 'ERR_SIM_INVALID'],
    [`/phones/${ANA}/messages`, { to: SHOP, type: 'image', mediaBase64: '%%%' }, 'ERR_SIM_INVALID'],
    [`/phones/${ANA}/messages`, { to: SHOP, type: 'location', latitude: 91, longitude: 0 }, 'ERR_SIM_INVALID'],
    ['/faults', { kind: 'meteor' }, 'ERR_SIM_INVALID'],
    ['/groups', { subject: '', owner: ANA, members: [SHOP] }, 'ERR_SIM_INVALID'],
  ])('refuses POST %s %j with %s', async (path, body, error) => {
    expect(await call('POST', path, body)).toEqual({ status: 400, body: { error } })
  })

  it('refuses an expired QR, unknown numbers, paths and methods, and what is not JSON', async () => {
    const key = Buffer.alloc(32).toString('base64')
    const stale = await call('POST', '/scan', { number: SHOP, qr: `2@stale,${key},${key},${key},1` })
    expect(stale).toEqual({ status: 409, body: { error: 'ERR_SIM_QR_EXPIRED' } })
    const nobody = await call('POST', '/phones/5511000000000/messages', { to: ANA, type: 'text', text: 'x' })
    expect(nobody).toEqual({ status: 404, body: { error: 'ERR_SIM_NO_PHONE' } })
    expect((await call('GET', '/nothing')).body).toEqual({ error: 'ERR_SIM_NOT_FOUND' })
    expect((await call('PUT', '/phones', {})).status).toBe(405)
    expect((await call('PATCH', `/phones/${ANA}/messages/NONE`, { text: 'x' })).body.error).toBe('ERR_SIM_NO_MESSAGE')
    const plain = await fetch(`${simulator.apiUrl}/sim/phones`, { method: 'POST', body: '{}' })
    expect([plain.status, await plain.json()]).toEqual([415, { error: 'ERR_SIM_NOT_JSON' }])
    const broken = await fetch(`${simulator.apiUrl}/sim/phones`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(broken.status).toBe(400)
  })

  it('scans a waiting QR and lists the business', async () => {
    const other = new TestClient(simulator).connect()
    const { qr } = await other.state(update => update.qr)
    const waiting = await call<{ refs: string[] }[]>('GET', '/waiting')
    expect(qr).toContain(waiting.body[0]!.refs[0])
    const scanned = await call('POST', '/scan', { qr, number: '5511900000002', name: 'Filial' })
    expect(scanned).toMatchObject({ status: 200, body: { number: '5511900000002', device: 1 } })
    await other.closed()
    await other.reconnect()
    const businesses = (await call<{ number: string }[]>('GET', '/businesses')).body
    expect(businesses.find(one => one.number === '5511900000002')).toMatchObject({ name: 'Filial', online: true })
    expect((await call<unknown[]>('GET', '/waiting')).body).toEqual([])
    other.end()
  })
})

describe('messages', () => {
  it('go both ways, in order, with rising seq', async () => {
    const { body } = await call('POST', `/phones/${ANA}/messages`, { to: SHOP, type: 'text', text: 'bom dia' })
    await client.text('bom dia')
    await client.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: 'bom dia, Ana' })
    const answer = await entry(ANA, one => one.text === 'bom dia, Ana')
    const all = (await call<Entry[]>('GET', `/phones/${ANA}/messages?chat=${SHOP}`)).body
    const asked = all.find(one => one.id === body.id)!
    expect(all.indexOf(asked)).toBeLessThan(all.findIndex(one => one.id === answer.id))
    expect(all.map(one => one.seq)).toEqual(all.map(one => one.seq).toSorted((a, b) => a - b))
    expect(asked).toMatchObject({ from: ANA, to: SHOP, fromMe: true, type: 'text', text: 'bom dia' })
    expect(answer).toMatchObject({ from: SHOP, to: ANA, fromMe: false, ack: 3 })
    const after = (await call<Entry[]>('GET', `/phones/${ANA}/messages?after=${asked.seq}`)).body
    expect(after.map(one => one.id)).toContain(answer.id)
    expect(after.map(one => one.id)).not.toContain(asked.id)
    expect((await call('GET', `/phones/${ANA}/messages?after=x`)).status).toBe(400)
  })

  it('carry media, returned on demand only', async () => {
    const mediaBase64 = Buffer.from('OggS voz').toString('base64')
    const sent = await call('POST', `/phones/${ANA}/messages`, { to: SHOP, type: 'audio', mediaBase64 })
    await client.message(one => one.key.id === sent.body.id)
    const without = await entry(ANA, one => one.id === sent.body.id)
    expect(without).toMatchObject({ type: 'audio', ptt: true })
    expect(without).not.toHaveProperty('mediaBase64')
    const withMedia = await entry(ANA, one => one.id === sent.body.id, '?media=1')
    expect(withMedia.mediaBase64).toBe(mediaBase64)
    const file = await fetch(`${simulator.apiUrl}/sim/phones/${ANA}/messages/${sent.body.id}/media`)
    expect(Buffer.from(await file.arrayBuffer()).toString()).toBe('OggS voz')
  })

  it('are edited, deleted and read', async () => {
    const { body } = await call('POST', `/phones/${ANA}/messages`, { to: SHOP, type: 'text', text: 'um' })
    await client.text('um')
    expect((await call('PATCH', `/phones/${ANA}/messages/${body.id}`, { text: 'dois' })).status).toBe(200)
    expect(await entry(ANA, one => one.id === body.id)).toMatchObject({ text: 'dois', edited: true })
    expect((await call('DELETE', `/phones/${ANA}/messages/${body.id}`)).status).toBe(200)
    const gone = await entry(ANA, one => one.id === body.id)
    expect(gone.deleted).toBe(true)
    expect(gone).not.toHaveProperty('text')
    const answer = await client.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: 'leia' })
    await entry(ANA, one => one.id === answer!.key.id)
    expect((await call<{ read: number }>('POST', `/phones/${ANA}/read`, { from: SHOP })).body.read).toBeGreaterThan(0)
    expect((await entry(ANA, one => one.id === answer!.key.id)).ack).toBe(4)
    expect((await call('POST', `/phones/${ANA}/read`, { from: SHOP })).body).toEqual({ read: 0 })
  })

  it('that are not text or a caption cannot be edited', async () => {
    const location = { to: SHOP, type: 'location', latitude: 1, longitude: 2 }
    const { body } = await call('POST', `/phones/${ANA}/messages`, location)
    const edit = await call('PATCH', `/phones/${ANA}/messages/${body.id}`, { text: 'x' })
    expect(edit).toEqual({ status: 400, body: { error: 'ERR_SIM_NOT_EDITABLE' } })
  })

  it('typed on the business handset are from the business', async () => {
    await call('POST', `/phones/${SHOP}/messages`, { to: ANA, type: 'text', text: 'do aparelho' })
    expect((await client.text('do aparelho')).key.fromMe).toBe(true)
    expect(await entry(SHOP, one => one.text === 'do aparelho')).toMatchObject({ fromMe: true, from: SHOP, to: ANA })
  })

  it('ring as calls', async () => {
    const { status, body } = await call('POST', `/phones/${ANA}/call`, { to: SHOP, ringMs: 20 })
    expect(status).toBe(201)
    await client.until('call', calls => calls.find(one => one.id === body.id))
    await entry(ANA, one => one.id === body.id && one.caption === 'missed')
  })
})

describe('the rest', () => {
  it('serves the page and its parts, and no other file', async () => {
    for (const path of ['/', '/page.js', '/hostile.js', '/page.css']) {
      expect((await fetch(simulator.apiUrl + path)).status).toBe(200)
    }
    expect((await fetch(`${simulator.apiUrl}/../server.ts`)).status).toBe(404)
  })

  it('serves whatever a file of the page asks for, as what it is', async () => {
    const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' }
    const asked = new Set(['/'])
    for (const path of asked) {
      const response = await fetch(simulator.apiUrl + path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toBe(`${types[path.split('.')[1]!] ?? 'text/html'}; charset=utf-8`)
      const text = await response.text()
      for (const [, file] of text.matchAll(/(?:src="|href="|from '\.|import '\.)(\/[\w-]+\.\w+)["']/g)) asked.add(file!)
    }
    expect([...asked]).toEqual(expect.arrayContaining(['/page.js', '/phones.js', '/react-menu.js', '/dialogs.css']))
  })

  it('tells listeners of changes', async () => {
    const response = await fetch(`${simulator.apiUrl}/sim/events`)
    const reader = response.body!.getReader()
    await reader.read()
    await call('POST', `/phones/${ANA}/messages`, { to: SHOP, type: 'text', text: 'mudou' })
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toMatch(/^data: \{"number":"\d+"\}/)
    await reader.cancel()
  })

  it('manages faults', async () => {
    const fault = { kind: 'reject', number: SHOP, count: 1 }
    expect(await call('POST', '/faults', fault)).toMatchObject({ status: 201, body: fault })
    expect((await call<unknown[]>('GET', '/faults')).body).toHaveLength(1)
    await call('DELETE', '/faults')
    expect((await call<unknown[]>('GET', '/faults')).body).toEqual([])
  })
})
