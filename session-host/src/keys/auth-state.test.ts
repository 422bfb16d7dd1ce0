import { randomBytes, randomUUID } from 'node:crypto'
import { type AuthenticationCreds, proto, type SignalDataSet } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { createClients } from '../clients.ts'
import { createLog } from '../log.ts'
import { createDeferred, type StanzaWork, stanzaWork } from '../socket/stanza-work.ts'
import { createFencedItems, FencedError } from '../table/fenced-items.ts'
import { openAuthState } from './auth-state.ts'

const { table } = createClients()
const log = createLog('silent')
const newOwner = () => ({ companyId: randomUUID(), connectionId: randomUUID() })

async function open(owner: ReturnType<typeof newOwner>, fence = 1) {
  const items = createFencedItems(table, process.env.TABLE_NAME!, owner, fence)
  const reads: string[] = []
  const writes: string[] = []
  const failures: unknown[] = []
  const state = await openAuthState({
    items: {
      ...items,
      get: name => {
        reads.push(name)
        return items.get(name)
      },
      put: (name, value) => {
        writes.push(name)
        return items.put(name, value)
      },
    },
    log,
    onFailure: error => failures.push(error),
  })
  return { state, reads, writes, failures }
}
const pair = () => ({ public: randomBytes(32), private: randomBytes(32) })
const session = (key: string) =>
  ({ version: 'v1', _sessions: { [key]: { indexInfo: { closed: -1 } } } }) as unknown as Uint8Array
const PERSON = '5511988887777'

describe('what is stored', () => {
  it('comes back as it was, of every type', async () => {
    const owner = newOwner()
    const first = await open(owner)
    const data: SignalDataSet = {
      'pre-key': { 7: pair(), 812: pair() },
      session: { [`${PERSON}.0`]: session('a') },
      'sender-key': { '1@g.us::5511::0': randomBytes(50) },
      'sender-key-memory': { '1@g.us': { '5511@lid': true } },
      'app-state-sync-version': { regular: { version: 3, hash: randomBytes(128), indexValueMap: {} } },
      'lid-mapping': { [PERSON]: '987', '987_reverse': PERSON },
      'device-list': { [PERSON]: ['0', '2'] },
      tctoken: { '987@lid': { token: randomBytes(16), timestamp: '1' } },
      'identity-key': { [`${PERSON}.0`]: randomBytes(33) },
      'app-state-sync-key': { abc: { keyData: randomBytes(32), timestamp: 5 } },
    }
    await first.state.keys.set(data)
    Object.assign(first.state.creds, {
      me: { id: `${PERSON}:1@s.whatsapp.net` },
    } satisfies Partial<AuthenticationCreds>)
    first.state.credsChanged()
    await first.state.end()

    const second = await open(owner)
    for (const [type, entries] of Object.entries(data) as [keyof SignalDataSet, Record<string, unknown>][]) {
      const found = await second.state.keys.get(type, [...Object.keys(entries), 'absent'])
      if (type === 'app-state-sync-key') {
        const key = (found as Record<string, proto.Message.AppStateSyncKeyData>).abc!
        expect(key).toBeInstanceOf(proto.Message.AppStateSyncKeyData)
        expect(Buffer.from(key.keyData!)).toEqual((entries.abc as { keyData: Buffer }).keyData)
      } else expect(found).toEqual(entries)
    }
    expect(second.state.creds).toEqual(first.state.creds)
    expect(second.state.creds.noiseKey.private).toEqual(first.state.creds.noiseKey.private)
  })

  it('a removed key is gone, its neighbours stay', async () => {
    const owner = newOwner()
    const first = await open(owner)
    const kept = pair()
    await first.state.keys.set({
      'pre-key': { 1: pair(), 2: kept },
      session: { '1.0': session('a'), '1.1': session('b') },
    })
    await first.state.keys.set({ 'pre-key': { 1: null }, session: { '1.0': null } })
    await first.state.end()
    const { state } = await open(owner)
    expect(await state.keys.get('pre-key', ['1', '2'])).toEqual({ 2: kept })
    expect(Object.keys(await state.keys.get('session', ['1.0', '1.1']))).toEqual(['1.1'])
  })
})

