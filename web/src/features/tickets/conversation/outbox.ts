import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#/lib/api-error.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api, session } from '#/lib/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { applyMessage } from '#/realtime/message-pages.ts'
import { whenOpened } from './opening-tickets.ts'

/** A file on its way out. */
export type OutgoingFile = { file: File; ptt: boolean; seconds?: number; caption?: string }

/** The file of a quick message, which the server has: it sends it with the text. */
export type QuickFile = { quickMessageId: string; name: string; path: string; type: MediaKind | null }

/** A file list, which the server has: it sends a message for each of its files. */
export type SentList = {
  fileListId: string
  name: string
  files: { id: string; name: string; text: string; path: string; type: MediaKind | null }[]
}

/**
 * What this browser is sending: shown with a clock in the same frame, kept in order per ticket, sent again when the
 * network is back. `failed` waits for the person. The server knows each by `clientId`, so trying twice sends once.
 */
export type Outgoing = {
  clientId: string
  ticketId: string
  body: string
  quoted: Message | null
  /** At most one: several files are several messages. */
  file: OutgoingFile | null
  quick?: QuickFile | null
  list?: SentList | null
  state: 'sending' | 'waiting' | 'failed'
  /** Share of the upload that is done, 0 to 1. */
  progress: number
  error: string | null
  createdAt: string
}

const outbox = createStore<readonly Outgoing[]>([])

/** Texts outlive a reload; files cannot be kept by the browser. */
const KEPT = 'balcao.outbox'

const keyOf = () => {
  const now = session.get()
  return now.state === 'in' ? `${KEPT}.${now.user.id}` : null
}

function keep() {
  const key = keyOf()
  if (!key) return
  const texts = outbox.get().filter(item => item.file === null)
  try {
    if (texts.length > 0) localStorage.setItem(key, JSON.stringify(texts))
    else localStorage.removeItem(key)
  } catch {
    // A full or forbidden storage loses only the survival of a reload.
  }
}

const change = (clientId: string, changes: Partial<Outgoing>) => {
  outbox.set(now => now.map(item => (item.clientId === clientId ? { ...item, ...changes } : item)))
  keep()
}

const drop = (clientId: string) => {
  outbox.set(now => now.filter(item => item.clientId !== clientId))
  keep()
}

const none: readonly Outgoing[] = []

/** What is on its way out in a ticket, oldest first. */
export function useOutgoing(ticketId: string): readonly Outgoing[] {
  const all = useStore(outbox)
  const mine = all.filter(item => item.ticketId === ticketId)
  return mine.length > 0 ? mine : none
}

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
  const base = { ticketId, quoted: quoted ?? null, state: 'sending', progress: 0, error: null } as const
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
  keep()
  void drain(client, ticketId)
}

/** Tries a failed message again, under the same id. */
export function sendAgain(client: QueryClient, clientId: string) {
  const item = outbox.get().find(other => other.clientId === clientId)
  if (!item) return
  change(clientId, { state: 'sending', error: null, progress: 0 })
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

/** What is on its way into the bucket; from then on the message itself leaves, and is not taken back. */
const uploads = new Map<string, AbortController>()

/** After a sign-in or a reconnect: what waited leaves now, what a reload interrupted too. */
export function resumeOutbox(client: QueryClient) {
  const key = keyOf()
  // Another person signed in on this page: what the one before left unsent is theirs, and stays in the storage.
  if (key && owner && owner !== key) outbox.set([])
  owner = key ?? owner
  if (key && outbox.get().length === 0) {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as Outgoing[]
      outbox.set(kept.map(item => ({ ...item, file: null, state: item.state === 'failed' ? 'failed' : 'waiting' })))
    } catch {
      localStorage.removeItem(key)
    }
  }
  for (const ticketId of new Set(outbox.get().map(item => item.ticketId))) void drain(client, ticketId)
}

let owner: string | null = null

const busy = new Set<string>()

/** What passes by itself: no network, too many calls, a part of the service that is down. */
const passes = (status: number) => status === 0 || status === 429 || (status >= 502 && status <= 504)
const TRY_AGAIN_MS = 5000

/** Sends a ticket's messages one after another, so that they arrive in the order they were written. */
async function drain(client: QueryClient, ticketId: string) {
  if (busy.has(ticketId)) return
  busy.add(ticketId)
  try {
    for (;;) {
      const next = outbox.get().find(item => item.ticketId === ticketId && item.state !== 'failed')
      if (!next) return
      change(next.clientId, { state: 'sending' })
      try {
        await whenOpened(ticketId)
        for (const message of await deliver(next)) applyMessage(client, message)
        drop(next.clientId)
      } catch (error) {
        if (!outbox.get().some(item => item.clientId === next.clientId)) continue
        const { code, status } = error instanceof ApiError ? error : { code: 'ERR_INTERNAL', status: 500 }
        // Everything of this ticket waits behind it, in order.
        if (passes(status)) {
          if (status !== 0) setTimeout(() => void drain(client, ticketId), TRY_AGAIN_MS)
          return change(next.clientId, { state: 'waiting' })
        }
        change(next.clientId, { state: 'failed', error: code })
        // It was taken back to the queue meanwhile: the conversation shows it so, and offers to accept it.
        if (code === 'ERR_TICKET_NOT_ACCEPTED')
          void client.invalidateQueries({ queryKey: queryKey(tickets.getByUuid, { params: { ticketId } }) })
      }
    }
  } finally {
    busy.delete(ticketId)
  }
}

async function deliver({ clientId, ticketId, body, quoted, file, quick, list }: Outgoing): Promise<Message[]> {
  const common = {
    body,
    clientId,
    ...(quoted ? { quotedMsg: quoted.id } : {}),
    ...(quick ? { quickMessageId: quick.quickMessageId } : {}),
    ...(list ? { fileListId: list.fileListId } : {}),
  }
  if (!file) return (await api(messages.create, { params: { ticketId }, body: common })).messages
  const upload = await uploaded(clientId, ticketId, file)
  return (await api(messages.create, { params: { ticketId }, body: { ...common, uploads: [upload] } })).messages
}

/** Puts the file into the bucket by the signed form, and says how far it is. Ends with the item, when that is discarded. */
async function uploaded(clientId: string, ticketId: string, { file, ptt, seconds }: OutgoingFile) {
  const mimetype = file.type || 'application/octet-stream'
  const fileName = file.name || 'arquivo'
  const given = new AbortController()
  uploads.set(clientId, given)
  try {
    const form = await api(messages.upload, { params: { ticketId }, body: { fileName, mimetype, size: file.size } })
    given.signal.throwIfAborted()
    await putUpload(form, file, given.signal, progress => change(clientId, { progress }))
    return { key: form.key, fileName, mimetype, ptt, ...(seconds === undefined ? {} : { seconds }) }
  } finally {
    uploads.delete(clientId)
  }
}
