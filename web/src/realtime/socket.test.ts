import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { CLOSING, type ClosingReason, JOINED, TOO_FAST } from '@balcao/shared/events/realtime.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '#/lib/session.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { joinRoom, onJoined, onOnline } from './rooms.ts'
import { socketState, startRealtime, stopRealtime } from './socket.ts'

type Tab = {
  say: (message: object) => void
  heard: { action: string; seq?: number }[]
  close: () => void
  gone: boolean
}

const TEXT = 0x81
const CLOSE = 0x88

/** The server's end of a WebSocket, as much of RFC 6455 as short texts take. */
async function startServer() {
  const tabs: Tab[] = []
  const server = createServer()
  const self = { tabs, server, url: '', acknowledges: true }
  server.on('upgrade', (request, stream: Socket) => {
    const key = request.headers['sec-websocket-key']
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    stream.write(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
        `sec-websocket-accept: ${accept}\r\n\r\n`,
    )
    const frame = (kind: number, text: string) => stream.write(Buffer.from([kind, text.length, ...Buffer.from(text)]))
    const tab: Tab = {
      say: message => frame(TEXT, JSON.stringify(message)),
      heard: [],
      close: () => frame(CLOSE, ''),
      gone: false,
    }
    tabs.push(tab)
    stream.on('error', () => {})
    stream.on('close', () => {
      tab.gone = true
    })
    stream.on('data', bytes => {
      for (let at = 0; at < bytes.length; ) {
        const length = bytes[at + 1]! & 0x7f
        const mask = bytes.subarray(at + 2, at + 6)
        const said = Buffer.from(bytes.subarray(at + 6, at + 6 + length)).map((byte, i) => byte ^ mask[i % 4]!)
        if (bytes[at] === TEXT) {
          const message = JSON.parse(said.toString())
          tab.heard.push(message)
          if (message.seq && self.acknowledges) tab.say({ event: JOINED, payload: { seq: message.seq } })
        } else stream.end(Buffer.from([CLOSE, 0]))
        at += 6 + length
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return self
}

/** As much of a page as the socket knows of. */
const page = (url: string) => ({
  window: Object.assign(new EventTarget(), { location: { href: url } }),
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
})

let backend: Awaited<ReturnType<typeof startServer>>
let dom: ReturnType<typeof page>
/** Sockets the page asked for. */
let made: number

const RealWebSocket = WebSocket
class CountedWebSocket extends RealWebSocket {
  constructor(url: URL) {
    super(url)
    made += 1
  }
}

/** Drives until it holds; the clock of the page stands still meanwhile. */
async function until(holds: () => boolean) {
  while (!holds()) await new Promise(resolve => setImmediate(resolve))
}
const heard = (at: number, action: string) => (backend.tabs[at]?.heard ?? []).filter(it => it.action === action).length
const live = (at: number) => until(() => heard(at, 'ready') === 1)
const closing = (reason: ClosingReason) => ({ event: CLOSING, payload: { reason } })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  backend = await startServer()
  dom = page(backend.url)
  made = 0
  vi.stubGlobal('WebSocket', CountedWebSocket)
  vi.stubGlobal('window', dom.window)
  vi.stubGlobal('document', dom.document)
  session.set({ state: 'in', token: 'token', user: sessionUser() })
  startRealtime()
  await live(0)
})
afterEach(async () => {
  stopRealtime()
  await until(() => backend.tabs.every(({ gone }) => gone))
  session.set({ state: 'out' })
  backend.server.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the socket of a tab', () => {
  it('says each time it is there that it is', async () => {
    let times = 0
    const end = onOnline(() => {
      times += 1
    })
    backend.tabs[0]!.close()
    await until(() => socketState.get() === 'reconnecting')
    await vi.advanceTimersByTimeAsync(1000)
    await live(1)
    end()
    expect(times).toBe(1)
  })

  it('that newer tabs pushed out stays away until somebody uses it', async () => {
    backend.tabs[0]!.say(closing('tooMany'))
    await until(() => socketState.get() === 'suspended')
    // Neither time nor what comes by itself brings it back.
    vi.advanceTimersByTime(60_000)
    dom.window.dispatchEvent(new Event('online'))
    dom.document.dispatchEvent(new Event('visibilitychange'))
    expect([socketState.get(), made]).toEqual(['suspended', 1])
    dom.window.dispatchEvent(new Event('focus'))
    await live(1)
    expect([socketState.get(), made]).toEqual(['online', 2])
  })

  it('comes back by itself after any other end, late when it said too much', async () => {
    backend.tabs[0]!.close()
    await until(() => socketState.get() === 'reconnecting')
    vi.advanceTimersByTime(500)
    await live(1)
    backend.tabs[1]!.say(closing('tooFast'))
    await until(() => socketState.get() === 'reconnecting')
    vi.advanceTimersByTime(5000)
    expect(made).toBe(2)
    vi.advanceTimersByTime(10_000)
    await live(2)
  })

  it('joins its rooms anew when the server did not hear all of it', async () => {
    const joined = vi.fn()
    const end = onJoined(joined)
    const leave = joinRoom({ action: 'joinTickets', status: 'open' })
    await until(() => joined.mock.calls.length === 1)
    backend.tabs[0]!.say({ event: TOO_FAST })
    await until(() => vi.getTimerCount() > 0)
    vi.advanceTimersByTime(10_000)
    await until(() => joined.mock.calls.length === 2)
    expect(heard(0, 'joinTickets')).toBe(2)
    leave()
    end()
  })

  it('joins a room again that the server does not acknowledge, and in the end counts it as joined', async () => {
    backend.acknowledges = false
    const joined = vi.fn()
    const end = onJoined(joined)
    const leave = joinRoom({ action: 'joinNotification' })
    for (const times of [1, 2, 3]) {
      await until(() => heard(0, 'joinNotification') === times)
      expect(joined).not.toHaveBeenCalled()
      vi.advanceTimersByTime(5000)
    }
    expect(joined).toHaveBeenCalledExactlyOnceWith({ action: 'joinNotification' })
    expect(vi.getTimerCount()).toBe(0)
    leave()
    end()
  })

  it('ignores the acknowledgement of a join that it has left since', async () => {
    backend.acknowledges = false
    const joined = vi.fn()
    const end = onJoined(joined)
    joinRoom({ action: 'joinNotification' })()
    const leave = joinRoom({ action: 'joinNotification' })
    await until(() => heard(0, 'joinNotification') === 2)
    const [first, second] = backend.tabs[0]!.heard.filter(({ action }) => action === 'joinNotification')
    for (const { seq } of [first!, second!]) {
      expect(joined).not.toHaveBeenCalled()
      backend.tabs[0]!.say({ event: JOINED, payload: { seq } })
      backend.tabs[0]!.say({ event: JOINED })
    }
    await until(() => joined.mock.calls.length > 0)
    expect(joined).toHaveBeenCalledTimes(1)
    leave()
    end()
  })

  it('is there on a new socket once its rooms are, or late where the server acknowledges none', async () => {
    const arrived = vi.fn()
    const end = onOnline(arrived)
    const leave = joinRoom({ action: 'joinNotification' })
    for (const acknowledges of [true, false]) {
      backend.acknowledges = acknowledges
      const at = backend.tabs.length
      backend.tabs[at - 1]!.close()
      await until(() => socketState.get() === 'reconnecting')
      arrived.mockClear()
      await vi.advanceTimersByTimeAsync(1000)
      await until(() => heard(at, 'joinNotification') === 1)
      if (!acknowledges) {
        expect(arrived).not.toHaveBeenCalled()
        vi.advanceTimersByTime(5000)
      }
      await until(() => arrived.mock.calls.length === 1)
    }
    leave()
    end()
  })
})
