import { createHash } from 'node:crypto'
import { createMessage } from '../tickets/messages/create-message.ts'
import type { Operations } from './operations.ts'

/** Writes into a ticket. An idempotency key makes a repeated call the same message. */
export const writeMessage: Operations['messages']['create'] = async (ctx, call) => {
  const key = ctx.headers['idempotency-key']
  const clientId = call.body.clientId ?? (key ? uuidOf(key) : undefined)
  return createMessage(ctx, { ...call, body: { ...call.body, clientId } })
}

/** Returns the same UUID for the same key (RFC 9562 §5.8, version 8). */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
