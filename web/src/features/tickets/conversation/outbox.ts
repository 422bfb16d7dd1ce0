/** What a person does with messages on their way out: sends, tries again, gives up. */
import type { Message } from '@balcao/shared/entities/message.ts'
import type { QueryClient } from '@tanstack/react-query'
import { unsentOwner } from '#/lib/unsent.ts'
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
import { drain, uploads } from './send-queue.ts'

/** Puts a message, or one per file, into the outbox and sends it behind what is there already. */
export function send(
  client: QueryClient,
  {
    ticketId,
    body,
    quoted,
    files = [],
    quick = null,
    list = null,
  }: {
    ticketId: string
    body: string
    quoted?: Message | null
    files?: OutgoingFile[]
    quick?: QuickFile | null
    list?: SentList | null
  },
) {
  const owner = unsentOwner()
  if (!owner) return
  const base = { ticketId, owner, quoted: quoted ?? null, state: 'sending', progress: 0, error: null } as const
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

/** Tries a failed message again, under the same id. */
export function sendAgain(client: QueryClient, clientId: string) {
  const item = outbox.get().find(other => other.clientId === clientId)
  if (!item) return
  change(clientId, { state: 'sending', error: null, progress: 0, held: false })
  void drain(client, item.ticketId)
}

/** Sends what was refused because its ticket was still waiting, once somebody accepted it here. */
export function sendRefused(client: QueryClient, ticketId: string) {
  for (const { clientId, error, ...item } of outbox.get())
    if (item.ticketId === ticketId && error === 'ERR_TICKET_NOT_ACCEPTED') sendAgain(client, clientId)
}

/** Gives up a message that did not leave; one whose file is on its way is taken back. */
export function discard(clientId: string) {
  drop(clientId)
  uploads.get(clientId)?.abort()
}

/** Removes everything the signed-in user has on its way, from the page and the browser. */
export function discardMessages() {
  for (const { clientId } of unsentMessages()) discard(clientId)
}
