import { type BinaryNode, S_WHATSAPP_NET } from '@whiskeysockets/baileys'

type Asking = { query: (node: BinaryNode, timeoutMs?: number) => Promise<unknown> }

const UNLINK_MS = 3000

/** Sends a ping. Resolves with the answer or after `ms`, whichever comes first. */
export async function ping(socket: Asking, ms: number): Promise<void> {
  const content = [{ tag: 'ping', attrs: {} }]
  const attrs = { to: S_WHATSAPP_NET, type: 'get', xmlns: 'w:p' }
  await socket.query({ tag: 'iq', attrs, content }, ms).catch(() => undefined)
}

/**
 * Notifies the owner's phone that this device leaves. Resolves with the answer or after 3 s.
 * Baileys' own logout closes the socket before the frame has passed the gate.
 * @param jid our own
 */
export async function leaveHandset(socket: Asking, jid: string): Promise<void> {
  const content = [{ tag: 'remove-companion-device', attrs: { jid, reason: 'user_initiated' } }]
  const attrs = { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' }
  await socket.query({ tag: 'iq', attrs, content }, UNLINK_MS).catch(() => undefined)
}
