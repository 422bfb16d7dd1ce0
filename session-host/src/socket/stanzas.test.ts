import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type BinaryNode, initAuthCreds } from '@whiskeysockets/baileys'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { openAuthState } from '../keys/auth-state.ts'
import { pack } from '../keys/key-packing.ts'
import { createLog } from '../log.ts'
import { Failures } from '../session/failures.ts'
import type { FencedItems } from '../table/fenced-items.ts'
import { CONNECTION_LIMIT, Intake } from './intake.ts'
import { stanzaWork } from './stanza-work.ts'
import { Stanzas } from './stanzas.ts'
import { installWriteGate, OPEN } from './write-gate.ts'

const log = createLog('silent')
/** Waits until all work that needs nothing from outside is done. */
const idle = async () => {
  for (let turn = 0; turn < 15; turn++) await new Promise(resolve => setImmediate(resolve))
}
const node = (id: string, attrs: Record<string, string> = {}): BinaryNode => ({
  tag: 'message',
  attrs: { id, ...attrs },
})

/** Failures of a connection that are only reported. */
function reporting(reports: { failed: (error: unknown) => void; thrown: (error: unknown) => void }): Failures {
  return Object.assign(new Failures('n', { take: async () => {} }), reports)
}

/** Stanzas of a socket whose Baileys is `handler`. */
function world(
  handler: (node: BinaryNode) => unknown,
  kind: string | string[] = 'message',
  intake = new Intake(CONNECTION_LIMIT),
) {
  const ws = new EventEmitter()
  const state = { current: true, sound: true, replays: 0, safe: Promise.resolve() as Promise<unknown> }
  const failures: string[] = []
  const thrown: string[] = []
  const came: string[] = []
  for (const each of [kind].flat()) ws.on(`CB:${each}`, handler)
  const stanzas = new Stanzas({
    connectionId: 'n',
    log,
    failures: reporting({
      failed: error => failures.push(String(error)),
      thrown: error => thrown.push(String(error)),
    }),
    pending: { safe: () => state.safe },
    arrivals: { came: id => void came.push(id), begins() {} },
    intake,
  })
  stanzas.follow(
    { socket: { ws }, isSound: () => state.sound },
    { isCurrent: () => state.current, replayed: () => void state.replays++, leaving() {}, reopen: async () => {} },
  )
  return { ws, state, stanzas, failures, thrown, came }
}

