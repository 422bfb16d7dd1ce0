import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { Message, Reaction } from '@balcao/shared/entities/message.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api, currentUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyMessage, changeMessage } from '#/realtime/message-pages.ts'

/** Last reaction this browser requested, by message, while an answer is pending. */
const wanted = new Map<string, string>()

/**
 * Sets the company's reaction to a message; '' removes it. It shows at once, and is undone when it
 * is refused. A change made meanwhile is sent after the answer, so that the last click wins.
 */
export async function react(client: QueryClient, message: Message, emoji: string): Promise<void> {
  const { id, ticketId } = message
  const show = (own: Reaction | undefined) =>
    changeMessage(client, { id, ticketId }, row => ({ ...row, reactions: withOwn(row.reactions, own) }))
  const isBusy = wanted.has(id)
  wanted.set(id, emoji)
  const userId = currentUser()?.id ?? null
  show(emoji === '' ? undefined : { emoji, fromMe: true, name: null, userId })
  if (isBusy) return
  let settled = ownOf(message)
  try {
    for (let sent: string | undefined; sent !== wanted.get(id); ) {
      sent = wanted.get(id)!
      const answer = await api(messages.react, { params: { id }, body: { emoji: sent } })
      settled = ownOf(answer)
      if (sent === wanted.get(id)) applyMessage(client, answer)
    }
  } catch (error) {
    show(settled)
    toast.error(error)
  } finally {
    wanted.delete(id)
  }
}

/** Returns the company's reaction to a message. */
const ownOf = ({ reactions }: Pick<Message, 'reactions'>): Reaction | undefined =>
  reactions.find(({ fromMe }) => fromMe)

const withOwn = (reactions: readonly Reaction[], own: Reaction | undefined): Reaction[] => [
  ...reactions.filter(({ fromMe }) => !fromMe),
  ...(own ? [own] : []),
]
