import { mayAccess } from '@balcao/shared/access.ts'
import { eventName, PAYLOADS, type Payload, type RealtimeChannel } from '@balcao/shared/events/realtime.ts'
import { doesHideNumbers } from '../data/company/setting.ts'
import { listSockets, removeSocket, type SocketRow } from '../data/realtime/socket.ts'
import { logger } from '../http/logger.ts'
import { maskFor } from '../http/mask-for.ts'
import { isPaidNow } from '../http/require-paid.ts'
import { disconnectSocket, post } from './gateway.ts'
import { type Audience, payloadFor } from './recipients.ts'

/**
 * Cache of reads: events published in the same tick of the event loop share one read of the
 * company's sockets.
 */
const reads = new Map<string, Promise<SocketRow[]>>()

function socketsOf(companyId: string): Promise<SocketRow[]> {
  let read = reads.get(companyId)
  if (!read) {
    read = new Promise<void>(resolve => setImmediate(resolve)).then(() => {
      // From here on the read is under way: a later event must see sockets that open later.
      reads.delete(companyId)
      return listSockets(companyId)
    })
    reads.set(companyId, read)
  }
  return read
}

/**
 * Publishes to the browsers of a company. `ticket`, `appMessage` and `presence` reach only users
 * who may see `audience.ticket` and joined a fitting room. Costs one read (and one in half a
 * minute), nothing more when no socket is open. Never throws: a browser that missed an event reads
 * its data anew after the reconnect.
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

/** Returns whether a socket gets events whatever the company's state. */
const isOperator = (socket: SocketRow): boolean => socket.super || socket.support === true

/**
 * Returns the sockets that may still get events: if the company is past its due date or disabled,
 * only those of the operator; the others are closed.
 */
async function admitted(companyId: string, sockets: readonly SocketRow[]): Promise<readonly SocketRow[]> {
  if (sockets.every(isOperator) || (await isPaidNow(companyId))) return sockets
  await Promise.all(
    sockets
      .filter(socket => !isOperator(socket))
      .map(async ({ connectionId }) => {
        await disconnectSocket(connectionId)
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
  const hides = sockets.some(socket => !mayAccess('numbers', socket)) && (await doesHideNumbers(companyId))
  // Most sockets get the same: each distinct payload is parsed (which strips fields that must not
  // leave) and serialized once.
  const texts = new Map<string, Promise<string>>()
  const event = eventName(companyId, channel, payload)
  await Promise.all(
    sockets.map(async socket => {
      const mine = payloadFor(socket, channel, payload, audience)
      if (mine === undefined) return
      const isHidden = hides && !mayAccess('numbers', socket)
      const kind = `${isHidden} ${variantOf(payload, mine)}`
      let text = texts.get(kind)
      if (text === undefined) {
        const parsed = PAYLOADS[channel].parse(mine)
        text = (isHidden ? hideIn(companyId, channel, parsed) : Promise.resolve(parsed)).then(shown =>
          JSON.stringify({ event, payload: shown }),
        )
        texts.set(kind, text)
      }
      await send(socket, await text)
    }),
  )
}

/**
 * Rows with numbers of the company's own, and texts without data of a contact
 * (`http/hidden-numbers.ts`).
 */
const OWN: ReadonlySet<RealtimeChannel> = new Set([
  ...(['whatsapp', 'whatsappSession', 'company', 'quickMessage', 'macro', 'help', 'announcement'] as const),
  'textDraft',
])

/**
 * Returns a payload with masked numbers. Digits at the end of a text that is still
 * being written may be half a number.
 */
async function hideIn<T extends object>(companyId: string, channel: RealtimeChannel, payload: T): Promise<T> {
  if (OWN.has(channel)) return payload
  const masked = await maskFor(companyId, payload)
  return 'requestId' in masked && 'text' in masked && typeof masked.text === 'string'
    ? { ...masked, text: masked.text.replace(/[+(]?\d[\d\s().+-]*$/, '') }
    : masked
}

/** Returns a key for the variants of an event that different recipients get. */
function variantOf(payload: object, mine: object): string {
  if (mine === payload) return 'same'
  if ('notify' in mine) return `notify ${mine.notify}`
  if ('session' in mine) return `qr ${(mine.session as { qrcode: string }).qrcode !== ''}`
  if ('whatsapp' in mine) return `qr ${(mine.whatsapp as { qrcode: string }).qrcode !== ''}`
  if ('productStore' in mine) return 'without cost'
  return 'gone'
}

/**
 * Time in which the gateway answers Gone for a connection that is about to open, while `$connect`
 * runs.
 */
const OPENING_MS = 10_000

/** Sends an event to one socket; a browser that is gone is removed. */
export async function send(
  { companyId, connectionId, connectedAt }: Pick<SocketRow, 'companyId' | 'connectionId' | 'connectedAt'>,
  text: string,
): Promise<void> {
  try {
    if (await post(connectionId, text)) return
    if (Date.now() - Date.parse(connectedAt) > OPENING_MS) await removeSocket(companyId, connectionId)
  } catch (error) {
    logger.warn('an event did not reach a socket', { companyId, error: error as Error })
  }
}
