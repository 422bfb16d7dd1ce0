import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { eventually, TestClient } from './test-client.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const BIA = '5511977776666'

let simulator: Simulator
let client: TestClient

const ana = () => simulator.phone(ANA)
const bia = () => simulator.phone(BIA)
const received = (number: string, text: string) => simulator.phone(number).waitFor(row => row.entry.text === text)

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.addPhone({ number: ANA, name: 'Ana' })
  simulator.addPhone({ number: BIA, name: 'Bia', addressing: 'lid' })
  client = await new TestClient(simulator).link(SHOP, 'Loja')
})

afterEach(() => expect(simulator.network.errors).toEqual([]))

afterAll(async () => {
  client?.end()
  await simulator.close()
})

describe('text', () => {
  it('arrives from a phone addressed by number', async () => {
    await ana().sendText(SHOP, 'olá, tudo bem?')
    const message = await client.text('olá, tudo bem?')
    expect(message.key).toMatchObject({ remoteJid: ana().pn, remoteJidAlt: ana().lid, fromMe: false })
    expect(message.pushName).toBe('Ana')
  })

  it('arrives from a phone addressed by LID', async () => {
    await bia().sendText(SHOP, 'oi pelo LID')
    const message = await client.text('oi pelo LID')
    expect(message.key).toMatchObject({ remoteJid: bia().lid, remoteJidAlt: bia().pn })
  })

  it('reaches a phone decrypted, and the own handset as a copy', async () => {
    const sent = await client.sock.sendMessage(ana().pn, { text: 'Boa tarde!' })
    const row = await received(ANA, 'Boa tarde!')
    expect(row).toMatchObject({ id: sent!.key.id, fromMe: false, chat: SHOP })
    const copy = await received(SHOP, 'Boa tarde!')
    expect(copy).toMatchObject({ fromMe: true, chat: ANA })
  })

  it('reaches a phone by its LID', async () => {
    await client.sock.sendMessage(bia().lid, { text: 'resposta por LID' })
    await received(BIA, 'resposta por LID')
  })

  it('reaches a number that was never seen before', async () => {
    const carla = simulator.addPhone({ number: '5511966665555', name: 'Carla' })
    await client.sock.sendMessage(carla.pn, { text: 'primeiro contato' })
    await received(carla.number, 'primeiro contato')
  })

  it('crosses in both directions at once without losing a message', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => i)
    await Promise.all(
      numbers.flatMap(i => [
        ana().sendText(SHOP, `entra ${i}`),
        client.sock.sendMessage(ana().pn, { text: `sai ${i}` }),
      ]),
    )
    for (const i of numbers) {
      await client.text(`entra ${i}`)
      await received(ANA, `sai ${i}`)
    }
  })
})

describe('receipts', () => {
  it('tell the phone of delivery and reading', async () => {
    const id = await ana().sendText(SHOP, 'me leia')
    const message = await client.text('me leia')
    await eventually(() => simulator.network.store.findMessage(ANA, id)?.ack === 3, 'delivery')
    await client.sock.readMessages([message.key])
    await eventually(() => simulator.network.store.findMessage(ANA, id)?.ack === 4, 'reading')
  })

  it('tell the business of delivery and reading', async () => {
    const { id } = (await client.sock.sendMessage(ana().pn, { text: 'leia-me' }))!.key
    await client.reached(id!, proto.WebMessageInfo.Status.DELIVERY_ACK)
    expect(ana().read(SHOP)).toBeGreaterThan(0)
    await client.reached(id!, proto.WebMessageInfo.Status.READ)
    expect(ana().read(SHOP)).toBe(0)
  })

  it('wait for a phone that is switched off', async () => {
    const off = simulator.addPhone({ number: '5511955554444', online: false })
    const { id } = (await client.sock.sendMessage(off.pn, { text: 'quando voltar' }))!.key
    await eventually(() => simulator.network.store.findMessage(off.number, id!)?.ack === 2)
    off.setOnline(true)
    await client.reached(id!, proto.WebMessageInfo.Status.DELIVERY_ACK)
  })
})

