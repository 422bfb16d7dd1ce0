/**
 * Notifies of a new message in the open page: in one of all tabs, with a sound and, where nobody
 * looks, on the desktop.
 */
import type { Sound } from '@balcao/shared/entities/preferences.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { desktop } from '#/lib/desktop.ts'
import { playSound } from '#/lib/play-sound.ts'
import { currentPreferences } from '#/lib/preferences.ts'
import { pushUserId } from '#/lib/push-user.ts'
import { currentUser } from '#/lib/session.ts'
import { type Notification as Alert, worthAsking } from './notifications.ts'

/**
 * Delay before a tab may notify, ms: first the tab that shows the ticket, which stays silent, then
 * a visible tab, then the others.
 */
const TURN_MS = { inView: 0, seen: 120, hidden: 350 }
/** Time a message counts as notified, ms: all tabs receive its event within that. */
const SHOWN_MS = 10_000

const isSeen = (): boolean => document.visibilityState === 'visible'
const isInView = ({ uuid }: Ticket): boolean => isSeen() && window.location.pathname === `/tickets/${uuid}`

/** Returns the sound of a ticket's queue, or the user's general sound. */
function soundOf(queueId: string | null): Sound {
  const { sound, queueSounds } = currentPreferences().notifications
  return queueSounds.find(each => each.queueId === queueId)?.sound ?? sound
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Returns whether this tab is the first to claim a message. */
function isFirst(messageId: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true)
  return new Promise(resolve => {
    void navigator.locks.request(`balcao.told.${messageId}`, { ifAvailable: true }, lock => {
      resolve(lock !== null)
      return lock ? pause(SHOWN_MS) : undefined
    })
  })
}

/**
 * Notifies of a message, unless another tab does or its ticket is in view.
 * @param open shows the ticket when its notification is clicked
 */
export async function showAlert({ ticket, message }: Alert, open: (ticket: Ticket) => void): Promise<void> {
  const inView = isInView(ticket)
  await pause(inView ? TURN_MS.inView : isSeen() ? TURN_MS.seen : TURN_MS.hidden)
  if (!(await isFirst(message.id)) || inView || isInView(ticket)) return
  playSound(soundOf(ticket.queueId))
  worthAsking.set(true)
  const user = currentUser()
  // A device with web push is notified by the push alone.
  if (isSeen() || !desktop.get() || !user || pushUserId.get() === user.id) return
  show(ticket, lineOf(message), open)
}

function show(ticket: Ticket, body: string, open: (ticket: Ticket) => void) {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(ticket.contact.name, { body, tag: ticket.id, icon: '/favicon.svg' })
    shown.onclick = () => {
      window.focus()
      shown.close()
      open(ticket)
    }
  } catch {
    // Chrome on Android shows notifications only through a service worker: web push covers it.
  }
}
