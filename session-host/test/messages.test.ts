import { randomBytes } from 'node:crypto'
import type { OutboundContent, Quotation, StoredMedia } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../simulator/types.ts'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
/** Her chats are addressed by LID. */
const BIA = '5511977776666'
const VCARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Zé\nTEL;waid=5511966665555:+55 11 96666-5555\nEND:VCARD'

let world: World
let ids: { companyId: string; connectionId: string }

const phone = (number: string) => world.simulator.phone(number)
const message = (id: string) => world.expectEvent('message', event => event.whatsappMessageId === id)
const ack = (id: string, level: number) =>
  world.expectEvent('ack', event => event.whatsappMessageId === id && event.ack === level)

async function send(
  content: OutboundContent,
  to: { number?: string; lid?: string; groupId?: string } = { number: ANA },
  quoted?: Quotation,
): Promise<string> {
  const whatsappMessageId = newWhatsappId()
  const command = { ...ids, type: 'send' as const, to, whatsappMessageId, content, queuedAt: Date.now() }
  await world.command(quoted ? { ...command, quoted } : command)
  return whatsappMessageId
}

async function shown(number: string, id: string): Promise<HistoryEntry> {
  const find = () => world.simulator.network.store.messages(number, { limit: 1000 }).find(row => row.id === id)
  await until(find)
  return find()!.entry
}

beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
  world.simulator.addPhone({ number: BIA, name: 'Bia', addressing: 'lid' })
  await world.host({}, { timeouts: { closedMs: 1500 } })
  ids = await world.pair(SHOP)
})
afterEach(() => world.simulator.clearFaults())
afterAll(async () => {
  expect(world.simulator.network.errors).toEqual([])
  await world.close()
})

