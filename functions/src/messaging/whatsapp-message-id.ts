import { createHash, randomUUID } from 'node:crypto'

/**
 * Returns an id for a message we send, in the form of WhatsApp Web's own ids (3EB0 and 18 hex
 * digits). The same parts always give the same id, so that work that runs twice sends one message;
 * without parts the id is random.
 */
export function whatsappMessageId(...parts: string[]): string {
  const seed = parts.length > 0 ? parts.join('|') : randomUUID()
  return `3EB0${createHash('sha256').update(seed).digest('hex').slice(0, 18).toUpperCase()}`
}