describe('reads and writes', () => {
  it('asks the table once, also for what is not there', async () => {
    const { state, reads } = await open(newOwner())
    reads.length = 0
    for (let i = 0; i < 3; i++) expect(await state.keys.get('tctoken', ['55@lid'])).toEqual({})
    expect(await state.keys.get('session', ['55_1.0'])).toEqual({})
    expect(reads).toEqual(['keys#user#55'])
  })

  it('812 pre-keys are nine writes', async () => {
    const { state, writes } = await open(newOwner())
    await state.keys.set({ 'pre-key': Object.fromEntries(Array.from({ length: 812 }, (_, at) => [at + 1, pair()])) })
    await state.stored(state.version())
    expect(writes).toHaveLength(9)
  })

  it('what WhatsApp knows too makes no frame wait', async () => {
    const { state, writes } = await open(newOwner())
    const before = state.version()
    await state.keys.set({ 'lid-mapping': { 55: '9', '9_reverse': '55' }, 'device-list': { 55: ['0'] } })
    expect(state.version()).toBe(before)
    expect(writes).toEqual([])
    await state.end()
    expect(writes.sort()).toEqual(['keys#user#55', 'keys#user#9'])
  })

  it('changes that come together are one write', async () => {
    const { state, writes } = await open(newOwner())
    for (let i = 0; i < 20; i++) await state.keys.set({ session: { '55.0': session(`s${i}`) } })
    await Promise.all([state.stored(1), state.stored(20), state.stored(20)])
    expect(writes).toEqual(['keys#user#55'])
  })
})

describe('the ratchet step of a received message', () => {
  const receive = (state: Awaited<ReturnType<typeof open>>['state']) => {
    const event = createDeferred(() => {})
    const work: StanzaWork = { kind: 'message', id: 'A', eventStored: event, safeToSend: undefined, decrypting: true }
    return { event, done: stanzaWork.run(work, () => state.keys.set({ session: { '55.0': session('stepped') } })) }
  }

  it('is stored only when the message is safe', async () => {
    const owner = newOwner()
    const { state, writes } = await open(owner)
    const { event, done } = receive(state)
    await done
    const stored = state.stored(state.version())
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(writes).toEqual([])
    event.settle(Promise.resolve())
    await stored
    expect(writes).toEqual(['keys#user#55'])
  })

  it('is forgotten when the socket ends before', async () => {
    const owner = newOwner()
    const { state } = await open(owner)
    await state.keys.set({ session: { '55.0': session('before') } })
    await state.stored(state.version())
    const { event, done } = receive(state)
    await done
    void state.stored(state.version())
    await state.end()
    event.settle(Promise.resolve())
    await new Promise(resolve => setTimeout(resolve, 50))
    const next = await open(owner)
    expect(await next.state.keys.get('session', ['55.0'])).toEqual({ '55.0': session('before') })
  })

  it('cannot be made after the end', async () => {
    const { state } = await open(newOwner())
    await state.end()
    await expect(async () => state.keys.set({ session: { '55.0': session('late') } })).rejects.toThrow('has ended')
  })
})

it('an owner that was followed by another ends at its first write', async () => {
  const owner = newOwner()
  const old = await open(owner, 3)
  old.state.credsChanged()
  await old.state.stored(old.state.version())
  const successor = await open(owner, 4)
  old.state.credsChanged()
  const waiting = old.state.stored(old.state.version()).then(() => 'stored')
  const outcome = await Promise.race([waiting, new Promise(resolve => setTimeout(() => resolve('never'), 300))])
  expect(outcome).toBe('never')
  expect(old.failures).toHaveLength(1)
  expect(old.failures[0]).toBeInstanceOf(FencedError)
  successor.state.credsChanged()
  await successor.state.stored(successor.state.version())
  expect(successor.failures).toEqual([])
})