describe('a stanza', () => {
  it('is handled in a context of its own: a message is held from its decryption on, a receipt at once', async () => {
    const holds: [string, boolean][] = []
    const see = () => {
      const work = stanzaWork.getStore()!
      holds.push([work.kind, work.safeToSend !== undefined])
    }
    const { ws } = world(see)
    ws.emit('CB:message', node('A'))
    const receipts = world(see, 'receipt')
    receipts.ws.emit('CB:receipt', node('B'))
    receipts.ws.emit('CB:receipt', node('C', { type: 'retry' }))
    await idle()
    // A retry request is answered by a message, whose queries must not wait for it.
    expect(holds.sort()).toEqual([
      ['message', false],
      ['receipt', false],
      ['receipt', true],
    ])
  })

  it('is not kept in memory by timers that were set while it was handled', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const timers: NodeJS.Timeout[] = []
    const { ws } = world(() => void timers.push(setTimeout(() => {}, 60_000)))
    const handle = (id: string) => {
      const given = node(id)
      ws.emit('CB:message', given)
      return new WeakRef(given)
    }
    const kept = ['A', 'B', 'C'].map(handle)
    await idle()
    collect()
    // The last one may still be somewhere on the stack.
    expect(kept.slice(0, 2).map(given => given.deref())).toEqual([undefined, undefined])
    expect(timers).toHaveLength(3)
    for (const timer of timers) clearTimeout(timer)
  })

  it('that is a message waits for the one before it, and one that fails stops none', async () => {
    const seen: string[] = []
    let release: () => void = () => {}
    const first = new Promise<void>(resolve => (release = resolve))
    const { ws, thrown, came } = world(async ({ attrs }) => {
      seen.push(`${attrs.id} begins`)
      if (attrs.id === 'A') await first
      seen.push(`${attrs.id} ends`)
      if (attrs.id === 'A') throw new Error('unreadable')
    })
    ws.emit('CB:message', node('A'))
    ws.emit('CB:message', node('B'))
    await idle()
    expect(seen).toEqual(['A begins'])
    // When they came does not wait for what becomes of them.
    expect(came).toEqual(['A', 'B'])
    release()
    await idle()
    expect(seen).toEqual(['A begins', 'A ends', 'B begins', 'B ends'])
    expect(thrown).toEqual([])
  })

  it('that is a receipt waits for the messages before it; none waits for a receipt, nor does a request to send again', async () => {
    const seen: string[] = []
    let release: () => void = () => {}
    const first = new Promise<void>(resolve => (release = resolve))
    const { ws } = world(
      async ({ attrs }) => {
        seen.push(attrs.id!)
        if (attrs.id === 'M1') await first
        if (attrs.id === 'R1') await new Promise(() => {})
      },
      ['message', 'receipt'],
    )
    ws.emit('CB:message', node('M1', { offline: '0' }))
    ws.emit('CB:receipt', node('R1', { offline: '1' }))
    ws.emit('CB:receipt', node('R2', { type: 'retry' }))
    ws.emit('CB:message', node('M2'))
    await idle()
    expect(seen).toEqual(['R2', 'M1'])
    release()
    await idle()
    expect(seen.slice(0, 2)).toEqual(['R2', 'M1'])
    expect(seen.slice(2).sort()).toEqual(['M2', 'R1'])
  })

  it('that is a receipt goes on after a while, though a message before it hangs', async () => {
    vi.useFakeTimers()
    const seen: string[] = []
    const { ws } = world(
      async ({ attrs }) => {
        seen.push(attrs.id!)
        if (attrs.id === 'M1') await new Promise(() => {})
      },
      ['message', 'receipt'],
    )
    ws.emit('CB:message', node('M1'))
    ws.emit('CB:receipt', node('R1'))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(seen).toEqual(['M1'])
    await vi.advanceTimersByTimeAsync(2000)
    expect(seen).toEqual(['M1', 'R1'])
    vi.useRealTimers()
  })

  it('of a socket that is none any more is left to WhatsApp', async () => {
    const seen: string[] = []
    const { ws, state } = world(({ attrs }) => void seen.push(attrs.id!))
    ws.emit('CB:message', node('A'))
    state.current = false
    await idle()
    expect(seen).toEqual([])
  })

  it('of a replay keeps its place, is remembered as one, and the end of the replay comes behind it', async () => {
    const seen: unknown[] = []
    const { ws, stanzas, state } = world(async ({ attrs }) => {
      await Promise.resolve()
      seen.push([attrs.id, attrs.offline, state.replays])
    })
    ws.emit('CB:message', node('A', { offline: '0' }))
    ws.emit('CB:message', node('B'))
    ws.emit('CB:ib,,offline')
    await idle()
    expect(seen).toEqual([
      ['A', undefined, 0],
      ['B', undefined, 0],
    ])
    expect(state.replays).toBe(1)
    expect([stanzas.wasReplayed('A'), stanzas.wasReplayed('B')]).toEqual([true, false])
  })

  it('that is no message is released when all that was taken so far is safe', async () => {
    let secure: () => void = () => {}
    let released = false
    const { ws, state } = world(() => {
      void stanzaWork.getStore()!.eventStored.released.then(() => (released = true))
    }, 'receipt')
    state.safe = new Promise<void>(resolve => (secure = resolve))
    ws.emit('CB:receipt', node('A'))
    await idle()
    expect(released).toBe(false)
    secure()
    await idle()
    expect(released).toBe(true)
  })
})

