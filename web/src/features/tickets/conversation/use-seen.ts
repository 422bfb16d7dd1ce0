import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { api, currentUser } from '#/lib/session.ts'
import { forgetNotifications } from '#/realtime/notifications.ts'
import { patchTicket } from '#/realtime/ticket-lists.ts'
import { receivedBehind } from './timeline.ts'
import { BLOCK, PART } from './timeline-row.tsx'

/** While somebody reads on, the server is told at most once in this time. */
const TELL_MS = 800

/** Pixels of its last line that may be missing of what counts as seen. */
const SLACK = 8

interface Given {
  ticket: Ticket
  /** Oldest first, up to the newest. */
  messages: readonly Message[]
  box: RefObject<HTMLElement | null>
  /** The messages are those the server has, and stand where they are to be read. */
  ready: boolean
}

/**
 * The last message that came into view in a visible window, and how many of the contact stand behind it. What its attendant has seen
 * is read: the count falls here at once, and the server, and so WhatsApp, is told. `look` is to be called when something scrolled.
 */
export function useSeen({ ticket, messages, box, ready }: Given) {
  const client = useQueryClient()
  const [seen, setSeen] = useState<string | null>(null)
  const behind = receivedBehind(messages, seen)
  const frame = useRef(0)
  const last = messages.at(-1)?.id ?? ''
  const state = useRef({ ready, seen, last })
  state.current = { ready, seen, last }

  const look = useCallback(() => {
    // Who has seen the last one scrolls for nothing here.
    if (frame.current !== 0 || (state.current.seen ?? '') >= state.current.last) return
    frame.current = requestAnimationFrame(() => {
      frame.current = 0
      const element = box.current
      if (!element || !state.current.ready || document.visibilityState === 'hidden') return
      const id = lastInView(element)
      if (id !== null && (state.current.seen === null || id > state.current.seen)) setSeen(id)
    })
  }, [box])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  // What comes while one stands at the end is seen as it comes; what came while the window was hidden, when it is looked at again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew when there is more
  useEffect(look, [look, messages, ready])
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    window.addEventListener('resize', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('resize', look)
    }
  }, [look])

  // What was left out of drawing had the height it was last known by; drawn, its messages may stand elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box exists once the first page is there
  useEffect(() => {
    const element = box.current
    const event = 'contentvisibilityautostatechange'
    element?.addEventListener(event, look, true)
    return () => element?.removeEventListener(event, look, true)
  }, [look, box, ready])

  const { id, unreadMessages, status } = ticket
  const isOthers = ticket.userId !== null && ticket.userId !== currentUser()?.id
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null)
  const latest = useRef({ seen, behind })
  latest.current = { seen, behind }
  // Each message that comes into view makes it due again, until it was told.
  const due = seen !== null && status !== 'pending' && !isOthers && behind < unreadMessages
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with each message that is read
  useEffect(() => {
    if (!due || waiting.current) return
    const send = () => {
      waiting.current = null
      tell(client, id, latest.current)
    }
    waiting.current = { timer: setTimeout(send, TELL_MS), send }
  }, [client, id, due, behind])
  useEffect(
    () => () => {
      // Who leaves has read so far.
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      waiting.current.send()
    },
    [],
  )
  return { seen, behind, look }
}

function tell(client: QueryClient, id: string, { seen, behind }: { seen: string | null; behind: number }) {
  if (seen === null) return
  patchTicket(client, id, row => ({ ...row, unreadMessages: Math.min(row.unreadMessages, behind) }))
  if (behind === 0) forgetNotifications(id)
  // Not told this time is told with the next message or the next opening.
  api(tickets.read, { params: { id }, body: { messageId: seen } }).catch(() => undefined)
}

/** How many of these elements, which stand below one another, have this edge above `bottom`. */
function countAbove(elements: ArrayLike<Element>, bottom: number, edge: 'top' | 'bottom'): number {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (elements[middle]!.getBoundingClientRect()[edge] <= bottom) low = middle + 1
    else high = middle
  }
  return low
}

/** Asks blocks first, then parts: asked for their place, messages that are left out of drawing would all be laid out for it. */
function lastInView(box: HTMLElement): string | null {
  const bottom = box.getBoundingClientRect().bottom + SLACK
  const blocks = box.getElementsByClassName(BLOCK)
  for (let k = countAbove(blocks, bottom, 'top') - 1; k >= 0; k--) {
    const parts = blocks[k]!.getElementsByClassName(PART)
    for (let i = countAbove(parts, bottom, 'top') - 1; i >= 0; i--) {
      const rows = parts[i]!.querySelectorAll('[data-message]')
      const message = rows[countAbove(rows, bottom, 'bottom') - 1]
      if (message) return message.getAttribute('data-message')
    }
  }
  return null
}
