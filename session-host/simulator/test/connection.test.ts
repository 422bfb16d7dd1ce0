import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { eventually, TestClient } from './test-client.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const BIA = '5511977776666'

let simulator: Simulator
let client: TestClient

const queued = () => {
  const device = simulator.phone(SHOP).devices[0]!
  return simulator.network.store.countQueued(device.number, device.id)
}
const device = () => simulator.phone(SHOP).devices[0]!

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.addPhone({ number: ANA, name: 'Ana' })
  simulator.addPhone({ number: BIA, name: 'Bia' })
})

afterAll(() => simulator.close())

beforeEach(async () => {
  client = await new TestClient(simulator).link(SHOP, 'Loja')
  await eventually(() => queued() === 0, 'an empty queue')
})

afterEach(() => {
  simulator.clearFaults()
  client.end()
  for (const one of [...simulator.phone(SHOP).devices]) simulator.network.unlink(one)
  expect(simulator.network.errors).toEqual([])
})

describe('linking', () => {
  it('asks for a QR, signs both identities, restarts, uploads keys, logs in', async () => {
    const other = new TestClient(simulator).connect()
    const { qr } = await other.state(update => update.qr)
    expect(qr).toMatch(/^https:\/\/wa\.me\/settings\/linked_devices#2@/)
    const linked = await simulator.scan(qr!, SHOP)
    expect(await other.closed()).toBe(515)
    expect(other.creds.me).toMatchObject({ id: linked.jid })
    await other.reconnect()
    expect(simulator.network.store.countPreKeys(SHOP, linked.id)).toBeGreaterThanOrEqual(800)
    await eventually(() => other.creds.me?.lid === linked.lid)
    // A second client of the number leaves the first one alone, and both get what comes in.
    await simulator.phone(ANA).sendText(SHOP, 'para os dois')
    await Promise.all([client.text('para os dois'), other.text('para os dois')])
    // What one of them writes, the other sees as sent by the account.
    await other.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: 'do segundo aparelho' })
    expect((await client.text('do segundo aparelho')).key.fromMe).toBe(true)
    other.end()
  })

  it('tells a client of the clients that come and go beside it', async () => {
    const to = `${ANA}@s.whatsapp.net`
    await client.sock.sendMessage(to, { text: 'antes do outro' })
    const other = await new TestClient(simulator).link(SHOP)
    await client.sock.sendMessage(to, { text: 'com o outro' })
    await other.text('com o outro')
    expect(other.received('antes do outro')).toBe(0)
    await other.sock.logout()
    await eventually(() => simulator.phone(SHOP).devices.length === 1)
    await client.sock.sendMessage(to, { text: 'sem o outro' })
    await simulator.phone(ANA).waitFor(row => row.entry.text === 'sem o outro')
  })

  it('keeps four clients of a number and drops the oldest that is gone', async () => {
    const { id } = device()
    client.end()
    await eventually(() => !device().isOnline)
    for (let n = 0; n < 4; n++) (await new TestClient(simulator).link(SHOP)).end()
    expect(simulator.phone(SHOP).devices.map(one => one.id)).not.toContain(id)
    expect(simulator.phone(SHOP).devices).toHaveLength(4)
  })

  it('works by an eight-character code', async () => {
    const other = new TestClient(simulator).connect()
    await other.state(update => update.qr)
    const code = await other.sock.requestPairingCode(SHOP)
    await eventually(() => simulator.network.waiting().some(one => one.registration?.code), 'the hello')
    await simulator.pair(code, SHOP)
    expect(await other.closed()).toBe(515)
    await other.reconnect()
    await simulator.phone(ANA).sendText(SHOP, 'pareado por código')
    await other.text('pareado por código')
    other.end()
  })

  it('refuses a wrong code', async () => {
    const other = new TestClient(simulator).connect()
    await other.state(update => update.qr)
    const code = await other.sock.requestPairingCode(SHOP)
    await eventually(() => simulator.network.waiting().some(one => one.registration?.code))
    const wrong = code === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA'
    await expect(simulator.pair(wrong, SHOP)).rejects.toThrow('ERR_SIM_BAD_CODE')
    other.end()
  })

  it('ends with 401 when the client logs out, and refuses its next login', async () => {
    await client.sock.logout()
    expect(await client.closed()).toBe(401)
    await eventually(() => simulator.phone(SHOP).devices.length === 0)
    client.connect()
    expect(await client.closed()).toBe(401)
  })

  it('runs out of codes with 408', async () => {
    const other = new TestClient(simulator, { qrTimeout: 5 }).connect()
    expect(await other.closed()).toBe(408)
  })
})

