import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'

export type RawWebSocket = {
  /**
   * Returns every byte after the server's answer to the upgrade, as text. Frames are neither masked
   * nor compressed.
   */
  received: () => string
  send: (message: object) => void
  close: () => void
}

/** Opens a WebSocket that keeps raw bytes, so that the test sees what a library would drop. */
export async function openRawWebSocket(url: string): Promise<RawWebSocket> {
  const upgrade = request(url.replace('ws:', 'http:'), {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  })
  upgrade.end()
  upgrade.once('response', response => upgrade.destroy(new Error(`the WebSocket was refused: ${response.statusCode}`)))
  const [, socket, head] = (await once(upgrade, 'upgrade')) as [IncomingMessage, Socket, Buffer]
  const chunks = [head]
  socket.on('data', chunk => chunks.push(chunk))
  socket.on('error', () => {})
  return {
    received: () => Buffer.concat(chunks).toString('latin1'),
    send: message => void socket.write(textFrame(JSON.stringify(message))),
    close: () => void socket.destroy(),
  }
}

/** Returns a text frame of a client: masked, as the protocol demands. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  if (payload.length > 0xffff) throw new Error('too long for this test client')
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 0xff]
  const mask = randomBytes(4)
  return Buffer.concat([Buffer.from([0x81, ...length]), mask, payload.map((byte, i) => byte ^ mask[i % 4]!)])
}
