import { createStore, useStore } from '#/lib/store.ts'

type Colleague = { id: string; name: string }
type Writer = { name: string | null; presence: 'composing' | 'recording'; until: number }

/**
 * People who are typing in each ticket, and people who have it open; both expire when no further
 * event arrives.
 */
const writing = createStore<Record<string, Writer>>({})
const watching = createStore<Record<string, Colleague[]>>({})

/** Colleagues who are typing an answer in each ticket; a ticket without any has no entry. */
const typing = createStore<Record<string, (Colleague & { until: number })[]>>({})

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

/** Keeps that a colleague types an answer, or no longer does. */
export function setTypist(ticketId: string, { id, name }: Colleague, isTyping: boolean) {
  const until = Date.now() + HOLDS_MS
  typing.set(now => {
    const { [ticketId]: before = [], ...rest } = now
    const typists = before.filter(each => each.id !== id)
    if (isTyping) typists.push({ id, name, until })
    // A colleague's message ends their typing, which mostly was not seen here.
    else if (typists.length === before.length) return now
    return typists.length > 0 ? { ...rest, [ticketId]: typists } : rest
  })
  if (!isTyping) return
  setTimeout(() => {
    if (typing.get()[ticketId]?.some(each => each.id === id && each.until === until))
      setTypist(ticketId, { id, name }, false)
  }, HOLDS_MS)
}

/** Returns the colleagues who type an answer in a ticket right now. */
export const typistsOf = (ticketId: string): readonly Colleague[] => typing.get()[ticketId] ?? nobody

/** Returns the colleagues who type an answer in a ticket, and follows them. */
export const useTypists = (ticketId: string): readonly Colleague[] => useStore(typing)[ticketId] ?? nobody

export function setViewers(ticketId: string, users: Colleague[]) {
  watching.set(now => ({ ...now, [ticketId]: users }))
}

/** Returns who is typing in a ticket; a `name` of null is the contact. */
export function useWriter(ticketId: string): Writer | undefined {
  return useStore(writing)[ticketId]
}

const nobody: Colleague[] = []

/** Returns the attendants who have a ticket open, the caller included. */
export function useViewers(ticketId: string) {
  return useStore(watching)[ticketId] ?? nobody
}
