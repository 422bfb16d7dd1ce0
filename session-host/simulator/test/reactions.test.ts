import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { eventually, TestClient } from './test-client.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const BIA = '5511977776666'

let simulator: Simulator
let client: TestClient
/** Ids of a message of the business on Ana's phone, and of one of hers at the business. */
let received: string
let written: string

const ana = () => simulator.phone(ANA)
/** Returns the reactions to a message, as a phone shows them. */
const shown = (number: string, id: string) =>
  (simulator.network.store.findMessage(number, id)?.entry.reactions ?? [])
    .filter(one => one.emoji)
    .map(one => `${one.from} ${one.emoji}`)
const reacted = (text: string, id: string) =>
  client.message(({ message }) => message?.reactionMessage?.key?.id === id && message.reactionMessage.text === text)
const becomes = (number: string, id: string, expected: string[]) =>
  eventually(() => shown(number, id).join() === expected.join(), `${expected.join()} at ${number}`)

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.addPhone({ number: ANA, name: 'Ana' })
  simulator.addPhone({ number: BIA, name: 'Bia', addressing: 'lid' })
  client = await new TestClient(simulator).link(SHOP, 'Loja')
})

beforeEach(async () => {
  received = (await client.sock.sendMessage(ana().pn, { text: 'gostou?' }))!.key.id!
  await ana().waitFor(row => row.id === received)
  written = await ana().sendText(SHOP, 'muito')
  await client.message(one => one.key.id === written)
})

afterEach(() => expect(simulator.network.errors).toEqual([]))

afterAll(async () => {
  client.end()
  await simulator.close()
})

describe('a phone', () => {
  it('reacts, reacts otherwise, and takes it back', async () => {
    await ana().react(received, '👍')
    const thumb = await reacted('👍', received)
    expect(thumb.message!.reactionMessage!.key).toMatchObject({ fromMe: true, id: received, remoteJid: ana().pn })
    expect(shown(ANA, received)).toEqual([`${ANA} 👍`])
    expect(shown(SHOP, received)).toEqual([`${ANA} 👍`])
    await ana().react(received, '❤️')
    await reacted('❤️', received)
    expect(shown(ANA, received)).toEqual([`${ANA} ❤️`])
    await ana().react(received, '')
    await reacted('', received)
    expect(shown(ANA, received)).toEqual([])
    expect(shown(SHOP, received)).toEqual([])
  })

  it('reacts to its own message', async () => {
    await ana().react(written, '😂')
    expect((await reacted('😂', written)).message!.reactionMessage!.key).toMatchObject({ fromMe: false, id: written })
    expect(shown(ANA, written)).toEqual([`${ANA} 😂`])
  })

  it('does not react to what is not there, is deleted, or is a reaction', async () => {
    await expect(ana().react('A'.repeat(32), '👍')).rejects.toThrow('ERR_SIM_NO_MESSAGE')
    const reaction = await ana().react(received, '👍')
    await expect(ana().react(reaction, '👍')).rejects.toThrow('ERR_SIM_NO_MESSAGE')
    await ana().react(written, '👍')
    await ana().remove(written)
    expect(shown(ANA, written)).toEqual([])
    await expect(ana().react(written, '👍')).rejects.toThrow('ERR_SIM_NO_MESSAGE')
  })
})

describe('the business', () => {
  const react = (text: string) =>
    client.sock.sendMessage(ana().pn, { react: { text, key: { remoteJid: ana().pn, fromMe: false, id: written } } })

  it('reacts, reacts otherwise, and takes it back', async () => {
    await react('👍')
    await becomes(ANA, written, [`${SHOP} 👍`])
    await becomes(SHOP, written, [`${SHOP} 👍`])
    await react('🙏')
    await becomes(ANA, written, [`${SHOP} 🙏`])
    await react('')
    await becomes(ANA, written, [])
  })

  it('has its reaction beside the one of the phone', async () => {
    await ana().react(written, '😮')
    await react('👍')
    await becomes(ANA, written, [`${ANA} 😮`, `${SHOP} 👍`])
    await ana().react(written, '')
    expect(shown(ANA, written)).toEqual([`${SHOP} 👍`])
  })
})

it('a reaction that is older than the one shown changes nothing, also when that one was taken back', async () => {
  const late = (text: string, senderTimestampMs: number) =>
    ana().sendAsItIs(SHOP, {
      reactionMessage: { key: { remoteJid: ana().pn, fromMe: true, id: received }, text, senderTimestampMs },
    })
  const then = Date.now() - 60_000
  await ana().react(received, '👍')
  await late('😢', then)
  expect(shown(ANA, received)).toEqual([`${ANA} 👍`])
  await ana().react(received, '')
  await late('😢', then)
  expect(shown(SHOP, received)).toEqual([])
})

it('a reaction reaches a message of its own chat only', async () => {
  const elsewhere = await simulator.phone(BIA).sendText(SHOP, 'só eu e a loja')
  await ana().sendAsItIs(SHOP, { reactionMessage: { key: { fromMe: true, id: elsewhere }, text: '😈' } })
  expect(shown(SHOP, elsewhere)).toEqual([])
})

it('members of a group react beside each other', async () => {
  const group = simulator.createGroup({ subject: 'Clientes', owner: ANA, members: [BIA, SHOP] })
  const id = await ana().sendText(group, 'reajam')
  const message = await client.text('reajam')
  await simulator.phone(BIA).react(id, '❤️')
  const heart = await reacted('❤️', id)
  expect(heart.key).toMatchObject({ remoteJid: group, participant: simulator.phone(BIA).lid })
  expect(heart.message!.reactionMessage!.key).toMatchObject({ remoteJid: group, participant: ana().lid })
  await client.sock.sendMessage(group, { react: { text: '👍', key: message.key } })
  for (const number of [ANA, BIA, SHOP]) await becomes(number, id, [`${BIA} ❤️`, `${SHOP} 👍`])
})

describe('over the API', () => {
  const put = async (id: string, body: unknown) => {
    const response = await fetch(`${simulator.apiUrl}/sim/phones/${ANA}/messages/${id}/reaction`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const entry = async (id: string) =>
    (await (await fetch(`${simulator.apiUrl}/sim/phones/${ANA}/messages/${id}`)).json()) as { reactions?: unknown }

  it('a reaction is sent, changed, taken back, and read with its message', async () => {
    expect(await entry(received)).not.toHaveProperty('reactions')
    const sent = await put(received, { emoji: '👍' })
    expect(sent.status).toBe(200)
    expect((await reacted('👍', received)).key.id).toBe(sent.body.id)
    expect((await entry(received)).reactions).toEqual([{ from: ANA, emoji: '👍' }])
    await put(received, { emoji: '🙏' })
    expect((await entry(received)).reactions).toEqual([{ from: ANA, emoji: '🙏' }])
    await put(received, { emoji: '' })
    await reacted('', received)
    expect((await entry(received)).reactions).toEqual([])
  })

  it('refuses a message that is not there, and no emoji', async () => {
    expect(await put('NONE', { emoji: '👍' })).toEqual({ status: 404, body: { error: 'ERR_SIM_NO_MESSAGE' } })
    expect(await put(received, {})).toEqual({ status: 400, body: { error: 'ERR_SIM_INVALID' } })
  })
})
