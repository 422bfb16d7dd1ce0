import { FORWARD_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { useSyncExternalStore } from 'react'
import { createStore, useStore } from '#/lib/store.ts'

/** Messages selected in a conversation; null while none is being selected. */
export const selection = createStore<{ ticketId: string; messages: readonly Message[] } | null>(null)

/**
 * Selects a message, or takes it out again; the first one begins the selection. Returns false if
 * there are as many as one call forwards.
 */
export function toggleSelected(message: Message): boolean {
  const now = selection.get()
  const messages = now?.ticketId === message.ticketId ? now.messages : []
  const others = messages.filter(({ id }) => id !== message.id)
  if (others.length >= FORWARD_LIMITS.messages) return false
  const next = others.length < messages.length ? others : [...messages, message]
  selection.set({ ticketId: message.ticketId, messages: next })
  return true
}

/** Returns whether a message is selected; null while its conversation is only read. */
export const useSelected = ({ id, ticketId }: Message): boolean | null =>
  useSyncExternalStore(selection.subscribe, () => {
    const now = selection.get()
    return now?.ticketId === ticketId ? now.messages.some(each => each.id === id) : null
  })

/** Ids of the messages whose translation is shown, until the page is left. */
export const translated = createStore<ReadonlySet<string>>(new Set())

/** Returns whether the translation of a message is shown. */
export const useTranslated = (id: string): boolean => useStore(translated).has(id)
