import { randomBytes } from 'node:crypto'
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { EVENT_LIMITS, jsonBytes } from '@balcao/shared/events/fit-inbound.ts'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import { keys } from '@balcao/shared/table.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Host } from '../src/host.ts'
import { createWorld, until, type World } from './harness.ts'

const SHOP = '5511900000001'
const NEIGHBOUR = '5511900000002'
const HOSTILE = '5511988887777'
/**
 * Enough customers that any sharing of lanes by chat would put some of them behind a stuck event.
 */
const CUSTOMERS = Array.from({ length: 16 }, (_, at) => `55119777${String(at).padStart(5, '0')}`)

let world: World
let host: Host
let ids: { companyId: string; connectionId: string }
let neighbour: { companyId: string; connectionId: string }

const phone = (number: string) => world.simulator.phone(number)
const message = (id: string) => world.expectEvent('message', event => event.whatsappMessageId === id, 60_000)
const delivered = (id: string) => until(() => world.simulator.network.store.findMessage(HOSTILE, id)?.ack === 3, 60_000)
const card = (name: string, extra = '') =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\n${extra}TEL;waid=5511966665555:+55 11 96666-5555\nEND:VCARD`

beforeAll(async () => {
  world = await createWorld()
  for (const number of [HOSTILE, ...CUSTOMERS]) world.simulator.addPhone({ number, name: 'Ana' })
  host = await world.host()
  ids = await world.pair(SHOP)
  neighbour = await world.pair(NEIGHBOUR)
})
afterAll(async () => {
  expect(world.simulator.network.errors).toEqual([])
  await world.close()
})

/** Expects that messages of the neighbour's customers arrive and no connection falls. */
async function neighbourIsServed(): Promise<void> {
  const sent = await Promise.all(CUSTOMERS.map(number => phone(number).sendText(NEIGHBOUR, 'bom dia')))
  for (const id of sent) {
    expect(await message(id)).toMatchObject({ ...neighbour, body: 'bom dia' })
  }
  expect(host.states()).toEqual({ CONNECTED: 2 })
}

describe('what a phone sends', () => {
  it('a text of 2 MB arrives cut, its receipt leaves, and the neighbour waits for nothing', async () => {
    const [id] = await Promise.all([phone(HOSTILE).sendText(SHOP, '🙂'.repeat(500_000)), neighbourIsServed()])
    const event = await message(id)
    expect(event.body.endsWith(`🙂${CUT_MARK}`)).toBe(true)
    expect(event.body.length).toBeLessThanOrEqual(EVENT_LIMITS.body)
    expect(event.body.isWellFormed()).toBe(true)
    await delivered(id)
    const after = await phone(HOSTILE).sendText(SHOP, 'e agora?')
    expect(await message(after)).toMatchObject({ body: 'e agora?' })
  })

  it('an emoji on the border is not cut in two', async () => {
    const id = await phone(HOSTILE).sendText(
      SHOP,
      `${'a'.repeat(EVENT_LIMITS.body - CUT_MARK.length - 1)}${'🙂'.repeat(9)}`,
    )
    const { body } = await message(id)
    expect(body).toBe(`${'a'.repeat(EVENT_LIMITS.body - CUT_MARK.length - 1)}${CUT_MARK}`)
  })

  it('the longest text WhatsApp knows arrives whole', async () => {
    const text = '漢'.repeat(65_536)
    expect((await message(await phone(HOSTILE).sendText(SHOP, text))).body).toBe(text)
  })

  it('half a surrogate pair and NUL are made well-formed', async () => {
    const id = await phone(HOSTILE).sendText(SHOP, 'a\ud83d b\0c')
    const { body } = await message(id)
    expect(body).toMatch(/^a\ufffd+ b\ufffdc$/)
    await delivered(id)
  })

  it('a contact card of 3 MB arrives without its picture', async () => {
    const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(3_000_000)}\n`
    const [id] = await Promise.all([
      phone(HOSTILE).send(SHOP, { type: 'contact', vcard: card('Zé', photo) }),
      neighbourIsServed(),
    ])
    expect(await message(id)).toMatchObject({ kind: 'contacts', body: 'Zé', vcards: [card('Zé')] })
    await delivered(id)
  })

  it('one that is 3 MB without a picture is published by its name', async () => {
    const vcard = card('Zé', `NOTE:${'x'.repeat(3_000_000)}\n`)
    const id = await phone(HOSTILE).send(SHOP, { type: 'contact', vcard })
    expect(await message(id)).toMatchObject({ kind: 'unsupported', body: `Zé ${CUT_MARK}` })
  })

  it('of ten thousand contact cards come as many as there is room for', async () => {
    const contacts = Array.from({ length: 10_000 }, (_, at) => ({ displayName: `C${at}`, vcard: card(`C${at}`) }))
    const id = await phone(HOSTILE).sendAsItIs(SHOP, { contactsArrayMessage: { displayName: 'muitos', contacts } })
    const event = await message(id)
    expect(event.vcards!.length).toBeGreaterThan(100)
    expect(event.body.endsWith(CUT_MARK)).toBe(true)
    expect(jsonBytes(event)).toBeLessThan(EVENT_LIMITS.event)
  })

  it('every text of a place, a quotation and a name is bounded', async () => {
    const long = 'é'.repeat(400_000)
    const id = await phone(HOSTILE).sendAsItIs(SHOP, {
      locationMessage: {
        degreesLatitude: Number.NaN,
        degreesLongitude: 12,
        name: long,
        address: long,
        comment: long,
        contextInfo: { stanzaId: long, quotedMessage: { conversation: long } },
      },
    })
    const event = await message(id)
    expect(event).toMatchObject({ kind: 'location', location: { latitude: 0, longitude: 12 } })
    expect(jsonBytes(event)).toBeLessThan(EVENT_LIMITS.event)
    expect(event.quotedWhatsappId!.length).toBe(EVENT_LIMITS.id)
  })

  it('an edit of 2 MB arrives cut', async () => {
    const id = await phone(HOSTILE).sendText(SHOP, 'curta')
    await message(id)
    await phone(HOSTILE).edit(id, 'longa '.repeat(350_000))
    const { body } = await world.expectEvent('edit', event => event.whatsappMessageId === id, 60_000)
    expect(body.endsWith(CUT_MARK)).toBe(true)
  })

  it('a medium with a caption of megabytes is fetched and published', async () => {
    const bytes = randomBytes(1000)
    const id = await phone(HOSTILE).send(SHOP, {
      type: 'image',
      media: bytes,
      text: randomBytes(1_500_000).toString('hex'),
    })
    const event = await message(id)
    expect(event.body.endsWith(CUT_MARK)).toBe(true)
    expect(await world.object(event.media!.key!)).toEqual(bytes)
    await delivered(id)
  })
})

