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

/** Minimum time between two reports to the server while somebody reads on, ms. */
const REPORT_MS = 800

/** Part of a message's last line that may be out of view while it counts as seen, px. */
const SLACK = 8

interface SeenOptions {
  ticket: Ticket
  /** Messages, oldest first, up to the newest. */
  messages: readonly Message[]
  box: RefObject<HTMLElement | null>
  /** True if the server's messages are loaded and in their final place. */
  ready: boolean
}

/**
 * Returns the last message that came into view in a visible window, and the number of the contact's
 * messages after it. A message its attendant has seen is read: the count falls here at once, and
 * the server, and through it WhatsApp, is informed. `look` must be called after a scroll.
 */
export function useSeen({ ticket, messages, box, ready }: SeenOptions) {
  const client = useQueryClient()
  const [seen, setSeen] = useState<string | null>(null)
  const behind = receivedBehind(messages, seen)
  const frame = useRef(0)
  const last = messages.at(-1)?.id ?? ''
  const state = useRef({ ready, seen, last })
  state.current = { ready, seen, last }

  const look = useCallback(() => {
    // Once the last message is seen, scrolling changes nothing.
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

  // At the end of the conversation new messages are seen as they arrive; those of a hidden window
  // when it is visible again.
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

  // An element whose drawing was skipped had its last known height; once drawn, its messages may be
  // elsewhere.
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
  // Each message that comes into view makes the report due again, until it was sent.
  const due = seen !== null && status !== 'pending' && !isOthers && behind < unreadMessages
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with each message that is read
  useEffect(() => {
    if (!due || waiting.current) return
    const send = () => {
      waiting.current = null
      reportSeen(client, id, latest.current)
    }
    waiting.current = { timer: setTimeout(send, REPORT_MS), send }
  }, [client, id, due, behind])
  useEffect(
    () => () => {
      // Leaving the conversation reports what was read so far.
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      waiting.current.send()
    },
    [],
  )
  return { seen, behind, look }
}

function reportSeen(client: QueryClient, id: string, { seen, behind }: { seen: string | null; behind: number }) {
  if (seen === null) return
  patchTicket(client, id, row => ({ ...row, unreadMessages: Math.min(row.unreadMessages, behind) }))
  if (behind === 0) forgetNotifications(id)
  // A failed report is repeated with the next message or the next opening.
  api(tickets.read, { params: { id }, body: { messageId: seen } }).catch(() => undefined)
}

/**
 * Returns how many of these elements, which are below one another, have this edge above `bottom`.
 */
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

/**
 * Returns the last message in view. Blocks are measured first, then parts: measuring messages whose
 * drawing is skipped would lay all of them out.
 */
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
