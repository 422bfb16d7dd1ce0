import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Host } from '../src/host.ts'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
/** Her chats are addressed by LID. */
const BIA = '5511977776666'
const POLL = { question: 'Qual dia?', options: ['Sexta', 'Sábado'], several: false }
const CONTENT = { kind: 'poll' as const, body: 'Qual dia?\n- Sexta\n- Sábado', poll: POLL }

let world: World
let host: Host
let ids: { companyId: string; connectionId: string }

const phone = (number: string) => world.simulator.phone(number)
const find = (number: string, id: string) => world.simulator.network.store.findMessage(number, id)
const digest = (option: string) => createHash('sha256').update(option).digest('hex')
const vote = (id: string, option: string | null) =>
  world.expectEvent(
    'pollVote',
    event => event.whatsappMessageId === id && event.options.join() === (option === null ? '' : digest(option)),
  )

const send = (id: string, to: { number?: string; groupId?: string }, again = false) =>
  world.command({
    ...{ ...ids, type: 'send', to, whatsappMessageId: id, content: CONTENT, queuedAt: Date.now() },
    ...(again ? { again } : {}),
  })

/** Asks a poll of the business, by command. */
async function ask(to: { number?: string; groupId?: string }, at: string): Promise<string> {
  const id = newWhatsappId()
  await send(id, to)
  await until(() => find(at, id)?.entry.type === 'poll')
  return id
}

beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
  world.simulator.addPhone({ number: BIA, name: 'Bia', addressing: 'lid' })
  host = await world.host()
  ids = await world.pair(SHOP)
})
afterAll(async () => {
  expect(world.simulator.network.errors).toEqual([])
  await world.close()
})

describe('a poll of ours', () => {
  it('reaches the phone as a poll, and its votes come back: given, changed, withdrawn', async () => {
    const id = await ask({ number: ANA }, ANA)
    expect(find(ANA, id)!.entry).toMatchObject({ text: 'Qual dia?', options: POLL.options, several: false })
    await phone(ANA).vote(id, ['Sexta'])
    expect(await vote(id, 'Sexta')).toMatchObject({ ...ids, chat: { number: ANA }, fromMe: false })
    await phone(ANA).vote(id, ['Sábado'])
    await vote(id, 'Sábado')
    await phone(ANA).vote(id, [])
    await vote(id, null)
    expect(find(SHOP, id)?.entry.votes ?? []).toEqual([])
  })

  it('is voted in by a contact behind a LID, and by our own phone', async () => {
    const id = await ask({ number: BIA }, BIA)
    await phone(BIA).vote(id, ['Sexta'])
    expect(await vote(id, 'Sexta')).toMatchObject({ chat: { number: BIA }, fromMe: false })
    await phone(SHOP).vote(id, ['Sábado'])
    expect(await vote(id, 'Sábado')).toMatchObject({ chat: { number: BIA }, fromMe: true })
  })

  it('in a group names who voted, two at once and one of them behind a LID, and takes a changed vote', async () => {
    const group = world.simulator.createGroup({ subject: 'Clientes', owner: ANA, members: [BIA, SHOP] })
    const id = await ask({ groupId: group.split('@')[0]! }, BIA)
    await until(() => find(ANA, id)?.entry.type === 'poll')
    const votes = () =>
      world.events.flatMap(event => (event.type === 'pollVote' && event.whatsappMessageId === id ? [event] : []))
    await Promise.all([phone(BIA).vote(id, ['Sexta']), phone(ANA).vote(id, ['Sábado'])])
    await until(() => votes().length === 2)
    const by = (number: string) => votes().filter(({ sender }) => sender?.number === number)
    const place = { group: { id: group.split('@')[0] }, fromMe: false }
    expect(by(BIA)).toMatchObject([{ ...place, sender: { name: 'Bia' }, options: [digest('Sexta')] }])
    expect(by(ANA)).toMatchObject([{ ...place, sender: { name: 'Ana' }, options: [digest('Sábado')] }])
    await phone(BIA).vote(id, ['Sábado'])
    await until(() => votes().length === 3)
    expect(by(BIA).at(-1)).toMatchObject({ ...place, options: [digest('Sábado')] })
    expect(by(BIA)[1]!.at).toBeGreaterThanOrEqual(by(BIA)[0]!.at)
  })

  it('that is sent again is the same poll, and its votes are read after a restart', async () => {
    const id = await ask({ number: ANA }, ANA)
    const secret = Buffer.from(find(ANA, id)!.proto!).toString('base64')
    await host.close()
    host = await world.host()
    await send(id, { number: ANA }, true)
    await phone(ANA).vote(id, ['Sábado'])
    await vote(id, 'Sábado')
    expect(Buffer.from(find(ANA, id)!.proto!).toString('base64')).toBe(secret)
  })
})

describe('a poll of a contact', () => {
  it('comes with its options, and its votes too', async () => {
    const draft = { type: 'poll' as const, text: 'Que horas?', options: ['8h', '9h'], several: true }
    const id = await phone(ANA).send(SHOP, draft)
    const event = await world.expectEvent('message', each => each.whatsappMessageId === id)
    expect(event).toMatchObject({
      body: 'Que horas?\n- 8h\n- 9h',
      structured: { kind: 'poll' },
      poll: { question: 'Que horas?', options: ['8h', '9h'], several: true },
    })
    await phone(ANA).vote(id, ['9h'])
    expect(await vote(id, '9h')).toMatchObject({ fromMe: false })
    await phone(SHOP).vote(id, ['8h'])
    expect(await vote(id, '8h')).toMatchObject({ fromMe: true, chat: { number: ANA } })
  })

  it('a vote in a poll that is not known, or under another secret, is nobody’s news', async () => {
    const id = await phone(ANA).sendText(SHOP, 'não é enquete')
    const key = { id, fromMe: false, remoteJid: phone(ANA).pn }
    const encrypted = { encPayload: Buffer.alloc(48, 7), encIv: Buffer.alloc(12, 7) }
    await phone(ANA).sendAsItIs(SHOP, { pollUpdateMessage: { pollCreationMessageKey: key, vote: encrypted } })
    const real = await ask({ number: ANA }, ANA)
    const about = { ...key, id: real }
    await phone(ANA).sendAsItIs(SHOP, { pollUpdateMessage: { pollCreationMessageKey: about, vote: encrypted } })
    const after = await phone(ANA).sendText(SHOP, 'depois')
    await world.expectEvent('message', each => each.whatsappMessageId === after)
    expect(world.events.some(each => each.type === 'pollVote' && [id, real].includes(each.whatsappMessageId))).toBe(
      false,
    )
  })
})