it('a recovery finishes entries of any size and sets aside what cannot be read', async () => {
  const bytes = randomBytes(50_000)
  const { store } = world.simulator.network
  const getMedia = store.getMedia.bind(store)
  store.getMedia = () => undefined
  const caption = randomBytes(1_000_000).toString('hex')
  const large = await phone(HOSTILE).send(SHOP, { type: 'image', media: bytes, text: caption })
  const small = await phone(HOSTILE).send(SHOP, { type: 'image', media: bytes, text: 'foto' })
  // Both are safe in the journal.
  await delivered(large)
  await delivered(small)
  const { pk, skPrefix } = keys.auth(ids.companyId, ids.connectionId)
  const rows = async () => {
    const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
    const names: string[] = []
    let from: Record<string, unknown> | undefined
    do {
      const page = await world.clients.table.send(
        new QueryCommand({ TableName: world.names.table, ...query, ExclusiveStartKey: from }),
      )
      for (const item of page.Items ?? []) names.push(String(item.sk).slice(skPrefix.length))
      from = page.LastEvaluatedKey
    } while (from)
    return names.filter(name => /^(journal|part|aside)#/.test(name)).sort()
  }
  expect((await rows()).filter(name => name.startsWith('part#')).length).toBeGreaterThan(1)
  const ending = host.close()
  store.getMedia = getMedia
  await ending
  for (const [name, value] of [
    ['journal#message#AAAA', randomBytes(100)],
    ['part#journal#message#AAAB#1-x-0#0', randomBytes(100)],
  ] as const)
    await world.clients.table.send(
      new PutCommand({ TableName: world.names.table, Item: { pk, sk: skPrefix + name, fence: 1, value } }),
    )
  host = await world.host()
  expect(await message(small)).toMatchObject({ kind: 'media', body: 'foto' })
  const event = await message(large)
  expect(event.body.endsWith(CUT_MARK)).toBe(true)
  expect(await world.object(event.media!.key!)).toEqual(bytes)
  await until(async () => (await rows()).join() === 'aside#message#AAAA', 60_000)
  expect(await message(await phone(HOSTILE).sendText(SHOP, 'depois'))).toMatchObject({ body: 'depois' })
})
