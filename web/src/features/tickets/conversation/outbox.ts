import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#/lib/api-error.ts'
import { inTurn } from '#/lib/in-turn.ts'
import { dropUnsentFile, unsentFiles } from '#/lib/load-unsent-files.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api, currentUser, session } from '#/lib/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { hasUnsent, listUnsent, subscribeUnsent, unsentOwner, writeUnsent } from '#/lib/unsent.ts'
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
  /** Company and user who wrote it: the only session that shows or sends it. */
  owner: string
  /** Written before this page was opened and not to be sent unasked: the list of unsent messages offers it. */
  held?: boolean
}

const outbox = createStore<readonly Outgoing[]>([])

/** Keeps an item for the case that this page ends; a file first, so that none is promised without its content. */
async function keep(item: Outgoing) {
  const { file, ...rest } = item
  if (file && !keptFiles.has(item.clientId)) {
    if (!(await (await unsentFiles()).keepFile(item.clientId, item.owner, file.file))) return
    if (!has(item.clientId)) return dropUnsentFile(item.clientId)
    keptFiles.add(item.clientId)
  }
  const now = outbox.get().find(other => other.clientId === item.clientId)
  if (now) store({ ...rest, state: now.state, error: now.error, file })
}

function store({ file, ...rest }: Outgoing) {
  const value = { ...rest, file: file && { ...file, file: null } } satisfies KeptItem
  writeUnsent('message', rest.clientId, value, rest.owner)
  keptItems.add(rest.clientId)
}

type KeptItem = Omit<Outgoing, 'file'> & { file: (Omit<OutgoingFile, 'file'> & { file: null }) | null }

/** Items and files this page knows to be in the browser's storage. */
const keptItems = new Set<string>()
const keptFiles = new Set<string>()

const has = (clientId: string) => outbox.get().some(item => item.clientId === clientId)

const change = (clientId: string, changes: Partial<Outgoing>) => {
  outbox.set(now => now.map(item => (item.clientId === clientId ? { ...item, ...changes } : item)))
  const item = outbox.get().find(other => other.clientId === clientId)
  if (item && changes.progress === undefined && keptItems.has(clientId)) store(item)
}

const forget = (clientId: string) => {
  outbox.set(now => now.filter(item => item.clientId !== clientId))
  keptItems.delete(clientId)
}

const drop = (clientId: string) => {
  const item = outbox.get().find(other => other.clientId === clientId)
  forget(clientId)
  if (!item) return
  writeUnsent('message', clientId, null, item.owner)
  if (item.file) dropUnsentFile(clientId)
  keptFiles.delete(clientId)
}

const none: readonly Outgoing[] = []

/** What is on its way out in a ticket, oldest first. */
export function useOutgoing(ticketId: string): readonly Outgoing[] {
  const all = useStore(outbox)
  const owner = unsentOwner()
  const mine = all.filter(item => item.ticketId === ticketId && item.owner === owner)
  return mine.length > 0 ? mine : none
}

/** Messages of the signed-in user that wait for a decision, of all tickets. */
export function useHeld(): readonly Outgoing[] {
  const owner = unsentOwner()
  return useStore(outbox).filter(item => item.held && item.owner === owner)
}

/** Messages of the signed-in user that were not sent, as this tab knows them. */
export const unsentMessages = (): readonly Outgoing[] => {
  const owner = unsentOwner()
  return outbox.get().filter(item => item.owner === owner)
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

/** What is on its way into the bucket; from then on the message itself leaves, and is not taken back. */
const uploads = new Map<string, AbortController>()

/**
 * Sends what waits, after a sign-in, a reconnect or a reload. Messages of an earlier page are sent only when that is
 * certainly still wanted (`mayStillSend`); the others are offered.
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

const ticketIds = () => [...new Set(outbox.get().map(item => item.ticketId))]

/** Sends everything of the signed-in user, what was offered or refused too. Resolves with how many did not leave. */
export async function sendUnsent(client: QueryClient): Promise<number> {
  await resumeOutbox(client)
  for (const { clientId, state } of unsentMessages())
    if (state === 'failed') change(clientId, { state: 'waiting', error: null, progress: 0, held: false })
  await Promise.all(ticketIds().map(ticketId => drain(client, ticketId)))
  return unsentMessages().length
}

/** Removes everything the signed-in user has on its way, from the page and the browser. */
export function discardMessages() {
  for (const { clientId } of unsentMessages()) discard(clientId)
}

/** Items of an earlier page that nobody looked at yet: they are not sent before. */
const unchecked = new Set<string>()

/** Decides for each item of an earlier page whether it is sent or offered. Without a network that waits. */
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

/** A message this old may no longer be wanted. */
const ASK_AFTER_MS = 10 * 60_000

/** Whether the ticket is still open for this user and nobody else's; null when no answer came. */
async function mayStillSend(ticketId: string): Promise<boolean | null> {
  try {
    const { status, userId } = await api(tickets.get, { params: { id: ticketId } })
    return status === 'open' && (userId === null || userId === currentUser()?.id)
  } catch (error) {
    if (!(error instanceof ApiError) || passes(error.status)) return null
    return false
  }
}

// What another tab sent or discarded is gone here too.
if (typeof window !== 'undefined')
  subscribeUnsent(() => {
    for (const { clientId, owner } of outbox.get())
      if (keptItems.has(clientId) && !busyItems.has(clientId) && !hasUnsent('message', clientId, owner))
        forget(clientId)
  })

// After the end of a session everything is looked at again, as after a reload.
session.subscribe(() => {
  if (session.get().state === 'in') return
  for (const { clientId } of outbox.get()) unchecked.add(clientId)
})

/** Items this tab is sending now. */
const busyItems = new Set<string>()

const draining = new Map<string, Promise<void>>()

/** What passes by itself: no network, too many calls, a part of the service that is down. */
const passes = (status: number) => status === 0 || status === 429 || (status >= 502 && status <= 504)
const TRY_AGAIN_MS = 5000

/** Sends a ticket's messages one after another, so that they arrive in the order they were written. */
function drain(client: QueryClient, ticketId: string): Promise<void> {
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
    if (!(await inTurn(`balcao.send.${ticketId}`, () => sendOne(client, next)))) return
  }
}

/** Sends one item, unless another tab did. Resolves false when the ticket has to wait. */
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
    // The session ended: it waits for the same user's next sign-in.
    if (status === 401) {
      change(clientId, { state: 'waiting' })
      return false
    }
    // Everything of this ticket waits behind it, in order.
    if (passes(status)) {
      if (status !== 0) setTimeout(() => void drain(client, ticketId), TRY_AGAIN_MS)
      change(clientId, { state: 'waiting' })
      return false
    }
    change(clientId, { state: 'failed', error: code })
    // It was taken back to the queue meanwhile: the conversation shows it so, and offers to accept it.
    if (code === 'ERR_TICKET_NOT_ACCEPTED')
      void client.invalidateQueries({ queryKey: queryKey(tickets.getByUuid, { params: { ticketId } }) })
  } finally {
    busyItems.delete(clientId)
  }
  return true
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
