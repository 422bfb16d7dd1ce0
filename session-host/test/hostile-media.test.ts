import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Hostile } from '../simulator/compose-message.ts'
import type { FaultRequest } from '../simulator/faults.ts'
import { createWorld, type World } from './harness.ts'

const SHOP = '5511900000001'
const NEIGHBOUR = '5511900000002'
const EVE = '5511988887777'
const ANA = '5511977776666'
const FILE = randomBytes(200_000)
const TOLD = { error: 'ERR_WAPP_DOWNLOAD_MEDIA', source: expect.any(String) }

let world: World
let shop: { companyId: string; connectionId: string }
/** Server that nobody but this process may reach: it counts requests. */
let forbidden: Server
let forbiddenUrl: string
let visits: string[] = []

const message = (id: string, ms?: number) => world.expectEvent('message', event => event.whatsappMessageId === id, ms)
const image = (hostile?: Hostile, from = EVE, to = SHOP, media = FILE) =>
  world.simulator.phone(from).send(to, { type: 'image', media, ...(hostile && { hostile }) })
const strike = (fault: FaultRequest) => world.simulator.fault({ number: SHOP, ...fault })

/** The neighbour's medium arrives with its bytes. */
async function neighbourIsServed(): Promise<void> {
  const media = randomBytes(50_000)
  const event = await message(await image(undefined, ANA, NEIGHBOUR, media))
  expect(event.media).not.toHaveProperty('error')
  expect(await world.object(event.media!.key!)).toEqual(media)
}

beforeAll(async () => {
  forbidden = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.end('a secret')
  })
  await new Promise<void>(resolve => forbidden.listen(0, '127.0.0.1', resolve))
  forbiddenUrl = `http://127.0.0.1:${(forbidden.address() as AddressInfo).port}`
  world = await createWorld()
  world.simulator.addPhone({ number: EVE, name: 'Eve' })
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
  await world.host({}, { timeouts: { media: { stallMs: 4000, baseMs: 60_000, reuploadMs: 20_000, retryMs: [50] } } })
  shop = await world.pair(SHOP)
  await world.pair(NEIGHBOUR)
})
beforeEach(() => {
  visits = []
})
afterEach(() => {
  world.simulator.clearFaults()
  expect(visits).toEqual([])
})
afterAll(async () => {
  expect(world.simulator.network.errors).toEqual([])
  await world.close()
  forbidden.closeAllConnections()
  forbidden.close()
})

describe('a media server that misbehaves', () => {
  it.each<FaultRequest>([
    { kind: 'media-reset' },
    { kind: 'media-drip', ms: 100 },
    { kind: 'media-endless' },
    { kind: 'media-endless', ms: 50 },
  ])('%j: the message is published without its bytes, and the neighbour is served', async fault => {
    strike(fault)
    const id = await image()
    await neighbourIsServed()
    expect((await message(id)).media).toMatchObject(TOLD)
    expect((await message(id)).media).not.toHaveProperty('key')
  })

  it('a redirect is not followed', async () => {
    strike({ kind: 'media-redirect', to: `${forbiddenUrl}/latest/meta-data` })
    expect((await message(await image())).media).toMatchObject(TOLD)
  })

  it('what broke off once is fetched again', async () => {
    strike({ kind: 'media-reset', count: 1 })
    const event = await message(await image())
    expect(await world.object(event.media!.key!)).toEqual(FILE)
  })

  it('a later try takes the same way, and succeeds when the server is well', async () => {
    strike({ kind: 'media-reset' })
    const id = await image()
    const { source } = (await message(id)).media!
    world.simulator.clearFaults()
    await world.command({ ...shop, type: 'fetchMedia', whatsappMessageId: id, source: source! })
    const late = await world.expectEvent('media', event => event.whatsappMessageId === id)
    expect(await world.object(late.media.key!)).toEqual(FILE)
  })
})

