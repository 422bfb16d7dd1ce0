/**
 * Ids are UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds, then 74 bits that are random or, for
 * messages, a digest of the connection and the WhatsApp id. Only WebCrypto is used, so that
 * browsers can run it too.
 */

const format = (bytes: Uint8Array): string => {
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const compose = (ms: number, tail: Uint8Array): string => {
  const bytes = new Uint8Array(16)
  let rest = ms
  for (let i = 5; i >= 0; i--) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(tail.subarray(0, 10), 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return format(bytes)
}

/**
 * Returns the id of a moment (epoch milliseconds) and a digest of at least ten bytes: the same for
 * the same two.
 */
export const idFromDigest = (ms: number, digest: Uint8Array): string => compose(ms, digest)

let lastMs = 0
let counter = 0

/**
 * Returns a new id, strictly increasing within this process even inside one millisecond (RFC 9562
 * §6.2, method 1).
 */
export function newId(now = Date.now()): string {
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  const tail = crypto.getRandomValues(new Uint8Array(10))
  tail[0] = counter >> 8
  tail[1] = counter & 0xff
  return compose(lastMs, tail)
}

/** Returns the part of a message id that is the digest; it is also the key of its pointer row. */
export function messageDigest(id: string): string {
  const hex = id.replaceAll('-', '')
  // Version and variant bits are constant, so dropping them from these two nibbles loses nothing.
  return hex.slice(13, 16) + ((Number.parseInt(hex[16]!, 16) & 0x3).toString(16) + hex.slice(17))
}

/**
 * Returns the id of a message: the same (connection, WhatsApp id) always has the same digest, and
 * `at` (epoch milliseconds) is its place in the conversation. A redelivery with another `at` has
 * another id with the same digest, which the pointer row refuses.
 */
export async function messageId(connectionId: string, whatsappMessageId: string, at: number): Promise<string> {
  const data = new TextEncoder().encode(`${connectionId}|${whatsappMessageId}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return compose(at, hash)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Returns whether a text has the form of an id. */
export const isId = (text: string): boolean => UUID.test(text)

/** Returns the time inside an id, epoch milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/**
 * Returns the prefix of every id of a moment (epoch milliseconds): it sorts below all of them, and
 * above all earlier ones.
 */
export const idsFrom = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/**
 * Returns a text that sorts above every id of a moment (epoch
 * milliseconds), and below all later ones.
 */
export const idsUntil = (ms: number): string => `${idsFrom(ms)}~`
