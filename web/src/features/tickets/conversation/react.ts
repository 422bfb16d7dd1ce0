import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { Message, Reaction } from '@balcao/shared/entities/message.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api, currentUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyMessage, changeMessage } from '#/realtime/message-pages.ts'

/** What this browser last asked for, of the messages for which it waits. */
const wanted = new Map<string, string>()

/**
 * Says something to a message for the company; '' takes it back. It stands there at once and goes again when it is refused.
 * Who changes their mind meanwhile is heard after the answer, so that the last click is what stays.
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

/** What the company says to a message. */
const ownOf = ({ reactions }: Pick<Message, 'reactions'>): Reaction | undefined =>
  reactions.find(({ fromMe }) => fromMe)

const withOwn = (reactions: readonly Reaction[], own: Reaction | undefined): Reaction[] => [
  ...reactions.filter(({ fromMe }) => !fromMe),
  ...(own ? [own] : []),
]
