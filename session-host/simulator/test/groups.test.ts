import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { eventually, TestClient } from './test-client.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const BIA = '5511977776666'

let simulator: Simulator
let client: TestClient

const seen = (number: string, text: string) => simulator.phone(number).waitFor(row => row.entry.text === text)

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.addPhone({ number: ANA, name: 'Ana' })
  simulator.addPhone({ number: BIA, name: 'Bia' })
  client = await new TestClient(simulator).link(SHOP, 'Loja')
})

afterEach(() => expect(simulator.network.errors).toEqual([]))

afterAll(async () => {
  client.end()
  await simulator.close()
})

describe.each(['lid', 'pn'] as const)('a group addressed by %s', addressing => {
  let group: string
  const subject = `Clientes ${addressing}`

  beforeAll(() => {
    group = simulator.createGroup({ subject, owner: ANA, members: [BIA, SHOP], addressing })
  })

  it('is announced and can be asked for', async () => {
    await client.until('groups.upsert', groups => groups.find(one => one.id === group && one.subject === subject))
    const metadata = await client.sock.groupMetadata(group)
    expect(metadata).toMatchObject({ id: group, subject, addressingMode: addressing, size: 3 })
    const me = metadata.participants.find(one => one.id === simulator.phone(SHOP)[addressing])
    expect(me).toMatchObject(
      addressing === 'lid' ? { phoneNumber: simulator.phone(SHOP).pn } : { lid: simulator.phone(SHOP).lid },
    )
    expect(Object.keys(await client.sock.groupFetchAllParticipating())).toContain(group)
  })

  it('brings what its members write, with their address', async () => {
    for (const [number, text] of [
      [ANA, `oi grupo ${addressing}`],
      [BIA, `oi da Bia ${addressing}`],
      [ANA, `mais uma ${addressing}`],
    ] as const) {
      await simulator.phone(number).sendText(group, text)
      const message = await client.text(text)
      const phone = simulator.phone(number)
      expect(message.key).toMatchObject({ remoteJid: group, participant: phone[addressing], fromMe: false })
      expect(message.key.participantAlt).toBe(addressing === 'lid' ? phone.pn : phone.lid)
    }
    await seen(BIA, `oi grupo ${addressing}`)
  })

  it('takes answers of the business to every member, decrypted', async () => {
    for (const text of [`bom dia, grupo ${addressing}`, `segunda ${addressing}`]) {
      const sent = await client.sock.sendMessage(group, { text })
      for (const number of [ANA, BIA]) {
        expect(await seen(number, text)).toMatchObject({ id: sent!.key.id, chat: group, fromMe: false })
      }
      expect(await seen(SHOP, text)).toMatchObject({ fromMe: true, chat: group })
    }
  })

  it('gives receipts by member', async () => {
    // Baileys folds receipts into a message it still buffers, so the stanzas themselves are looked
    // at.
    const receipts: string[] = []
    client.sock.ws.on('CB:receipt', ({ attrs }) => receipts.push(`${attrs.id} ${attrs.participant} ${attrs.type}`))
    const { id } = (await client.sock.sendMessage(group, { text: `lida? ${addressing}` }))!.key
    for (const number of [ANA, BIA]) {
      await eventually(() => receipts.includes(`${id} ${simulator.phone(number)[addressing]} undefined`))
    }
    simulator.phone(ANA).read(group)
    await eventually(() => receipts.includes(`${id} ${simulator.phone(ANA)[addressing]} read`))
  })

  it('tells the member of the reading of the business', async () => {
    const text = `me leia ${addressing}`
    const id = await simulator.phone(ANA).sendText(group, text)
    await client.sock.readMessages([(await client.text(text)).key])
    await eventually(() => simulator.network.store.findMessage(ANA, id)?.ack === 4)
  })

  it('recovers a message that did not decrypt, both ways', async () => {
    simulator.fault({ kind: 'undecryptable', number: SHOP, count: 1, direction: 'out' })
    await client.sock.sendMessage(group, { text: `perdida ${addressing}` })
    for (const number of [ANA, BIA, SHOP]) await seen(number, `perdida ${addressing}`)
  })

  it('carries edits and deletions', async () => {
    const key = { ...(await client.sock.sendMessage(group, { text: `errado ${addressing}` }))!.key }
    await seen(ANA, `errado ${addressing}`)
    await client.sock.sendMessage(group, { text: `certo ${addressing}`, edit: { ...key } })
    await seen(BIA, `certo ${addressing}`)
    await client.sock.sendMessage(group, { delete: { ...key } })
    await simulator.phone(BIA).waitFor(row => row.id === key.id && row.entry.deleted)
  })

  it('shows what the business typed on its handset', async () => {
    const text = `do aparelho ${addressing}`
    await simulator.phone(SHOP).sendText(group, text)
    expect((await client.text(text)).key).toMatchObject({ remoteJid: group, fromMe: true })
    await seen(ANA, text)
  })
})

describe('a group of the business', () => {
  it('is created, renamed and left by the client', async () => {
    const carla = simulator.addPhone({ number: '5511966665555', name: 'Carla' })
    const metadata = await client.sock.groupCreate('Da loja', [simulator.phone(ANA).pn])
    expect(metadata.subject).toBe('Da loja')
    const [added] = await client.sock.groupParticipantsUpdate(metadata.id, [carla.pn], 'add')
    expect(added).toMatchObject({ status: '200' })
    await client.sock.groupUpdateSubject(metadata.id, 'Da loja nova')
    expect((await client.sock.groupMetadata(metadata.id)).subject).toBe('Da loja nova')
    await client.sock.sendMessage(metadata.id, { text: 'bem-vinda' })
    await seen(carla.number, 'bem-vinda')
    await client.sock.groupLeave(metadata.id)
    await expect(client.sock.groupMetadata(metadata.id)).rejects.toThrow()
  })

  it('keeps others out', async () => {
    const group = simulator.createGroup({ subject: 'Só amigas', owner: ANA, members: [BIA] })
    await expect(client.sock.groupMetadata(group)).rejects.toThrow()
    await expect(simulator.phone(SHOP).sendText(group, 'x')).rejects.toThrow('ERR_SIM_NO_GROUP')
  })
})
