/** Sends outgoing messages, one message of a ticket after another. */
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#/lib/api-error.ts'
import { api } from '#/lib/session.ts'
import { hasUnsent, unsentOwner } from '#/lib/unsent.ts'
import { withLock } from '#/lib/with-lock.ts'
import { applyMessage } from '#/realtime/message-pages.ts'
import {
  busyItems,
  change,
  drop,
  forget,
  has,
  keptItems,
  type Outgoing,
  type OutgoingFile,
  outbox,
  unchecked,
} from '../public/outgoing.ts'
import { whenOpened } from './opening-tickets.ts'

/**
 * Uploads under way; after the upload the message itself is sent and can no longer be taken back.
 */
export const uploads = new Map<string, AbortController>()

const draining = new Map<string, Promise<void>>()

/**
 * Returns whether a failure is temporary: no network, too many calls, a part of the service that is
 * down.
 */
export const passes = (status: number) => status === 0 || status === 429 || (status >= 502 && status <= 504)
export const TRY_AGAIN_MS = 5000

/**
 * Sends a ticket's messages one after another, so that they arrive in the order they were written.
 */
export function drain(client: QueryClient, ticketId: string): Promise<void> {
  const running = draining.get(ticketId) ?? drainAll(client, ticketId).finally(() => draining.delete(ticketId))
  draining.set(ticketId, running)
  return running
}

async function drainAll(client: QueryClient, ticketId: string) {
  for (;;) {
    const owner = unsentOwner()
    const next = outbox
      .get()
      .find(item => item.ticketId === ticketId && item.owner === owner && item.state !== 'failed')
    if (!next || unchecked.has(next.clientId)) return
    if (!(await withLock(`balcao.send.${ticketId}`, () => sendOne(client, next)))) return
  }
}

/** Sends one item, unless another tab has. Resolves with false when the ticket has to wait. */
async function sendOne(client: QueryClient, next: Outgoing): Promise<boolean> {
  const { clientId, ticketId, owner } = next
  if (unsentOwner() !== owner) return false
  if (keptItems.has(clientId) && !hasUnsent('message', clientId, owner)) {
    forget(clientId)
    return true
  }
  busyItems.add(clientId)
  change(clientId, { state: 'sending' })
  try {
    await whenOpened(ticketId)
    for (const message of await deliver(next)) applyMessage(client, message)
    drop(clientId)
  } catch (error) {
    if (!has(clientId)) return true
    const { code, status } = error instanceof ApiError ? error : { code: 'ERR_INTERNAL', status: 500 }
    // The session ended: the item waits for the same user's next sign-in.
    if (status === 401) {
      change(clientId, { state: 'waiting' })
      return false
    }
    // All other items of this ticket wait for it, in order.
    if (passes(status)) {
      if (status !== 0) setTimeout(() => void drain(client, ticketId), TRY_AGAIN_MS)
      change(clientId, { state: 'waiting' })
      return false
    }
    change(clientId, { state: 'failed', error: code })
    // The ticket was returned to its queue meanwhile, or its window closed: the conversation shows
    // that, and what can be done.
    if (code === 'ERR_TICKET_NOT_ACCEPTED' || code === 'ERR_OUTSIDE_WINDOW')
      void client.invalidateQueries({ queryKey: queryKey(tickets.getByUuid, { params: { ticketId } }) })
  } finally {
    busyItems.delete(clientId)
  }
  return true
}

async function deliver({
  clientId,
  ticketId,
  body,
  quoted,
  file,
  quick,
  list,
  poll,
  sign,
}: Outgoing): Promise<Message[]> {
  const common = {
    ...(poll ? { poll } : { body }),
    clientId,
    ...(quoted ? { quotedMsg: quoted.id } : {}),
    ...(quick ? { quickMessageId: quick.quickMessageId } : {}),
    ...(list ? { fileListId: list.fileListId } : {}),
    ...(sign ? { sign } : {}),
  }
  if (!file) return (await api(messages.create, { params: { ticketId }, body: common })).messages
  const upload = await uploaded(clientId, ticketId, file)
  return (await api(messages.create, { params: { ticketId }, body: { ...common, uploads: [upload] } })).messages
}

/** Uploads the file of an item, until the item is discarded. */
async function uploaded(clientId: string, ticketId: string, file: OutgoingFile) {
  const given = new AbortController()
  uploads.set(clientId, given)
  try {
    const { uploadFile } = await import('./upload-file.ts').catch(() => {
      throw new ApiError('ERR_NETWORK', 0)
    })
    return await uploadFile(ticketId, file, given.signal, progress => change(clientId, { progress }))
  } finally {
    uploads.delete(clientId)
  }
}
