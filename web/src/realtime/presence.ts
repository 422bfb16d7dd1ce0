import { createStore, useStore } from '#/lib/store.ts'

type Writer = { name: string | null; presence: 'composing' | 'recording'; until: number }

/**
 * People who are typing in each ticket, and people who have it open; both expire when no further
 * event arrives.
 */
const writing = createStore<Record<string, Writer>>({})
const watching = createStore<Record<string, { id: string; name: string }[]>>({})

/** Time a typing event stays valid, ms; WhatsApp repeats it. */
const HOLDS_MS = 12_000

export function setWriting(ticketId: string, presence: 'composing' | 'recording' | 'paused', name: string | null) {
  if (presence === 'paused') return writing.set(({ [ticketId]: _, ...rest }) => rest)
  const until = Date.now() + HOLDS_MS
  writing.set(now => ({ ...now, [ticketId]: { name, presence, until } }))
  setTimeout(() => {
    writing.set(now => {
      if (now[ticketId]?.until !== until) return now
      const { [ticketId]: _, ...rest } = now
      return rest
    })
  }, HOLDS_MS)
}

export function setViewers(ticketId: string, users: { id: string; name: string }[]) {
  watching.set(now => ({ ...now, [ticketId]: users }))
}

/** Returns who is typing in a ticket; a `name` of null is the contact. */
export function useWriter(ticketId: string): Writer | undefined {
  return useStore(writing)[ticketId]
}

const nobody: { id: string; name: string }[] = []

/** Returns the attendants who have a ticket open, the caller included. */
export function useViewers(ticketId: string) {
  return useStore(watching)[ticketId] ?? nobody
}
