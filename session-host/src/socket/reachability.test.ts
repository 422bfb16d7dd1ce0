import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canConnect, Reachability } from './reachability.ts'

describe('Reachability', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Network that is there when `state.there` says so, and the times at which it was tried (s). */
  function world() {
    const state = { there: false }
    const tries: number[] = []
    const begun = Date.now()
    const reachability = new Reachability(async () => {
      tries.push((Date.now() - begun) / 1000)
      return state.there
    })
    return { state, tries, reachability, pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000) }
  }

  it('tries once for all who wait, less often up to every 5 s, and calls them when it is there', async () => {
    const { state, tries, reachability, pass } = world()
    const back = vi.fn()
    for (const id of ['a', 'b', 'c']) reachability.whenReachable(id, () => back(id))
    reachability.forget('b')
    await pass(23)
    expect(tries).toEqual([1, 3, 7, 12, 17, 22])
    state.there = true
    await pass(5)
    expect(back.mock.calls.flat()).toEqual(['a', 'c'])
    await pass(600)
    expect(tries).toHaveLength(7)
  })

  it('tries nothing for nobody', async () => {
    const { tries, reachability, pass } = world()
    reachability.whenReachable('a', () => {})
    reachability.forget('a')
    await pass(60)
    expect(tries).toEqual([])
  })

  it('calls ever more rarely while the sockets fail although it seems to be there', async () => {
    const { state, reachability, pass } = world()
    state.there = true
    const calls: number[] = []
    const begun = Date.now()
    const wait = () =>
      reachability.whenReachable('a', () => {
        calls.push((Date.now() - begun) / 1000)
        wait()
      })
    wait()
    await pass(300)
    expect(calls).toEqual([1, 6, 16, 36, 76, 136, 196, 256])
    reachability.reached()
    await pass(60)
    expect(calls.length).toBeGreaterThan(9)
  })
})

describe('canConnect', () => {
  it('reaches a listening port, and neither a closed one nor one without TLS where TLS is asked for', async () => {
    const server = createServer(socket =>
      socket
        .on('error', () => {})
        .resume()
        .end('no TLS here'),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await canConnect(`ws://127.0.0.1:${port}/ws/chat`)).toBe(true)
    expect(await canConnect(`wss://127.0.0.1:${port}/ws/chat`)).toBe(false)
    await new Promise(resolve => server.close(resolve))
    expect(await canConnect(`ws://127.0.0.1:${port}/ws/chat`)).toBe(false)
  })
})
