import { describe, expect, it } from 'vitest'
import { createDeferred, type StanzaWork, stanzaWork } from './stanza-work.ts'
import { installWriteGate, OPEN } from './write-gate.ts'

/** A socket that keeps what leaves, and keys that are stored when `store` is called. */
function world() {
  const left: string[] = []
  let flushes = 0
  let version = 0
  let stored = 0
  let waiting: (() => void)[] = []
  const onFlush: (() => void)[] = []
  const failures: unknown[] = []
  const raw = {
    readyState: OPEN,
    send: (data: Uint8Array | string) => void left.push(String(data)),
    terminate() {},
  }
  const gate = installWriteGate(
    raw,
    {
      version: () => version,
      async stored(wanted) {
        while (stored < wanted) await new Promise<void>(resolve => waiting.push(resolve))
      },
    },
    () => {
      flushes++
      for (const then of onFlush.splice(0)) then()
    },
    error => failures.push(error),
  )
  return {
    left,
    gate,
    raw,
    failures,
    write: (data: string) => raw.send(data),
    change: () => ++version,
    store() {
      stored = version
      const resolve = waiting
      waiting = []
      for (const each of resolve) each()
    },
    flushes: () => flushes,
    onFlush: (then: () => void) => onFlush.push(then),
    /** Writes in the course of a received message, whose event is bound to `work`. */
    answer(data: string, work: Promise<unknown>) {
      const event = createDeferred(() => undefined)
      event.settle(work)
      const stanza: StanzaWork = { kind: 'message', id: '1', eventStored: event, safeToSend: event, decrypting: false }
      stanzaWork.run(stanza, () => raw.send(data))
    },
  }
}

const turn = () => new Promise(resolve => setTimeout(resolve, 5))

describe('the write gate', () => {
  it('lets through at once what depends on nothing', async () => {
    const { write, left } = world()
    write('a')
    await turn()
    expect(left).toEqual(['a'])
  })

  it('holds a frame until the keys changed before it are stored, and the frames behind it', async () => {
    const { write, change, store, left } = world()
    change()
    write('a')
    write('b')
    await turn()
    expect(left).toEqual([])
    store()
    await turn()
    expect(left).toEqual(['a', 'b'])
  })

  it('holds a receipt until its event is safe', async () => {
    const { answer, left } = world()
    let secure: () => void = () => undefined
    answer('receipt', new Promise<void>(resolve => (secure = resolve)))
    await turn()
    expect(left).toEqual([])
    secure()
    await turn()
    expect(left).toEqual(['receipt'])
  })

  it('empties the buffer of events when a receipt waits for an event in it', async () => {
    const { answer, onFlush, left } = world()
    answer('receipt', new Promise<void>(resolve => onFlush(resolve)))
    await expect.poll(() => left).toEqual(['receipt'])
  })

  it('empties it too when keys wait to be stored until an event in it is safe', async () => {
    const { write, change, store, onFlush, left } = world()
    change()
    onFlush(store)
    write('a query of the history sync')
    await expect.poll(() => left).toEqual(['a query of the history sync'])
  })

  it('tells what is thrown while it waits or writes, and goes on', async () => {
    const { answer, write, onFlush, raw, failures, left } = world()
    onFlush(() => {
      throw new Error('flush')
    })
    answer('receipt', new Promise<void>(resolve => setTimeout(() => onFlush(resolve), 40)))
    await expect.poll(() => left).toEqual(['receipt'])
    Object.defineProperty(raw, 'readyState', {
      configurable: true,
      get() {
        throw new Error('write')
      },
    })
    write('a')
    await turn()
    Object.defineProperty(raw, 'readyState', { value: OPEN })
    write('b')
    await turn()
    expect(left).toEqual(['receipt', 'b'])
    expect(failures.map(String)).toEqual(['Error: flush', 'Error: write'])
  })

  it('lets nothing out any more once closed', async () => {
    const { write, change, store, gate, left, flushes } = world()
    change()
    write('a')
    gate.close()
    store()
    await turn()
    write('b')
    await turn()
    expect(left).toEqual([])
    const before = flushes()
    await new Promise(resolve => setTimeout(resolve, 40))
    expect(flushes()).toBe(before)
  })
})
