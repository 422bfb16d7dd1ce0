import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyMessageContent, MiscMessageGenerationOptions, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { chatKind } from '../mapping/jid.ts'
import type { ConnectionSession } from '../session/connection-session.ts'

const ACK_MS = 20_000
/** Milliseconds between two checks of a connection that does not change. */
const CHECK_MS = 30_000
const UPLOAD_MS = 5 * 60 * 1000
/** Milliseconds for a whole message, uploads included. */
const SEND_MS = 10 * 60 * 1000
/** Pauses in milliseconds between attempts on an open socket. */
export const RETRY_MS = [1000, 3000, 10_000, 30_000]

/**
 * Returns the socket once it is open; `closed` if nobody opens it for `closedMs`; `stopped` when
 * this host hands over.
 */
export async function whenOpen(
  session: ConnectionSession,
  signal: AbortSignal,
  closedMs: number,
): Promise<WASocket | 'closed' | 'stopped'> {
  let closedSince = 0
  while (!signal.aborted) {
    const socket = session.socket()
    if (socket) return socket
    if (session.willOpen()) closedSince = 0
    else {
      closedSince ||= Date.now()
      if (Date.now() - closedSince >= closedMs) return 'closed'
    }
    // A change wakes this at once; the timeout covers missed changes.
    await session.changes.next(closedSince ? Math.min(CHECK_MS, closedSince + closedMs - Date.now()) : CHECK_MS, signal)
  }
  return 'stopped'
}

/**
 * Sends and waits for WhatsApp's answer.
 * @returns the message that was sent, and the error code if WhatsApp refused it
 */
export async function sendAndWait(
  session: ConnectionSession,
  socket: WASocket,
  jid: string,
  content: AnyMessageContent,
  messageId: string,
  extra: MiscMessageGenerationOptions = {},
): Promise<{ message: WAMessage | undefined; error: string | undefined }> {
  // The listener is set before the frame leaves. Uploads come before it too, so the wait begins
  // only after sendMessage.
  const answered = session.acks.wait(messageId, SEND_MS)
  answered.catch(() => undefined)
  if (chatKind(jid) === 'group') await session.groups.metadata(jid)
  const options = { messageId, mediaUploadTimeoutMs: UPLOAD_MS, ...extra }
  // If the answer to an upload breaks off, Baileys waits forever.
  const message = await within(SEND_MS, socket.sendMessage(jid, content, options))
  return { message, error: await within(ACK_MS, answered) }
}

/** Waits for `ms`, or until the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

/**
 * Waits for the work up to `ms`.
 * @throws when it takes longer; it continues, and its result is ignored
 */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('WhatsApp did not answer in time')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
