import { createHash, randomUUID } from 'node:crypto'

/**
 * An id for a message we send, in the form WhatsApp Web's own have (3EB0 and 18 hex digits). The same parts always give
 * the same id, so that whatever runs twice sends one message; without parts it is a new one.
 */
export function whatsappMessageId(...parts: string[]): string {
  const seed = parts.length > 0 ? parts.join('|') : randomUUID()
  return `3EB0${createHash('sha256').update(seed).digest('hex').slice(0, 18).toUpperCase()}`
}