describe('a message that was decrypted and not handed over', () => {
  const decrypt = () => {
    const work = stanzaWork.getStore()!
    work.safeToSend = work.eventStored
  }

  it('on an open socket begins the connection again, and is given up at the third time', async () => {
    let released = 0
    const { ws, failures } = world(() => {
      decrypt()
      void stanzaWork.getStore()!.eventStored.released.then(() => released++)
    })
    for (const times of [1, 2]) {
      ws.emit('CB:message', node('A'))
      await idle()
      expect(failures).toHaveLength(times)
      expect(released).toBe(0)
    }
    ws.emit('CB:message', node('A'))
    await idle()
    expect(failures).toHaveLength(2)
    expect(released).toBe(1)
  })

  it.each(['current', 'sound'] as const)('on a socket that is not %s is left, and counts for nothing', async what => {
    const { ws, state, failures } = world(() => {
      decrypt()
      state[what] = false
    })
    for (let times = 0; times < 5; times++) {
      state[what] = true
      ws.emit('CB:message', node('A'))
      await idle()
    }
    expect(failures).toEqual([])
  })

  it('and then was is no case for giving up later', async () => {
    let handsOver = false
    const { ws, stanzas, failures } = world(({ attrs }) => {
      decrypt()
      if (handsOver) stanzas.secured(attrs.id!, Promise.resolve())
    })
    for (const now of [false, false, true, false, false]) {
      handsOver = now
      ws.emit('CB:message', node('A'))
      await idle()
    }
    expect(failures).toHaveLength(4)
  })
})

