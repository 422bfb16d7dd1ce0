import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import type { WASocket } from '@whiskeysockets/baileys'
import { jidOf } from '../mapping/jid.ts'
import type { Session } from '../session/types.ts'

/** How long the business shows as online after an attendant did something; the handset is silent meanwhile. */
const ONLINE_MS = 5 * 60 * 1000

/** Shows the business as online, for a while, and asks for a contact's typing. */
export type ShowOnline = (session: Session, socket: WASocket, jid: string) => void

/** Contacts' typing is told only to who is online and asked for it; the owner's handset rings only while we are not. */
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

/** An attendant types, or stops. Not worth a second try. */
export async function tellPresence(
  command: Extract<OutboundCommand, { type: 'presence' }>,
  session: Session | undefined,
  showOnline: ShowOnline,
): Promise<void> {
  const socket = session?.socket()
  if (!session || !socket) return
  const jid = jidOf(command.to)
  showOnline(session, socket, jid)
  await socket.sendPresenceUpdate(command.presence, jid).catch(() => undefined)
}
