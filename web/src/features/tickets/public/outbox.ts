/** Actions on outgoing messages: send, retry, discard. */
import type { Message } from '@balcao/shared/entities/message.ts'
import type { PollQuestion } from '@balcao/shared/entities/poll.ts'
import type { QueryClient } from '@tanstack/react-query'
import { currentPreferences } from '#/lib/preferences.ts'
import { unsentOwner } from '#/lib/unsent.ts'
import { drain, uploads } from '../outbox/send-queue.ts'
import {
  change,
  drop,
  keep,
  type Outgoing,
  type OutgoingFile,
  outbox,
  type QuickFile,
  type SentList,
  unsentMessages,
} from './outgoing.ts'

/** Adds a message, or one per file, to the outbox and sends it after those already there. */
export function send(
  client: QueryClient,
  {
    ticketId,
    body,
    quoted,
    files = [],
    quick = null,
    list = null,
    poll = null,
  }: {
    ticketId: string
    body: string
    quoted?: Message | null
    files?: OutgoingFile[]
    quick?: QuickFile | null
    list?: SentList | null
    poll?: PollQuestion | null
  },
) {
  const owner = unsentOwner()
  if (!owner) return
  const sign = currentPreferences().signMessages
  const base = {
    ticketId,
    owner,
    quoted: quoted ?? null,
    poll,
    sign,
    state: 'sending',
    progress: 0,
    error: null,
  } as const
  const at = new Date().toISOString()
  const isListAlone = list && body === '' && !quick
  const parts = [...(quick || (files.length === 0 && !isListAlone) ? [null] : []), ...files]
  const items = parts.map(
    (file, i): Outgoing => ({
      ...base,
      clientId: crypto.randomUUID(),
      body: file?.caption ?? (i === 0 ? body : ''),
      file,
      quick: file ? null : quick,
      createdAt: at,
    }),
  )
  const last: Outgoing[] = list
    ? [{ ...base, clientId: crypto.randomUUID(), body: '', file: null, list, createdAt: at }]
    : []
  outbox.set(now => [...now, ...items, ...last])
  for (const item of [...items, ...last]) void keep(item)
  void drain(client, ticketId)
}

/**
 * Resolves once a ticket's messages were sent, or have to wait; at once when the page is left. What
 * closes the ticket would otherwise overtake them, and they would be refused.
 */
export function whenSent(client: QueryClient, ticketId: string): Promise<unknown> {
  const end = new AbortController()
  const left = new Promise(resolve => addEventListener('pagehide', resolve, end))
  return Promise.race([drain(client, ticketId), left]).finally(() => end.abort())
}

/** Retries a failed message under the same id. */
export function sendAgain(client: QueryClient, clientId: string) {
  const item = outbox.get().find(other => other.clientId === clientId)
  if (!item) return
  change(clientId, { state: 'sending', error: null, progress: 0, held: false })
  void drain(client, item.ticketId)
}

/**
 * Sends messages that were refused because their ticket was pending, once somebody has accepted it
 * here.
 */
export function sendRefused(client: QueryClient, ticketId: string) {
  for (const { clientId, error, ...item } of outbox.get())
    if (item.ticketId === ticketId && error === 'ERR_TICKET_NOT_ACCEPTED') sendAgain(client, clientId)
}

/** Discards a message that was not sent; if its file is uploading, the upload is aborted. */
export function discard(clientId: string) {
  drop(clientId)
  uploads.get(clientId)?.abort()
}

/** Removes all unsent messages of the signed-in user, from the page and the browser. */
export function discardMessages() {
  for (const { clientId } of unsentMessages()) discard(clientId)
}