describe('quotes, edits, deletions, reactions', () => {
  it('quotes both ways', async () => {
    const asked = await ana().sendText(SHOP, 'qual o preço?')
    const question = await client.text('qual o preço?')
    const answer = await client.sock.sendMessage(ana().pn, { text: 'dez reais' }, { quoted: question })
    expect((await received(ANA, 'dez reais')).entry.quotedId).toBe(asked)
    await ana().sendText(SHOP, 'caro', answer!.key.id!)
    const reply = await client.text('caro')
    expect(reply.message?.extendedTextMessage?.contextInfo).toMatchObject({
      stanzaId: answer!.key.id,
      quotedMessage: { extendedTextMessage: { text: 'dez reais' } },
    })
  })

  it('edits and deletes what the phone wrote', async () => {
    const id = await ana().sendText(SHOP, 'eror')
    await client.text('eror')
    await ana().edit(id, 'erro')
    const update = await client.until('messages.update', updates =>
      updates.find(one => one.key.id === id && one.update.message?.editedMessage),
    )
    expect(update.update.message!.editedMessage!.message!.conversation).toBe('erro')
    await ana().remove(id)
    await client.until('messages.update', updates =>
      updates.find(one => one.update.messageStubType === proto.WebMessageInfo.StubType.REVOKE && one.key.id === id),
    )
  })

  it('shows edits and deletions of the business', async () => {
    // A copy: Baileys writes the key of a later deletion into the message it returned.
    const key = { ...(await client.sock.sendMessage(ana().pn, { text: 'segunda' }))!.key }
    await received(ANA, 'segunda')
    await client.sock.sendMessage(ana().pn, { text: 'terça', edit: { ...key } })
    const edited = await received(ANA, 'terça')
    expect(edited.entry.edited).toBe(true)
    expect(edited.id).toBe(key.id)
    await client.sock.sendMessage(ana().pn, { delete: { ...key } })
    await ana().waitFor(row => row.id === key.id && row.entry.deleted)
  })

  it('reacts both ways', async () => {
    const id = await ana().sendText(SHOP, 'reaja')
    const message = await client.text('reaja')
    await client.sock.sendMessage(ana().pn, { react: { text: '👍', key: message.key } })
    const reaction = await ana().waitFor(row => row.entry.type === 'reaction')
    expect(reaction.entry).toMatchObject({ text: '👍', quotedId: id })
    const sent = await client.sock.sendMessage(ana().pn, { text: 'gostou?' })
    await received(ANA, 'gostou?')
    await ana().send(SHOP, { type: 'reaction', text: '❤️', quotedId: sent!.key.id! })
    const heart = await client.message(one => one.message?.reactionMessage?.text === '❤️')
    expect(heart.message!.reactionMessage!.key).toMatchObject({ fromMe: true, id: sent!.key.id, remoteJid: ana().pn })
    await ana().send(SHOP, { type: 'reaction', text: '😂', quotedId: id })
    const own = await client.message(one => one.message?.reactionMessage?.text === '😂')
    expect(own.message!.reactionMessage!.key).toMatchObject({ fromMe: false, id })
  })
})

describe('location and contact', () => {
  it('travel both ways', async () => {
    await client.sock.sendMessage(ana().pn, { location: { degreesLatitude: -23.5, degreesLongitude: -46.6 } })
    expect((await ana().waitFor(row => row.entry.type === 'location')).entry).toMatchObject({ latitude: -23.5 })
    const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Zé\nEND:VCARD'
    await client.sock.sendMessage(ana().pn, { contacts: { displayName: 'Zé', contacts: [{ vcard }] } })
    expect((await ana().waitFor(row => row.entry.type === 'contact')).entry.vcard).toContain('FN:Zé')
    await ana().send(SHOP, { type: 'location', latitude: 1.5, longitude: 2.5 })
    await client.message(one => one.message?.locationMessage?.degreesLatitude === 1.5)
    await ana().send(SHOP, { type: 'contact', vcard })
    await client.message(one => one.message?.contactMessage?.displayName === 'Zé')
  })
})