describe('more stanzas than can be handled', () => {
  /**
   * WhatsApp's side of connections: it delivers what was not acknowledged,
   * in order, on every new socket.
   */
  function overrun(limit: { stanzas: number; bytes: number }, host?: Intake) {
    const intake = new Intake(limit, host)
    const queue: BinaryNode[] = []
    const seen = { handled: [] as string[], most: 0, sockets: 0, left: 0, replays: 0, took: [] as string[] }
    const state = { safe: Promise.resolve() as Promise<unknown> }
    let ws = new EventEmitter()
    let current = 0
    const deliver = (given: BinaryNode, again: boolean) => {
      ws.emit(`CB:${given.tag}`, { ...given, attrs: { ...given.attrs, ...(again && { offline: '0' }) } })
      seen.most = Math.max(seen.most, intake.now().stanzas)
    }
    const stanzas = new Stanzas({
      connectionId: 'n',
      log,
      failures: reporting({ failed: error => expect.fail(String(error)), thrown: error => expect.fail(String(error)) }),
      pending: { safe: () => state.safe },
      arrivals: { came: id => void seen.took.push(id), begins() {} },
      intake,
    })
    function open(): void {
      ws = new EventEmitter()
      const mine = ++current
      seen.sockets++
      for (const kind of ['message', 'receipt'])
        ws.on(`CB:${kind}`, async ({ attrs }: BinaryNode) => {
          const work = stanzaWork.getStore()!
          // As slow as a machine that does something else.
          await new Promise(resolve => setImmediate(resolve))
          seen.handled.push(attrs.id!)
          void work.eventStored.released.then(() => {
            const at = queue.findIndex(each => each.attrs.id === attrs.id)
            if (at >= 0) queue.splice(at, 1)
          })
        })
      stanzas.follow(
        { socket: { ws }, isSound: () => true },
        {
          isCurrent: () => mine === current,
          replayed: () => void seen.replays++,
          leaving: () => void seen.left++,
          reopen: async () => open(),
        },
      )
      for (const given of [...queue]) deliver(given, true)
      ws.emit('CB:ib,,offline')
    }
    open()
    return {
      intake,
      seen,
      state,
      queue,
      come(...given: BinaryNode[]) {
        for (const each of given) {
          queue.push(each)
          deliver(each, false)
        }
      },
    }
  }
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `M${at}`)

  it('are taken in portions: each is handled once, in order, and the next socket takes what was left', async () => {
    const { come, seen, queue, intake } = overrun({ stanzas: 200, bytes: 1e9 })
    come(...ids(3000).map(id => node(id)))
    await expect.poll(() => queue.length, { timeout: 20_000 }).toBe(0)
    expect(seen.handled).toEqual(ids(3000))
    expect(seen.most).toBe(200)
    expect([seen.sockets, seen.left]).toEqual([15, 14])
    // Only the last socket sees the end of its replay.
    expect(seen.replays).toBe(1)
    // When a message came is taken down when it is taken, and not when it is left.
    expect(seen.took).toEqual(ids(3000))
    expect(intake.now()).toEqual({ stanzas: 0, bytes: 0 })
  })

  it('count by their bytes too, and receipts as messages do', async () => {
    const { come, seen, queue } = overrun({ stanzas: 1000, bytes: 100_000 })
    const large = (id: string, at: number): BinaryNode => ({
      tag: at % 2 ? 'receipt' : 'message',
      attrs: { id },
      content: [{ tag: 'enc', attrs: {}, content: new Uint8Array(20_000) }],
    })
    come(...ids(50).map(large))
    await expect.poll(() => queue.length).toBe(0)
    expect(seen.handled.toSorted()).toEqual(ids(50).toSorted())
    expect(seen.most).toBe(5)
  })

  it('stay counted until their events are safe', async () => {
    const { come, seen, state, queue } = overrun({ stanzas: 20, bytes: 1e9 })
    let secure: () => void = () => {}
    state.safe = new Promise<void>(resolve => (secure = resolve))
    come(...ids(100).map(id => node(id)))
    await idle()
    await idle()
    expect(seen.handled).toHaveLength(20)
    expect(seen.sockets).toBe(1)
    secure()
    await expect.poll(() => queue.length).toBe(0)
    expect(seen.handled).toEqual(ids(100))
  })

  it('are counted no more when their socket has ended, though its Baileys waits for ever', async () => {
    const intake = new Intake({ stanzas: 3, bytes: 1e9 })
    const { ws, state, stanzas } = world(() => new Promise(() => {}), 'message', intake)
    for (const id of ids(5)) ws.emit('CB:message', node(id))
    await idle()
    expect(intake.now().stanzas).toBe(3)
    state.current = false
    stanzas.ended()
    expect(intake.now()).toEqual({ stanzas: 0, bytes: 0 })
  })

  it('of one connection do not keep another from taking a few', async () => {
    const host = new Intake({ stanzas: 100, bytes: 1e9 })
    const busy = overrun({ stanzas: 500, bytes: 1e9 }, host)
    const quiet = overrun({ stanzas: 500, bytes: 1e9 }, host)
    busy.come(...ids(400).map(id => node(id)))
    quiet.come(...ids(60).map(id => node(id)))
    expect([busy.intake.now().stanzas, quiet.intake.now().stanzas]).toEqual([100, 50])
    await expect.poll(() => busy.queue.length + quiet.queue.length, { timeout: 5000 }).toBe(0)
    expect([busy.seen.handled, quiet.seen.handled]).toEqual([ids(400), ids(60)])
    expect(host.now()).toEqual({ stanzas: 0, bytes: 0 })
  })
})

// ---- the law ----

/** Made once: making keys takes longer than all the rest. */
const CREDS: Buffer = pack(initAuthCreds())
/** Outcome of one delivery of a message. */
const delivery = fc.constantFrom(
  'safe',
  'not safe in time',
  'its event fails',
  'not handed over',
  'the socket closes before it is handed over',
  'the socket closes after it is handed over',
)

