/** Resumes messages that an earlier page, or an earlier session of the same user, left unsent. */
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#/lib/api-error.ts'
import { unsentFiles } from '#/lib/load-unsent-files.ts'
import { api, currentUser } from '#/lib/session.ts'
import { listUnsent, unsentOwner } from '#/lib/unsent.ts'
import { drain, passes, TRY_AGAIN_MS } from '../outbox/send-queue.ts'
import {
  change,
  drop,
  has,
  type KeptItem,
  keptFiles,
  keptItems,
  type Outgoing,
  outbox,
  ticketIds,
  unchecked,
  unsentMessages,
} from './outgoing.ts'

/**
 * Sends waiting messages after a sign-in, a reconnect or a reload. Messages of an earlier page are
 * sent only when that is certainly still wanted (`mayStillSend`); the others are offered.
 */
export async function resumeOutbox(client: QueryClient): Promise<void> {
  const owner = unsentOwner()
  if (!owner) return
  const found = listUnsent<KeptItem>('message')
    .filter(({ id }) => !has(id))
    .map(
      ({ value }): Outgoing => ({
        ...value,
        owner,
        state: value.state === 'failed' ? 'failed' : 'waiting',
        file: null,
      }),
    )
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  const files = new Map(listUnsent<KeptItem>('message').map(({ id, value }) => [id, value.file]))
  for (const item of found) {
    keptItems.add(item.clientId)
    unchecked.add(item.clientId)
  }
  // Another user's items leave the memory of this page; they stay in the storage.
  outbox.set(now => [...now.filter(item => item.owner === owner), ...found])
  await Promise.all(
    ticketIds().map(async ticketId => {
      await checkKept(client, ticketId, files)
      await drain(client, ticketId)
    }),
  )
}

/**
 * Sends everything of the signed-in user, including offered and refused messages. Resolves with the
 * number of messages that were not sent.
 */
export async function sendUnsent(client: QueryClient): Promise<number> {
  await resumeOutbox(client)
  for (const { clientId, state } of unsentMessages())
    if (state === 'failed') change(clientId, { state: 'waiting', error: null, progress: 0, held: false })
  await Promise.all(ticketIds().map(ticketId => drain(client, ticketId)))
  return unsentMessages().length
}

/**
 * Decides for each item of an earlier page whether it is sent or offered. Without a network the
 * decision waits.
 */
async function checkKept(client: QueryClient, ticketId: string, files: ReadonlyMap<string, KeptItem['file']>) {
  const mine = outbox.get().filter(item => item.ticketId === ticketId && unchecked.has(item.clientId))
  if (mine.length === 0) return
  const isWanted = await mayStillSend(ticketId)
  if (isWanted === null) return void setTimeout(() => resumeOutbox(client), TRY_AGAIN_MS)
  for (const item of mine) {
    const meta = files.get(item.clientId)
    const content = item.file || !meta ? null : await (await unsentFiles()).readFile(item.clientId, item.owner)
    const file = item.file ?? (meta && content ? { ...meta, file: content } : null)
    const isLost = meta != null && !file
    if (isLost && item.body === '') {
      drop(item.clientId)
      continue
    }
    if (content) keptFiles.add(item.clientId)
    const isOld = Date.now() - Date.parse(item.createdAt) > ASK_AFTER_MS
    const held = isOld || !isWanted || isLost || item.state === 'failed'
    outbox.set(now =>
      now.map(other =>
        other.clientId === item.clientId ? { ...other, file, held, state: held ? 'failed' : 'waiting' } : other,
      ),
    )
    unchecked.delete(item.clientId)
  }
}

/** Age from which a message is offered instead of sent, ms: it may no longer be wanted. */
const ASK_AFTER_MS = 10 * 60_000

/**
 * Returns whether the ticket is still open and assigned to this user; null when no answer arrived.
 */
async function mayStillSend(ticketId: string): Promise<boolean | null> {
  try {
    const { status, userId } = await api(tickets.get, { params: { id: ticketId } })
    return status === 'open' && (userId === null || userId === currentUser()?.id)
  } catch (error) {
    if (!(error instanceof ApiError) || passes(error.status)) return null
    return false
  }
}