describe('the business handset', () => {
  it('sends to the client what its owner types', async () => {
    await simulator.phone(SHOP).sendText(ANA, 'respondi pelo celular')
    const message = await client.text('respondi pelo celular')
    expect(message.key).toMatchObject({ fromMe: true, remoteJid: ana().pn })
    expect((await received(ANA, 'respondi pelo celular')).fromMe).toBe(false)
  })

  it('does so in a LID chat', async () => {
    await simulator.phone(SHOP).sendText(BIA, 'do celular para o LID')
    const message = await client.text('do celular para o LID')
    expect(message.key).toMatchObject({ fromMe: true, remoteJid: bia().lid, remoteJidAlt: bia().pn })
  })
})

describe('calls, typing, presence', () => {
  it('rings until the time is over', async () => {
    const id = ana().call(SHOP, { video: true, ringMs: 50 })
    const offer = await client.until('call', calls => calls.find(call => call.id === id && call.status === 'offer'))
    expect(offer.isVideo).toBe(true)
    await client.until('call', calls => calls.find(call => call.id === id && call.status === 'timeout'))
    await eventually(() => simulator.network.store.findMessage(ANA, id)?.entry.caption === 'missed')
  })

  it('stops ringing when the business rejects', async () => {
    const id = ana().call(SHOP, { ringMs: 60_000 })
    const offer = await client.until('call', calls => calls.find(call => call.id === id))
    await client.sock.rejectCall(id, offer.from)
    await eventually(() => simulator.network.store.findMessage(ANA, id)?.entry.caption === 'rejected')
  })

  it('shows typing both ways and presence on demand', async () => {
    ana().setTyping(SHOP, 'composing')
    await client.until('presence.update', one => one.presences[ana().pn]?.lastKnownPresence === 'composing')
    await client.sock.sendPresenceUpdate('composing', ana().pn)
    await eventually(() => ana().typing.get(SHOP) === 'composing')
    await client.sock.presenceSubscribe(bia().lid)
    await client.until('presence.update', one => one.presences[bia().lid]?.lastKnownPresence === 'available')
    bia().setOnline(false)
    await client.until('presence.update', one => one.presences[bia().lid]?.lastKnownPresence === 'unavailable')
    bia().setOnline(true)
  })
})

describe('directory', () => {
  it('knows which numbers exist, with and without the ninth digit', async () => {
    expect(await client.sock.onWhatsApp(ANA, '5511900009999', '551188887777')).toEqual([
      { jid: ana().pn, exists: true },
      { jid: ana().pn, exists: true },
    ])
  })

  it('has profile pictures, unless the owner hides it', async () => {
    expect(await client.sock.profilePictureUrl(ana().pn)).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/avatar\//)
    simulator.addPhone({ number: BIA, picture: false })
    await expect(client.sock.profilePictureUrl(bia().lid)).rejects.toThrow(/item-not-found/)
  })

  it('left no query of the client without an answer it knows', () => {
    expect([...simulator.network.unansweredQueries]).toEqual([])
  })
})

describe('several businesses', () => {
  it('get only what is theirs, and can write to each other', async () => {
    const other = await new TestClient(simulator).link('5511900000002', 'Outra loja')
    await ana().sendText('5511900000002', 'só para a outra')
    await other.text('só para a outra')
    expect(client.received('só para a outra')).toBe(0)
    await client.sock.sendMessage('5511900000002@s.whatsapp.net', { text: 'de loja para loja' })
    const message: WAMessage = await other.text('de loja para loja')
    expect(message.key.remoteJid).toBe(`${SHOP}@s.whatsapp.net`)
    await received('5511900000002', 'de loja para loja')
    other.end()
  })
})
