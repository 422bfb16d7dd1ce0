import { eventName, PAYLOADS, type Payload, type RealtimeChannel } from '@balcao/shared/events/realtime.ts'
import { listSockets, removeSocket, type SocketRow } from '../data/realtime/socket.ts'
import { logger } from '../http/logger.ts'
import { isPaidNow } from '../http/require-paid.ts'
import { hangUp, post } from './gateway.ts'
import { type Audience, payloadFor } from './recipients.ts'

/** Events published in the same turn share one read of the company's sockets. */
const reads = new Map<string, Promise<SocketRow[]>>()

function socketsOf(companyId: string): Promise<SocketRow[]> {
  let read = reads.get(companyId)
  if (!read) {
    read = new Promise<void>(resolve => setImmediate(resolve)).then(() => {
      // From here on it is on its way: a later event must see sockets that come later.
      reads.delete(companyId)
      return listSockets(companyId)
    })
    reads.set(companyId, read)
  }
  return read
}

/**
 * Tells the browsers of a company. `ticket`, `appMessage` and `presence` reach only those who may see `audience.ticket`
 * and joined a fitting room. Costs one read (and one in half a minute), nothing more when nobody listens. Never fails its caller: what is not heard
 * is fetched after the reconnect.
 */
export async function publish<C extends RealtimeChannel>(
  companyId: string,
  channel: C,
  payload: Payload<C>,
  audience: Audience = {},
): Promise<void> {
  try {
    await deliver(companyId, channel, payload, audience, await admitted(companyId, await socketsOf(companyId)))
  } catch (error) {
    logger.error('publish', { companyId, channel, error: error as Error })
  }
}

/** Who hears whatever the company's standing. */
const isOperator = (socket: SocketRow): boolean => socket.super || socket.support === true

/** Those who may still hear: of a company that is past its due date or disabled only who runs the installation, the others are closed. */
async function admitted(companyId: string, sockets: readonly SocketRow[]): Promise<readonly SocketRow[]> {
  if (sockets.every(isOperator) || (await isPaidNow(companyId))) return sockets
  await Promise.all(
    sockets
      .filter(socket => !isOperator(socket))
      .map(async ({ connectionId }) => {
        await hangUp(connectionId)
        await removeSocket(companyId, connectionId)
      }),
  )
  return sockets.filter(isOperator)
}

async function deliver<C extends RealtimeChannel>(
  companyId: string,
  channel: C,
  payload: Payload<C>,
  audience: Audience,
  sockets: readonly SocketRow[],
): Promise<void> {
  // Most sockets hear the same: each distinct payload is parsed (which strips what must not leave) and written once.
  const texts = new Map<string, string>()
  const event = eventName(companyId, channel, payload)
  await Promise.all(
    sockets.map(async socket => {
      const mine = payloadFor(socket, channel, payload, audience)
      if (mine === undefined) return
      const kind = variantOf(payload, mine)
      let text = texts.get(kind)
      if (text === undefined) {
        text = JSON.stringify({ event, payload: PAYLOADS[channel].parse(mine) })
        texts.set(kind, text)
      }
      await send(socket, text)
    }),
  )
}

/** Tells apart what one event may become for different listeners. */
function variantOf(payload: object, mine: object): string {
  if (mine === payload) return 'same'
  if ('notify' in mine) return `notify ${mine.notify}`
  if ('session' in mine) return `qr ${(mine.session as { qrcode: string }).qrcode !== ''}`
  if ('whatsapp' in mine) return `qr ${(mine.whatsapp as { qrcode: string }).qrcode !== ''}`
  if ('productStore' in mine) return 'without cost'
  return 'gone'
}

/** While `$connect` runs, the gateway answers Gone for the connection that is about to open. */
const OPENING_MS = 10_000

/** Says something to one socket; a browser that is gone is forgotten. */
export async function send(
  { companyId, connectionId, connectedAt }: Pick<SocketRow, 'companyId' | 'connectionId' | 'connectedAt'>,
  text: string,
): Promise<void> {
  try {
    if (await post(connectionId, text)) return
    if (Date.now() - Date.parse(connectedAt) > OPENING_MS) await removeSocket(companyId, connectionId)
  } catch (error) {
    logger.warn('a socket could not be told', { companyId, error: error as Error })
  }
}
