import { setTimeout as sleep } from 'node:timers/promises'
import { PING_SECONDS } from '@balcao/shared/events/realtime.ts'
import WebSocket from 'ws'

type ServerEvent = { event: string; payload: Record<string, unknown> }

/** An attendant's browser: it stays connected and receives realtime events. */
export type Browser = {
  send: (message: object) => void
  /** Returns how often the server closed its socket. */
  closed: () => number
  close: () => void
}

const AGAIN_MS = 250

/**
 * Opens a WebSocket as the web does, and reopens it when it closes.
 * @param rooms messages to send after each opening
 * @param hear called with the last word of the event's name, and the moment of its arrival
 * (`performance.now`)
 */
export async function listenAsBrowser(options: {
  wsUrl: string
  token: () => Promise<string>
  rooms: () => object[]
  onEvent: (channel: string, payload: Record<string, unknown>, at: number) => void
}): Promise<Browser> {
  let over = false
  let closed = 0
  let socket: WebSocket | undefined

  async function open(): Promise<void> {
    const opened = new WebSocket(`${options.wsUrl}?token=${encodeURIComponent(await options.token())}`)
    await new Promise<void>((resolve, reject) => {
      opened.once('open', resolve)
      opened.once('error', reject)
    })
    opened.on('error', () => undefined)
    opened.on('message', data => {
      const at = performance.now()
      const { event, payload } = JSON.parse(data.toString()) as ServerEvent
      if (payload) options.onEvent(event.split('-').at(-1)!, payload, at)
    })
    opened.once('close', () => {
      if (over) return
      closed++
      void reopen()
    })
    socket = opened
    for (const message of options.rooms()) send(message)
  }

  async function reopen(): Promise<void> {
    while (!over) {
      await sleep(AGAIN_MS)
      try {
        return await open()
      } catch {
        // The next attempt follows.
      }
    }
  }

  const send = (message: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  await open()
  const pings = setInterval(() => send({ action: 'ping' }), PING_SECONDS * 1000)
  return {
    send,
    closed: () => closed,
    close() {
      over = true
      clearInterval(pings)
      socket?.close()
    },
  }
}
