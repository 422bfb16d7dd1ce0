import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import type { WASocket } from '@whiskeysockets/baileys'
import { jidOf } from '../mapping/jid.ts'
import type { ConnectionSession } from '../session/connection-session.ts'

/**
 * Milliseconds for which the business shows as online after an attendant did something; the
 * business phone does not ring meanwhile.
 */
const ONLINE_MS = 5 * 60 * 1000

/** Shows the business as online for a while, and subscribes to a contact's typing. */
export type ShowOnline = (session: ConnectionSession, socket: WASocket, jid: string) => void

/**
 * Returns a function that shows the business as online. WhatsApp sends contacts' typing only to
 * clients that are online and subscribed; the business phone rings only while no client is online.
 */
export function createShowOnline(): ShowOnline {
  const online = new Map<string, NodeJS.Timeout>()
  return (session, socket, jid) => {
    const { connectionId } = session
    const timer = online.get(connectionId)
    const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
    if (timer) timer.refresh()
    else {
      quietly(socket.sendPresenceUpdate('available'))
      const off = setTimeout(() => {
        online.delete(connectionId)
        const now = session.socket()
        if (now) quietly(now.sendPresenceUpdate('unavailable'))
      }, ONLINE_MS)
      online.set(connectionId, off.unref())
    }
    quietly(socket.presenceSubscribe(jid))
  }
}

/** Sends that an attendant types, or stops. It is not retried. */
export async function sendChatState(
  command: Extract<OutboundCommand, { type: 'presence' }>,
  session: ConnectionSession | undefined,
  showOnline: ShowOnline,
): Promise<void> {
  const socket = session?.socket()
  if (!session || !socket) return
  const jid = jidOf(command.to)
  showOnline(session, socket, jid)
  await socket.sendPresenceUpdate(command.presence, jid).catch(() => undefined)
}