describe('in', () => {
  it('a text of a LID chat has both names of the person', async () => {
    const id = await phone(BIA).sendText(SHOP, 'oi')
    expect(await message(id)).toMatchObject({ chat: { number: BIA, lid: phone(BIA).lid.split('@')[0] }, body: 'oi' })
  })

  it('a reply names what it quotes', async () => {
    const first = await phone(ANA).sendText(SHOP, 'tem bolo?')
    const second = await phone(ANA).sendText(SHOP, 'de milho', first)
    expect(await message(second)).toMatchObject({ kind: 'text', body: 'de milho', quotedWhatsappId: first })
  })

  it.each([
    ['image', { kind: 'image', mimetype: 'image/jpeg' }],
    ['video', { kind: 'video', mimetype: 'video/mp4' }],
    ['audio', { kind: 'audio', mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 1 }],
    ['document', { kind: 'application', mimetype: 'application/octet-stream', fileName: 'boleto.pdf' }],
    ['sticker', { kind: 'sticker', mimetype: 'image/webp' }],
  ] as const)('%s: the bytes are in the bucket before it is published', async (type, media) => {
    const bytes = randomBytes(200_000)
    const withCaption = type === 'image' || type === 'document'
    const id = await phone(ANA).send(SHOP, {
      type,
      media: bytes,
      ...(type === 'document' ? { fileName: 'boleto.pdf' } : {}),
      ...(withCaption ? { text: 'segue' } : {}),
    })
    const event = await message(id)
    expect(event).toMatchObject({ kind: 'media', body: withCaption ? 'segue' : '', media: { ...media, size: 200_000 } })
    expect(event.media!.key).toMatch(new RegExp(`^${ids.companyId}/media/[0-9a-f]{32}\\.[a-z0-9]+$`))
    expect(await world.object(event.media!.key!)).toEqual(bytes)
  })

  it('a medium that is gone is published with what a later try needs, and that try succeeds', async () => {
    const bytes = randomBytes(1000)
    const { store } = world.simulator.network
    const getMedia = store.getMedia.bind(store)
    store.getMedia = () => undefined
    const id = await phone(ANA).send(SHOP, { type: 'image', media: bytes, text: 'foto' })
    const event = await message(id)
    store.getMedia = getMedia
    expect(event.media).toMatchObject({ kind: 'image', error: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    expect(event.media).not.toHaveProperty('key')
    await world.command({ ...ids, type: 'fetchMedia', whatsappMessageId: id, source: event.media!.source! })
    const late = await world.expectEvent('media', media => media.whatsappMessageId === id)
    expect(late.media).not.toHaveProperty('error')
    expect(await world.object(late.media.key!)).toEqual(bytes)
  })

  it('a large document goes up in parts and comes whole', async () => {
    const bytes = randomBytes(12_000_000)
    const id = await phone(ANA).send(SHOP, { type: 'document', media: bytes, fileName: 'plantas.zip' })
    const { media } = await message(id)
    expect(media).toMatchObject({ fileName: 'plantas.zip', size: 12_000_000 })
    expect((await world.object(media!.key!)).equals(bytes)).toBe(true)
  })

  it('a place and a card', async () => {
    const place = await phone(ANA).send(SHOP, { type: 'location', latitude: -23.5, longitude: -46.6, text: 'Loja' })
    expect(await message(place)).toMatchObject({
      kind: 'location',
      location: { latitude: -23.5, longitude: -46.6, name: 'Loja' },
    })
    const card = await phone(ANA).send(SHOP, { type: 'contact', vcard: VCARD })
    expect(await message(card)).toMatchObject({ kind: 'contacts', body: 'Zé', vcards: [VCARD] })
  })

  it('an edit and a deletion', async () => {
    const id = await phone(ANA).sendText(SHOP, 'olá')
    await message(id)
    await phone(ANA).edit(id, 'olá!!')
    expect(await world.expectEvent('edit', edit => edit.whatsappMessageId === id)).toMatchObject({
      body: 'olá!!',
      fromMe: false,
    })
    await phone(ANA).remove(id)
    const gone = await world.expectEvent('delete', event => event.whatsappMessageId === id)
    expect(gone.fromMe).toBe(false)
  })

  it('an edit of a medium comes after the medium', async () => {
    const id = await phone(ANA).send(SHOP, { type: 'image', media: randomBytes(2_000_000), text: 'legenda' })
    await phone(ANA).edit(id, 'nova legenda')
    const edit = await world.expectEvent('edit', event => event.whatsappMessageId === id)
    expect(edit.body).toBe('nova legenda')
    const order = world.events.filter(event => 'whatsappMessageId' in event && event.whatsappMessageId === id)
    expect(order.map(event => event.type)).toEqual(['message', 'edit'])
  })

  it('a reaction is no message', async () => {
    const id = await phone(ANA).sendText(SHOP, 'alvo')
    await message(id)
    const reaction = await phone(ANA).send(SHOP, { type: 'reaction', quotedId: id, text: '👍' })
    const after = await phone(ANA).sendText(SHOP, 'depois')
    await message(after)
    expect(world.events.some(event => event.type === 'message' && event.whatsappMessageId === reaction)).toBe(false)
  })

  it("what the owner types on the handset is ours, in the contact's chat", async () => {
    const id = await phone(SHOP).sendText(ANA, 'respondi pelo celular')
    const event = await message(id)
    expect(event).toMatchObject({ fromMe: true, chat: { number: ANA }, body: 'respondi pelo celular' })
    expect(event).not.toHaveProperty('pushName')
    await ack(id, 2)
  })

  it('typing', async () => {
    phone(ANA).setTyping(SHOP, 'composing')
    expect(await world.expectEvent('presence', event => event.presence === 'composing')).toMatchObject({
      chat: { number: ANA },
    })
  })

  it('a missed call', async () => {
    const id = phone(ANA).call(SHOP, { video: true, ringMs: 300 })
    const event = await message(id)
    expect(event).toMatchObject({ kind: 'call_log', call: { video: true, refused: false }, chat: { number: ANA } })
  })

  it('arrival times rise strictly', () => {
    const times = world.events.filter(event => event.type === 'message').map(event => event.receivedAt)
    expect(new Set(times).size).toBe(times.length)
  })

  it('a stanza that comes twice is published once; others in any order are all published', async () => {
    world.simulator.fault({ kind: 'duplicate', number: SHOP, count: 5 })
    world.simulator.fault({ kind: 'reorder', number: SHOP, count: 3 })
    const sent: string[] = []
    for (let n = 0; n < 10; n++) sent.push(await phone(ANA).sendText(SHOP, `d${n}`))
    for (const id of sent) await message(id)
    const published = world.events.filter(event => event.type === 'message' && sent.includes(event.whatsappMessageId))
    expect(published).toHaveLength(10)
  })

  it('what could not be decrypted is asked for again and published once', async () => {
    world.simulator.fault({ kind: 'undecryptable', number: SHOP, direction: 'in', count: 1 })
    const id = await phone(ANA).sendText(SHOP, 'com defeito')
    expect(await message(id)).toMatchObject({ kind: 'text', body: 'com defeito' })
  })

  it('and has the place at which it came, before what was written behind it', async () => {
    world.simulator.fault({ kind: 'undecryptable', number: SHOP, direction: 'in', count: 1 })
    // The phone does one thing after the other: both are on their way before it hears that the
    // first was damaged.
    const ids = await Promise.all(['um', 'dois'].map(text => phone(ANA).sendText(SHOP, text)))
    const [first, second] = await Promise.all(ids.map(id => message(id)))
    const published = world.events.filter(event => event.type === 'message').map(event => event.whatsappMessageId)
    expect(published.slice(-2)).toEqual(ids.toReversed())
    expect(first).toMatchObject({ body: 'um' })
    expect(first!.receivedAt).toBeLessThan(second!.receivedAt)
  })
})

describe('out', () => {
  it('a reply with its quotation, to a number and to a LID', async () => {
    const question = await phone(ANA).sendText(SHOP, 'quanto?')
    const id = await send(
      { kind: 'text', body: 'R$ 10' },
      { number: ANA },
      {
        whatsappMessageId: question,
        fromMe: false,
        body: 'quanto?',
      },
    )
    expect(await shown(ANA, id)).toMatchObject({ type: 'text', text: 'R$ 10', quotedId: question })
    const lid = phone(BIA).lid.split('@')[0]!
    const second = await send({ kind: 'text', body: 'por LID' }, { lid })
    expect(await shown(BIA, second)).toMatchObject({ text: 'por LID' })
  })

  it('a first message to a number never seen', async () => {
    world.simulator.addPhone({ number: '5511966665555', name: 'Carla' })
    const id = await send({ kind: 'text', body: 'primeiro contato' }, { number: '5511966665555' })
    expect(await shown('5511966665555', id)).toMatchObject({ text: 'primeiro contato' })
    await ack(id, 3)
  })

  it.each<[string, Partial<StoredMedia>, object]>([
    ['an image', { kind: 'image', mimetype: 'image/png' }, { type: 'image', caption: 'segue' }],
    ['a video', { kind: 'video', mimetype: 'video/mp4' }, { type: 'video', caption: 'segue' }],
    [
      'a voice note',
      { kind: 'audio', mimetype: 'audio/mpeg', ptt: true, seconds: 2 },
      { type: 'audio', ptt: true, mimetype: 'audio/mpeg' },
    ],
    [
      'a document',
      { kind: 'application', mimetype: 'application/pdf', fileName: 'boleto.pdf' },
      { type: 'document', fileName: 'boleto.pdf' },
    ],
    ['a sticker', { kind: 'sticker', mimetype: 'image/webp' }, { type: 'sticker' }],
  ])('%s', async (_, media, entry) => {
    const bytes = randomBytes(300_000)
    const key = `${ids.companyId}/media/out-${randomBytes(4).toString('hex')}`
    await world.put(key, bytes, media.mimetype!)
    const id = await send({ kind: 'media', body: 'segue', media: { ...(media as StoredMedia), key } })
    expect(await shown(ANA, id)).toMatchObject(entry)
    const row = world.simulator.network.store.messages(ANA, { limit: 1000 }).find(one => one.id === id)!
    expect(await phone(ANA).media(row)).toEqual(bytes)
  })

  it('a medium that does not exist fails for good, at once', async () => {
    const media = { kind: 'image' as const, mimetype: 'image/png', key: `${ids.companyId}/media/none` }
    const id = await send({ kind: 'media', body: '', media })
    expect(await ack(id, 0)).toMatchObject({ error: 'ERR_SENDING_WAPP_MSG' })
  })

  it('a place and cards', async () => {
    const place = await send({ kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
    expect(await shown(ANA, place)).toMatchObject({ type: 'location', latitude: -23.5, longitude: -46.6 })
    const card = await send({ kind: 'contacts', displayName: 'Zé', vcards: [VCARD] })
    expect(await shown(ANA, card)).toMatchObject({ type: 'contact', text: 'Zé', vcard: VCARD })
    const cards = await send({ kind: 'contacts', displayName: 'dois', vcards: [VCARD, VCARD] })
    expect(await shown(ANA, cards)).toMatchObject({ type: 'contact' })
  })

  it('an edit and a deletion', async () => {
    const id = await send({ kind: 'text', body: 'errado' })
    await shown(ANA, id)
    const target = { ...ids, to: { number: ANA }, whatsappMessageId: id, fromMe: true as const }
    await world.command({ ...target, type: 'edit', body: 'certo' })
    await until(async () => (await shown(ANA, id)).text === 'certo')
    await world.command({ ...target, type: 'delete' })
    await until(async () => (await shown(ANA, id)).deleted)
  })

  it.each<Pick<StoredMedia, 'kind' | 'mimetype'>>([
    { kind: 'image', mimetype: 'image/jpeg' },
    { kind: 'video', mimetype: 'video/mp4' },
    { kind: 'application', mimetype: 'application/pdf' },
  ])('an edit of the caption of a medium (%j)', async about => {
    const media = { ...about, key: `${ids.companyId}/media/out-${randomBytes(4).toString('hex')}` }
    await world.put(media.key, randomBytes(50_000), media.mimetype)
    const id = await send({ kind: 'media', body: 'R$ 10', media })
    expect(await shown(ANA, id)).toMatchObject({ caption: 'R$ 10' })
    const target = { ...ids, to: { number: ANA }, whatsappMessageId: id, fromMe: true as const }
    await world.command({ ...target, type: 'edit', body: 'R$ 12', media })
    await until(async () => (await shown(ANA, id)).caption === 'R$ 12')
  })

  it('a read mark reaches the contact', async () => {
    const id = await phone(ANA).sendText(SHOP, 'leia')
    await message(id)
    await world.command({ ...ids, type: 'read', to: { number: ANA }, whatsappMessageIds: [id] })
    await until(() => world.simulator.network.store.findMessage(ANA, id)?.ack === 4)
  })

  it('typing reaches the contact', async () => {
    await world.command({ ...ids, type: 'presence', to: { number: ANA }, presence: 'composing' })
    await until(() => phone(ANA).typing.get(SHOP) === 'composing')
  })

  it('a message WhatsApp refuses is published as failed', async () => {
    world.simulator.fault({ kind: 'reject', number: SHOP, count: 1 })
    const before = Date.now()
    const id = await send({ kind: 'text', body: 'recusada' })
    expect(await ack(id, 0)).toMatchObject({ error: 'ERR_SENDING_WAPP_MSG' })
    // A copy that had been waiting behind it is void; one that is queued afterwards is a new try of
    // the same message.
    const content = { kind: 'text' as const, body: 'recusada' }
    const command = { ...ids, type: 'send' as const, to: { number: ANA }, whatsappMessageId: id, content }
    await world.command({ ...command, queuedAt: before, again: true })
    const after = await send({ kind: 'text', body: 'depois da recusada' })
    await ack(after, 3)
    const arrived = () => world.simulator.network.store.messages(ANA, { limit: 1000 }).some(row => row.id === id)
    expect(arrived()).toBe(false)
    await world.command({ ...command, queuedAt: Date.now(), again: true })
    await ack(id, 3)
    expect(arrived()).toBe(true)
  })

  it('a contact who could not decrypt gets it again', async () => {
    world.simulator.fault({ kind: 'undecryptable', number: SHOP, direction: 'out', count: 1 })
    const id = await send({ kind: 'text', body: 'de novo' })
    expect(await shown(ANA, id)).toMatchObject({ text: 'de novo' })
  })

  it('the order of a conversation is kept', async () => {
    const sent: string[] = []
    for (let n = 0; n < 15; n++) sent.push(await send({ kind: 'text', body: `ordem ${n}` }))
    await shown(ANA, sent.at(-1)!)
    const rows = world.simulator.network.store.messages(ANA, { limit: 1000 })
    expect(rows.filter(row => sent.includes(row.id)).map(row => row.id)).toEqual(sent)
  })

  it('a command that is delivered twice is carried out once', async () => {
    const whatsappMessageId = newWhatsappId()
    const content = { kind: 'text' as const, body: 'uma vez' }
    const command = { ...ids, type: 'send' as const, to: { number: ANA }, whatsappMessageId, content, queuedAt: 1 }
    await world.command(command)
    await ack(whatsappMessageId, 3)
    await world.command(command)
    const after = await send({ kind: 'text', body: 'depois' })
    await ack(after, 3)
    expect((await shown(ANA, whatsappMessageId)).copies).toBeUndefined()
  })
})

describe('groups', () => {
  it('in and out, by LID and by number', async () => {
    for (const addressing of ['lid', 'pn'] as const) {
      const jid = world.simulator.createGroup({
        subject: `Turma ${addressing}`,
        owner: ANA,
        members: [BIA, SHOP],
        addressing,
      })
      const groupId = jid.split('@')[0]!
      const id = await phone(BIA).sendText(jid, 'oi, turma')
      expect(await message(id)).toMatchObject({
        group: { id: groupId, subject: `Turma ${addressing}` },
        sender: { number: BIA, lid: phone(BIA).lid.split('@')[0], name: 'Bia' },
        body: 'oi, turma',
        queueGroup: `${ids.connectionId}:${groupId}`,
      })
      const answer = await send(
        { kind: 'text', body: 'oi!' },
        { groupId },
        {
          whatsappMessageId: id,
          fromMe: false,
          body: 'oi, turma',
          participant: { number: BIA },
        },
      )
      for (const number of [ANA, BIA]) expect(await shown(number, answer)).toMatchObject({ text: 'oi!', quotedId: id })
      await ack(answer, 3)
      const again = await phone(ANA).sendText(jid, 'tudo bem?')
      expect(await message(again)).toMatchObject({ group: { id: groupId }, sender: { number: ANA } })
    }
  })
})

describe('requests', () => {
  const check = async (number: string) => {
    const requestId = newId()
    await world.command({ ...ids, type: 'checkNumber', requestId, number })
    return world.reply(ids.companyId, requestId)
  }

  it('a number that exists, also as people write it', async () => {
    const lid = phone(ANA).lid.split('@')[0]
    const found = { type: 'checkNumber', exists: true, number: ANA, lid }
    expect(await check(ANA)).toEqual(found)
    expect(await check('+55 (11) 98888-7777')).toEqual(found)
  })

  it('a number with the ninth digit missing is answered as WhatsApp knows it', async () => {
    expect(await check('551188887777')).toMatchObject({ exists: true, number: ANA })
  })

  it('numbers that do not exist or are none', async () => {
    expect(await check('5511900009999')).toEqual({ type: 'checkNumber', exists: false })
    expect(await check('12')).toEqual({ type: 'checkNumber', exists: false })
  })

  it('several numbers in one question, each answered by what it was asked as', async () => {
    const requestId = newId()
    const asked = ['5511900009999', '551188887777', ANA, '12', BIA]
    await world.command({ ...ids, type: 'checkNumbers', requestId, numbers: asked })
    const { results } = (await world.reply(ids.companyId, requestId)) as { results: { asked: string }[] }
    const lid = (number: string) => phone(number).lid.split('@')[0]
    expect(new Map(results.map(({ asked: number, ...said }) => [number, said]))).toEqual(
      new Map<string, object>([
        ['5511900009999', { exists: false }],
        ['551188887777', { exists: true, number: ANA, lid: lid(ANA) }],
        [ANA, { exists: true, number: ANA, lid: lid(ANA) }],
        ['12', { exists: false }],
        [BIA, { exists: true, number: BIA, lid: lid(BIA) }],
      ]),
    )
  })

  it('a profile picture, and none', async () => {
    const ask = async (number: string) => {
      const requestId = newId()
      await world.command({ ...ids, type: 'profilePicture', requestId, number })
      return world.reply(ids.companyId, requestId)
    }
    const reply = await ask(ANA)
    expect(reply).toMatchObject({ type: 'profilePicture', key: expect.stringContaining(`${ids.companyId}/media/`) })
    expect((await world.object((reply as { key: string }).key)).length).toBeGreaterThan(100)
    // The same picture again is the same object.
    expect(await ask(ANA)).toEqual(reply)
    world.simulator.addPhone({ number: '5511955554444', picture: false })
    expect(await ask('5511955554444')).toEqual({ type: 'profilePicture', key: null })
  })
})

describe('calls while the company refuses them', () => {
  it('are rejected and published as refused', async () => {
    const other = '5511900000002'
    await world.pair(other, { refuseCalls: true })
    const id = phone(ANA).call(other, { ringMs: 10_000 })
    expect(await message(id)).toMatchObject({ kind: 'call_log', call: { video: false, refused: true } })
    await until(() => /reject|recus/i.test(JSON.stringify(world.simulator.network.store.findMessage(ANA, id))))
  })
})

describe('commands that cannot be carried out', () => {
  it('a malformed one goes to the dead letters, and what is behind it is carried out', async () => {
    const { shardOf } = await import('@balcao/shared/rules/shard.ts')
    const shard = shardOf(ids.connectionId)
    const whatsappMessageId = newWhatsappId()
    const content = { kind: 'text', body: 'atrás do estrago' }
    const behind = { ...ids, type: 'send', to: { number: ANA }, whatsappMessageId, content, queuedAt: Date.now() }
    const malformed = ['{"type":"send"', '{"type":"dance"}']
    // At once: they are received together.
    await world.raw(shard, [...malformed, JSON.stringify(behind)], `${ids.connectionId}:${ANA}`)
    await ack(whatsappMessageId, 3)
    const dead: string[] = []
    await until(async () => {
      dead.push(...(await world.takeDeadLetters(shard)))
      return dead.length === malformed.length
    })
    expect(dead).toEqual(malformed)
  })

  it('a message for a connection that is closed for good fails after a while', async () => {
    const registered = await world.register()
    const whatsappMessageId = newWhatsappId()
    await world.command({
      ...registered,
      type: 'send',
      to: { number: ANA },
      whatsappMessageId,
      content: { kind: 'text', body: 'para ninguém' },
      queuedAt: Date.now(),
    })
    expect(await ack(whatsappMessageId, 0)).toMatchObject({ error: 'ERR_WAPP_NOT_INITIALIZED' })
  })

  it("another company's command is not carried out on our connection", async () => {
    const stranger = { companyId: newId(), connectionId: ids.connectionId }
    const whatsappMessageId = newWhatsappId()
    await world.command({
      ...stranger,
      type: 'send',
      to: { number: ANA },
      whatsappMessageId,
      content: { kind: 'text', body: 'intruso' },
      queuedAt: Date.now(),
    })
    const id = await send({ kind: 'text', body: 'depois do intruso' })
    await ack(id, 3)
    const rows = world.simulator.network.store.messages(ANA, { limit: 1000 })
    expect(rows.some(row => row.id === whatsappMessageId)).toBe(false)
  })
})
