/**
 * Operations on a message that was sent. They need the network, so they load with the first one;
 * each shows its result at once, and takes it back when it is refused.
 */
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { Message, Reaction } from '@balcao/shared/entities/message.ts'
import { signedText, unsignedText } from '@balcao/shared/rules/signature.ts'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { errorText } from '#/lib/error-text.ts'
import { api, currentUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyMessage, cachedMessage, changeMessage } from '#/realtime/message-pages.ts'

/** Time in which a refused edit can be taken up again, ms. */
const AGAIN_MS = 20_000

/**
 * Shows a change of a message at once. A refusal takes back that change alone, not what came since,
 * and is shown by `refused`.
 */
async function apply(
  client: QueryClient,
  message: Message,
  shown: Partial<Message>,
  call: () => Promise<Message>,
  refused: (error: unknown) => void = toast.error,
) {
  const before = cachedMessage(client, message) ?? message
  const names = Object.keys(shown) as (keyof Message)[]
  changeMessage(client, message, row => ({ ...row, ...shown }))
  try {
    applyMessage(client, await call())
  } catch (error) {
    changeMessage(client, message, row => {
      const own = names.filter(name => row[name] === shown[name])
      return { ...row, ...Object.fromEntries(own.map(name => [name, before[name]])) }
    })
    refused(error)
  }
}

/** Deletes a message for everyone, once the person confirms it. */
export async function remove(client: QueryClient, message: Message): Promise<void> {
  const yes = await confirm({
    title: i18next.t('ticketDetails:message.deleteTitle'),
    description: i18next.t('ticketDetails:message.deleteHint'),
    confirmLabel: i18next.t('tickets:message.delete'),
  })
  if (yes) await apply(client, message, { isDeleted: true }, () => api(messages.remove, { params: { id: message.id } }))
}

/**
 * Edits a message, unless it has this text. After a refusal `again` continues with what was
 * written: no field has it any more.
 */
export async function edit(
  client: QueryClient,
  message: Message,
  text: string,
  again: (message: Message) => void,
): Promise<void> {
  if (text === unsignedText(cachedMessage(client, message) ?? message)) return
  const body = resigned(message, text)
  const call = () => api(messages.update, { params: { id: message.id }, body: { body: text } })
  await apply(client, message, { body, isEdited: true }, call, error => {
    const action = {
      label: i18next.t('ticketDetails:message.editAgain'),
      onClick: () => again({ ...message, body }),
    }
    void import('sonner').then(({ toast: show }) => show.error(errorText(error), { action, duration: AGAIN_MS }))
  })
}

/** Returns a new text behind the signature that the message has, as the server keeps it. */
const resigned = (message: Message, body: string): string =>
  message.signature && unsignedText(message) !== message.body ? signedText(message.signature, body) : body

/**
 * Sends a failed message again. If nobody knows whether it was sent, the person decides: it may
 * arrive twice.
 */
export async function retry(client: QueryClient, message: Message): Promise<void> {
  const isUnknown = message.error === 'ERR_SEND_UNKNOWN'
  const yes =
    !isUnknown ||
    (await confirm({
      title: i18next.t('ticketDetails:message.againTitle'),
      description: i18next.t('ticketDetails:message.againHint'),
      confirmLabel: i18next.t('ticketDetails:message.again'),
      tone: 'neutral',
    }))
  if (yes) await apply(client, message, { error: null }, () => api(messages.retry, { params: { id: message.id } }))
}

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
