import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
/** Her chats are addressed by LID. */
const BIA = '5511977776666'

let world: World
let ids: { companyId: string; connectionId: string }

const phone = (number: string) => world.simulator.phone(number)
const message = (id: string) => world.expectEvent('message', event => event.whatsappMessageId === id)
const reaction = (id: string, emoji: string) =>
  world.expectEvent('reaction', event => event.whatsappMessageId === id && event.emoji === emoji)
const find = (number: string, id: string) => world.simulator.network.store.findMessage(number, id)?.entry
const shown = (number: string, id: string) =>
  (find(number, id)?.reactions ?? []).filter(one => one.emoji).map(one => `${one.from} ${one.emoji}`)

/** A text of the business, by command. */
async function say(to: { number?: string; groupId?: string }, at: string): Promise<string> {
  const whatsappMessageId = newWhatsappId()
  const content = { kind: 'text' as const, body: 'gostou?' }
  await world.command({ ...ids, type: 'send', to, whatsappMessageId, content, queuedAt: Date.now() })
  await until(() => find(at, whatsappMessageId))
  return whatsappMessageId
}

beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
  world.simulator.addPhone({ number: BIA, name: 'Bia', addressing: 'lid' })
  await world.host()
  ids = await world.pair(SHOP)
})
afterAll(async () => {
  expect(world.simulator.network.errors).toEqual([])
  await world.close()
})

describe('in', () => {
  it('a reaction to a message of ours, another one, and that it was taken back', async () => {
    const id = await say({ number: ANA }, ANA)
    await phone(ANA).react(id, '👍')
    const first = await reaction(id, '👍')
    expect(first).toMatchObject({ ...ids, chat: { number: ANA }, fromMe: false })
    expect(first).not.toHaveProperty('sender')
    await phone(ANA).react(id, '❤️')
    const second = await reaction(id, '❤️')
    await phone(ANA).react(id, '')
    const third = await reaction(id, '')
    expect([first.at, second.at, third.at]).toEqual([first.at, second.at, third.at].toSorted((a, b) => a - b))
    expect(third.at).toBeLessThanOrEqual(Date.now())
  })

  it('of a contact behind a LID, to a message of their own', async () => {
    const id = await phone(BIA).sendText(SHOP, 'oi')
    await phone(BIA).react(id, '😂')
    expect(await reaction(id, '😂')).toMatchObject({
      chat: { number: BIA, lid: phone(BIA).lid.split('@')[0] },
      fromMe: false,
    })
  })

  it('from our own phone is ours, in the contact’s chat', async () => {
    const id = await phone(ANA).sendText(SHOP, 'chegou')
    await message(id)
    await phone(SHOP).react(id, '🎉')
    expect(await reaction(id, '🎉')).toMatchObject({ chat: { number: ANA }, fromMe: true })
  })

  it('in a group names who reacted', async () => {
    const group = world.simulator.createGroup({ subject: 'Clientes', owner: ANA, members: [BIA, SHOP] })
    const id = await phone(ANA).sendText(group, 'reajam')
    await message(id)
    await phone(BIA).react(id, '🙏')
    expect(await reaction(id, '🙏')).toMatchObject({
      group: { id: group.split('@')[0] },
      sender: { number: BIA, name: 'Bia' },
      fromMe: false,
    })
    await phone(SHOP).react(id, '👀')
    const own = await reaction(id, '👀')
    expect(own.fromMe).toBe(true)
    expect(own).not.toHaveProperty('sender')
  })

  it('comes behind the medium it is about', async () => {
    const id = await phone(ANA).send(SHOP, { type: 'image', media: randomBytes(2_000_000), text: 'foto' })
    await phone(ANA).react(id, '😍')
    await reaction(id, '😍')
    const order = world.events.filter(event => 'whatsappMessageId' in event && event.whatsappMessageId === id)
    expect(order.map(event => event.type)).toEqual(['message', 'reaction'])
  })

  it('that is no emoji is nobody’s news, and none is a message', async () => {
    const id = await phone(ANA).sendText(SHOP, 'alvo')
    await message(id)
    const text = await phone(ANA).react(id, 'compre já')
    const thumb = await phone(ANA).react(id, '👍')
    await message(await phone(ANA).sendText(SHOP, 'depois'))
    await reaction(id, '👍')
    expect(world.events.some(event => event.type === 'reaction' && event.emoji === 'compre já')).toBe(false)
    expect(
      world.events.some(event => event.type === 'message' && [text, thumb].includes(event.whatsappMessageId)),
    ).toBe(false)
  })
})

describe('out', () => {
  it('to a message of the contact: set, changed, taken back; the same command twice is one', async () => {
    const id = await phone(ANA).sendText(SHOP, 'quero dois')
    await message(id)
    let at = Date.now()
    const react = (emoji: string) =>
      world.command({
        ...ids,
        type: 'react',
        to: { number: ANA },
        whatsappMessageId: id,
        fromMe: false,
        emoji,
        at: ++at,
      })
    await react('👍')
    await until(() => shown(ANA, id).join() === `${SHOP} 👍`)
    at--
    await react('👍')
    await react('🙏')
    await until(() => shown(ANA, id).join() === `${SHOP} 🙏`)
    await react('')
    await until(() => shown(ANA, id).length === 0)
    const reactions = world.simulator.network.store
      .messages(ANA, { limit: 1000 })
      .filter(row => row.entry.quotedId === id && row.entry.type === 'reaction')
    expect(reactions.map(row => row.entry.text ?? '')).toEqual(['👍', '🙏', ''])
  })

  it('to a message of ours, beside what the contact said', async () => {
    const id = await say({ number: BIA }, BIA)
    await phone(BIA).react(id, '😮')
    const about = { ...ids, to: { number: BIA }, whatsappMessageId: id, fromMe: true, at: Date.now() }
    await world.command({ ...about, type: 'react', emoji: '❤️' })
    await until(() => shown(BIA, id).toSorted().join() === [`${BIA} 😮`, `${SHOP} ❤️`].toSorted().join())
  })

  it('in a group, to what a member wrote', async () => {
    const group = world.simulator.createGroup({ subject: 'Turma', owner: ANA, members: [BIA, SHOP] })
    const id = await phone(BIA).sendText(group, 'bom dia')
    const { sender } = await message(id)
    const to = { groupId: group.split('@')[0]! }
    const participant = {
      ...(sender!.number ? { number: sender!.number } : {}),
      ...(sender!.lid ? { lid: sender!.lid } : {}),
    }
    const about = { ...ids, to, whatsappMessageId: id, fromMe: false, participant, at: Date.now() }
    await world.command({ ...about, type: 'react', emoji: '👏' })
    for (const number of [ANA, BIA]) await until(() => shown(number, id).join() === `${SHOP} 👏`)
  })
})
