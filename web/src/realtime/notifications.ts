import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { createStore, useStore } from '#/lib/store.ts'

export type Notification = { ticket: Ticket; message: Message }

/** Notifications the bell in the top bar lists: newest first, one per ticket. */
const list = createStore<Notification[]>([])
const alerts = new Set<(notification: Notification) => void>()

/**
 * True once it is worth asking for desktop notifications: a message arrived that would have shown
 * one.
 */
export const worthAsking = createStore(false)

const KEPT = 30

export const useNotifications = () => useStore(list)

/** Registers a listener for new notifications: the sound and the browser's own notifications. */
export function onNotification(alert: (notification: Notification) => void): () => void {
  alerts.add(alert)
  return () => alerts.delete(alert)
}

export function notifyOf(ticket: Ticket, message: Message) {
  list.set(now => [{ ticket, message }, ...now.filter(other => other.ticket.id !== ticket.id)].slice(0, KEPT))
  for (const alert of alerts) alert({ ticket, message })
}

export function forgetNotifications(ticketId: string) {
  list.set(now =>
    now.some(other => other.ticket.id === ticketId) ? now.filter(other => other.ticket.id !== ticketId) : now,
  )
}

export function clearNotifications() {
  list.set([])
}