describe('a phone that lies about its medium', () => {
  it('its url is never fetched: the path at the media host is', async () => {
    const event = await message(await image({ url: `${forbiddenUrl}/secret` }))
    expect(await world.object(event.media!.key!)).toEqual(FILE)
  })

  it.each<[string, () => Hostile]>([
    ['a url alone', () => ({ url: `${forbiddenUrl}/secret`, directPath: null })],
    ['a path that names a host', () => ({ directPath: `//${new URL(forbiddenUrl).host}/secret` })],
    ['a path that is an address', () => ({ directPath: `${forbiddenUrl}/secret` })],
    ['a path that goes on as a host', () => ({ directPath: `@${new URL(forbiddenUrl).host}/secret` })],
    ['a path with a backslash', () => ({ directPath: `/\\${new URL(forbiddenUrl).host}/secret` })],
    ['a path that climbs', () => ({ directPath: '/mms/image/../../secret' })],
    ['a path with a line break', () => ({ directPath: '/mms\r\nHost: x' })],
    ['a path that is no path', () => ({ directPath: '' })],
    ['another hash', () => ({ fileEncSha256: randomBytes(32).toString('base64') })],
    ['no hash', () => ({ fileEncSha256: null })],
    ['a smaller length', () => ({ fileLength: 100 })],
    ['a larger length', () => ({ fileLength: FILE.length + 1 })],
    ['a length beyond all bounds', () => ({ fileLength: Number.MAX_SAFE_INTEGER })],
    ['another key', () => ({ mediaKey: randomBytes(32).toString('base64') })],
    ['half a key', () => ({ mediaKey: randomBytes(16).toString('base64') })],
    ['no key', () => ({ mediaKey: null })],
  ])('%s: the message is published without its bytes', async (_, hostile) => {
    expect((await message(await image(hostile()))).media).toMatchObject(TOLD)
  })

  it('a retry of such a message goes the same way', async () => {
    const id = await image({ url: `${forbiddenUrl}/secret`, directPath: `//${new URL(forbiddenUrl).host}/secret` })
    const { source } = (await message(id)).media!
    await world.command({ ...shop, type: 'fetchMedia', whatsappMessageId: id, source: source! })
    const late = await world.expectEvent('media', event => event.whatsappMessageId === id)
    expect(late.media).toMatchObject(TOLD)
  })

  it('its type is kept only if a browser shows that type and runs nothing of it', async () => {
    for (const mimetype of ['image/x+xml', 'image/svg+xml', 'IMAGE/SVG+XML', 'text/html;x=image/png', 'image/\u0000']) {
      const event = await message(await image({ mimetype }))
      expect(await world.typeOf(event.media!.key!), mimetype).toBe('application/octet-stream')
    }
    const event = await message(await image({ mimetype: 'Image/PNG; x=y' }))
    expect(await world.typeOf(event.media!.key!)).toBe('image/png')
  })
})

describe('a medium that the media host has no more', () => {
  const gone = async () => {
    const { store } = world.simulator.network
    const getMedia = store.getMedia.bind(store)
    // The first to ask is the client, the second the owner's handset.
    store.getMedia = () => {
      store.getMedia = getMedia
      return undefined
    }
    return image()
  }

  it("is fetched where the owner's handset has uploaded it again", async () => {
    const event = await message(await gone())
    expect(await world.object(event.media!.key!)).toEqual(FILE)
  })

  it('is fetched nowhere else', async () => {
    const { network } = world.simulator
    const storeMedia = network.storeMedia.bind(network)
    let uploads = 0
    network.storeMedia = (kind, blob) => {
      const stored = storeMedia(kind, blob)
      return uploads++ ? { ...stored, directPath: `//${new URL(forbiddenUrl).host}/secret` } : stored
    }
    const event = await message(await gone())
    network.storeMedia = storeMedia
    expect(uploads).toBe(2)
    expect(event.media).toMatchObject(TOLD)
  })
})

it('twelve slow downloads of one connection leave room for the others', async () => {
  strike({ kind: 'media-drip', ms: 100 })
  const slow = await Promise.all(Array.from({ length: 12 }, () => image()))
  await neighbourIsServed()
  // One after the other as they came, the neighbour's turn would be behind the first eight.
  const published = world.events.filter(event => event.type === 'message' && slow.includes(event.whatsappMessageId))
  expect(published.length).toBeLessThan(6)
  for (const id of slow) expect((await message(id, 120_000)).media).toMatchObject(TOLD)
}, 180_000)