describe('connection faults', () => {
  it.each([
    ['drop', 428],
    ['restart', 515],
    ['replace', 440],
    ['unavailable', 503],
  ] as const)('%s ends with %i, and the next login works', async (kind, code) => {
    simulator.fault({ kind, number: SHOP })
    expect(await client.closed()).toBe(code)
    await client.reconnect()
    await simulator.phone(ANA).sendText(SHOP, `depois de ${kind}`)
    await client.text(`depois de ${kind}`)
  })

  it('logout ends with 401 for good', async () => {
    simulator.fault({ kind: 'logout', number: SHOP })
    expect(await client.closed()).toBe(401)
    client.connect()
    expect(await client.closed()).toBe(401)
  })

  it('strikes again at later logins as often as asked', async () => {
    simulator.fault({ kind: 'drop', number: SHOP, count: 3, ms: 1 })
    for (let i = 0; i < 3; i++) {
      expect(await client.closed()).toBe(428)
      client.connect()
    }
    await client.state(update => update.connection === 'open')
    expect(simulator.network.faults.list()).toEqual([])
  })

  it('a second login of the same device ends the first with 440', async () => {
    const first = client.closed()
    const twin = new TestClient(simulator)
    Object.assign(twin, { creds: client.creds, keys: client.keys })
    await twin.reconnect()
    expect(await first).toBe(440)
    twin.end()
  })

  it('half-open is silent, loses nothing, and is noticed by a probe', async () => {
    simulator.fault({ kind: 'half-open', number: SHOP })
    await simulator.phone(ANA).sendText(SHOP, 'no escuro')
    const probe = client.sock.query(
      { tag: 'iq', attrs: { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' }, content: [{ tag: 'ping', attrs: {} }] },
      150,
    )
    await expect(probe.then(answer => answer ?? Promise.reject(new Error('no answer')))).rejects.toThrow()
    expect(client.received('no escuro')).toBe(0)
    expect(device().isOnline).toBe(true)
    simulator.clearFaults()
    expect(await client.closed()).toBe(428)
    await client.reconnect()
    await client.text('no escuro')
  })
})

describe('the offline queue', () => {
  it('delivers at the next login, in order, until acknowledged', async () => {
    client.sock.end(undefined)
    await eventually(() => !device().isOnline)
    for (const n of [1, 2, 3]) await simulator.phone(ANA).sendText(SHOP, `fora ${n}`)
    expect(queued()).toBe(3)
    await client.reconnect()
    await client.text('fora 3')
    const texts = client
      .events('messages.upsert')
      .flatMap(upsert => upsert.messages.map(message => message.message?.conversation))
    expect(texts.filter(text => text?.startsWith('fora'))).toEqual(['fora 1', 'fora 2', 'fora 3'])
    expect(client.events('messages.upsert').every(upsert => upsert.type === 'append')).toBe(true)
    await eventually(() => queued() === 0)
  })

  it('repeats what a client received but did not acknowledge', async () => {
    // The socket ends in the moment the message arrives, before the client's receipt for it can
    // leave.
    client.sock.ws.on('CB:message', () => client.sock.ws.close())
    const id = await simulator.phone(ANA).sendText(SHOP, 'duas vezes')
    await client.closed()
    await eventually(() => !device().isOnline)
    expect(queued()).toBe(1)
    const again: string[] = []
    client.connect()
    client.sock.ws.on('CB:message', node => again.push(`${node.attrs.id} ${node.attrs.offline}`))
    await eventually(() => again.includes(`${id} 0`), 'the second copy')
    await eventually(() => queued() === 0, 'its acknowledgement')
  })
})

describe('message faults', () => {
  it('reject answers with an error, and the phone gets nothing', async () => {
    simulator.fault({ kind: 'reject', number: SHOP, count: 1, code: '479' })
    const refused = await client.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: 'recusada' })
    await client.failed(refused!.key.id!)
    expect(simulator.network.store.findMessage(ANA, refused!.key.id!)).toBeUndefined()
    const accepted = await client.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: 'aceita' })
    await eventually(() => simulator.network.store.findMessage(ANA, accepted!.key.id!))
  })

  it('duplicate delivers twice; the second copy does not decrypt, so it is shown once', async () => {
    let copies = 0
    client.sock.ws.on('CB:message', () => copies++)
    simulator.fault({ kind: 'duplicate', number: SHOP, count: 1 })
    await simulator.phone(ANA).sendText(SHOP, 'em dobro')
    await client.text('em dobro')
    await eventually(() => copies === 2)
    expect(client.received('em dobro')).toBe(1)
  })

  it('reorder swaps two messages', async () => {
    const order: string[] = []
    client.sock.ws.on('CB:message', node => order.push(node.attrs.id))
    simulator.fault({ kind: 'reorder', number: SHOP, count: 1, ms: 5000 })
    const first = await simulator.phone(ANA).sendText(SHOP, 'primeira')
    const second = await simulator.phone(ANA).sendText(SHOP, 'segunda')
    await Promise.all([client.text('primeira'), client.text('segunda')])
    expect(order).toEqual([second, first])
  })

  it('reorder swaps none of one chat when it is to keep them apart', async () => {
    const order: string[] = []
    client.sock.ws.on('CB:message', node => order.push(node.attrs.id))
    simulator.fault({ kind: 'reorder', number: SHOP, count: 2, ms: 5000, apart: true })
    const sent = []
    for (const number of [ANA, ANA, ANA, BIA]) sent.push(await simulator.phone(number).sendText(SHOP, `de ${number}`))
    await client.text(`de ${BIA}`)
    await eventually(() => order.length === 4)
    const [first, second, third, other] = sent
    expect(order).toEqual([first, second, other, third])
  })

  it('a held message goes on alone when no second one comes', async () => {
    simulator.fault({ kind: 'reorder', number: SHOP, count: 1, ms: 20 })
    await simulator.phone(ANA).sendText(SHOP, 'sozinha')
    await client.text('sozinha')
  })

  it('latency delays without changing the order', async () => {
    simulator.fault({ kind: 'latency', number: SHOP, ms: 60 })
    const start = Date.now()
    for (const n of [1, 2, 3, 4]) await simulator.phone(ANA).sendText(SHOP, `lenta ${n}`)
    await client.text('lenta 4')
    // A lower bound only: the fault promises a minimum.
    expect(Date.now() - start).toBeGreaterThanOrEqual(55)
    const texts = client.events('messages.upsert').flatMap(one => one.messages.map(m => m.message?.conversation))
    expect(texts.filter(text => text?.startsWith('lenta'))).toEqual(['lenta 1', 'lenta 2', 'lenta 3', 'lenta 4'])
  })
})