it('every message is acknowledged once its event is safe, or is left for WhatsApp to repeat and can be read again; never both', async () => {
  const plans = fc.array(fc.array(delivery, { maxLength: 4 }), { minLength: 1, maxLength: 5 })
  await fc.assert(fc.asyncProperty(plans, keepsTheLaw), { numRuns: 300 })
})

/**
 * Delivers messages on one socket after the other, as WhatsApp does, until all are acknowledged.
 * After its plan all goes well.
 */
async function keepsTheLaw(plans: string[][]): Promise<void> {
  const stored = new Map([['creds', CREDS]])
  const items = {
    get: async (name: string) => stored.get(name),
    put: async (name: string, value: Buffer) => void stored.set(name, value),
  } as unknown as FencedItems
  const published = new Set<string>()
  const acknowledged = new Set<string>()
  const givenUp = new Map<string, number>()
  const ids = plans.map((_, at) => `M${at}`)
  let source: { current: boolean; close: () => void }
  const stanzas = new Stanzas({
    connectionId: 'n',
    log,
    failures: reporting({ failed: () => source.close(), thrown: error => expect.fail(String(error)) }),
    pending: { safe: async () => {} },
    arrivals: { came() {}, begins() {} },
    intake: new Intake(CONNECTION_LIMIT),
  })
  for (let socket = 0; acknowledged.size < ids.length; socket++) {
    expect(socket).toBeLessThan(ids.length * 5)
    const ws = new EventEmitter()
    const raw = {
      readyState: OPEN,
      send: (frame: Uint8Array | string) => void left.push(String(frame)),
      terminate: () => {},
    }
    const left: string[] = []
    const state = await openAuthState({ items, log, onFailure: error => expect.fail(String(error)) })
    const gate = installWriteGate(
      raw,
      state,
      () => {},
      error => expect.fail(String(error)),
    )
    const mine = {
      current: true,
      close() {
        mine.current = false
        raw.readyState = 3
        gate.close()
      },
    }
    source = mine
    // As Baileys: decrypt, send the receipt, and then hand over.
    ws.on('CB:message', async ({ attrs }: BinaryNode) => {
      const id = attrs.id!
      const known = await state.keys.get('session', [`${id}.0`])
      if (Object.keys(known).length) {
        // Its ratchet key was used: it can be read no more, so it must have been published.
        expect(published.has(id) || (givenUp.get(id) ?? 0) >= 3).toBe(true)
        raw.send(id)
        return
      }
      const fate = plans[Number(id.slice(1))]!.shift() ?? 'safe'
      const work = stanzaWork.getStore()!
      work.decrypting = true
      await state.keys.set({ session: { [`${id}.0`]: { _sessions: {}, version: 'v1' } as unknown as Uint8Array } })
      work.decrypting = false
      if (fate === 'the socket closes before it is handed over') return mine.close()
      raw.send(id)
      if (fate === 'not handed over') {
        givenUp.set(id, (givenUp.get(id) ?? 0) + 1)
        return
      }
      givenUp.delete(id)
      const outcome = {
        'not safe in time': () => new Promise<void>(() => {}),
        'its event fails': () => Promise.reject(new Error('the table is away')),
      }[fate]
      stanzas.secured(id, outcome ? outcome() : Promise.resolve().then(() => void published.add(id)))
      if (fate === 'the socket closes after it is handed over') mine.close()
    })
    stanzas.follow(
      { socket: { ws }, isSound: () => raw.readyState === OPEN },
      { isCurrent: () => mine.current, replayed() {}, leaving() {}, reopen: async () => {} },
    )
    for (const id of ids) if (!acknowledged.has(id)) ws.emit('CB:message', node(id))
    await idle()
    mine.close()
    await state.end()
    for (const id of left) {
      expect(published.has(id) || (givenUp.get(id) ?? 0) >= 3).toBe(true)
      expect(acknowledged.has(id)).toBe(false)
      acknowledged.add(id)
    }
  }
}