describe('retries', () => {
  it('the client asks again for a damaged message and gets it', async () => {
    simulator.fault({ kind: 'undecryptable', number: SHOP, count: 1 })
    await simulator.phone(ANA).sendText(SHOP, 'danificada')
    await client.text('danificada')
    await eventually(() => queued() === 0, 'an empty queue')
    await simulator.phone(ANA).sendText(SHOP, 'seguinte')
    await client.text('seguinte')
  })

  it('the phone asks again for a message it could not decrypt and gets it', async () => {
    await simulator.phone(ANA).sendText(SHOP, 'oi')
    await client.text('oi')
    simulator.fault({ kind: 'undecryptable', number: SHOP, count: 1, direction: 'out' })
    const sent = await client.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: 'de novo, por favor' })
    await eventually(() => simulator.network.store.findMessage(ANA, sent!.key.id!), 'the second copy')
  })

  it('a phone that lost all its sessions recovers both ways', async () => {
    await simulator.phone(ANA).sendText(SHOP, 'antes')
    await client.text('antes')
    const first = await client.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: 'resposta' })
    await eventually(() => simulator.network.store.findMessage(ANA, first!.key.id!))
    await simulator.phone(ANA).forgetSessions()
    const second = await client.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: 'ainda aí?' })
    await eventually(() => simulator.network.store.findMessage(ANA, second!.key.id!), 'recovery')
    await simulator.phone(ANA).sendText(SHOP, 'sim')
    await client.text('sim')
  })

  it('the server asks for one-time keys before they run out', async () => {
    const { store } = simulator.network
    const { number, id } = device()
    while (store.countPreKeys(number, id) > 5) store.takePreKey(number, id)
    simulator.network.takeBundle(device())
    await eventually(() => store.countPreKeys(number, id) > 5, 'an upload')
  })
})
