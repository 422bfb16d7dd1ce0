import { chats } from '@balcao/shared/api/content/chats.ts'
import type { ChatMessage } from '@balcao/shared/entities/chat.ts'
import { INLINE_LIMIT } from '@balcao/shared/media.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#/lib/api-error.ts'
import { dropUnsentFile, unsentFiles } from '#/lib/load-unsent-files.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api, currentUser } from '#/lib/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { hasUnsent, listUnsent, unsentOwner, writeUnsent } from '#/lib/unsent.ts'
import { withLock } from '#/lib/with-lock.ts'
import { applyChatMessage } from '#/realtime/chat-cache.ts'

/**
 * A chat message this page is sending: shown at once, in order per chat, sent again when the
 * network is back. `failed` waits for the person. The server identifies it by `clientId`, so a
 * retry never sends it twice.
 */
export type PendingChatMessage = {
  clientId: string
  chatId: string
  userId: string
  text: string
  file: File | null
  state: 'sending' | 'waiting' | 'failed'
  error: string | null
  createdAt: string
  owner: string
  /** True if it was written before this page was opened and must not be sent unasked. */
  held?: boolean
}

const outbox = createStore<readonly PendingChatMessage[]>([])
const none: readonly PendingChatMessage[] = []

/** Returns the outgoing messages of a chat, oldest first. */
export function usePendingChatMessages(chatId: string, userId: string): readonly PendingChatMessage[] {
  const mine = useStore(outbox).filter(item => item.chatId === chatId && item.userId === userId)
  return mine.length > 0 ? mine : none
}

/** Returns the chat messages that wait for a decision. */
export function useHeldChatMessages(): readonly PendingChatMessage[] {
  const owner = unsentOwner()
  return useStore(outbox).filter(item => item.held && item.owner === owner)
}

const mine = () => {
  const owner = unsentOwner()
  return outbox.get().filter(item => item.owner === owner)
}

const has = (clientId: string) => outbox.get().some(item => item.clientId === clientId)

/**
 * Stores an item in case this page ends; the file first, so that no message is stored without it.
 */
async function keep(item: PendingChatMessage) {
  if (item.file && !(await (await unsentFiles()).keepFile(item.clientId, item.owner, item.file))) return
  if (!has(item.clientId)) return item.file ? dropUnsentFile(item.clientId) : undefined
  kept.add(item.clientId)
  writeUnsent('said', item.clientId, { ...item, file: null, hasFile: item.file !== null }, item.owner)
}

/** Items this page knows to be in the browser's storage. */
const kept = new Set<string>()

const change = (clientId: string, changes: Partial<PendingChatMessage>) =>
  outbox.set(now => now.map(item => (item.clientId === clientId ? { ...item, ...changes } : item)))

const forget = (clientId: string) => outbox.set(now => now.filter(item => item.clientId !== clientId))

/** Discards a message that was not sent. */
export function discardChatMessage(clientId: string) {
  const item = outbox.get().find(other => other.clientId === clientId)
  forget(clientId)
  if (!item) return
  writeUnsent('said', clientId, null, item.owner)
  if (item.file) dropUnsentFile(clientId)
}

/** Age from which a message is offered instead of sent, ms: it may no longer be wanted. */
const ASK_AFTER_MS = 10 * 60_000

/** Resumes the messages of an earlier page: they are sent now, or offered when they are old. */
export async function resumeChatOutbox(client: QueryClient): Promise<void> {
  const owner = unsentOwner()
  if (!owner) return
  const found = listUnsent<PendingChatMessage & { hasFile: boolean }>('said').filter(({ id }) => !has(id))
  const items = await Promise.all(
    found.map(async ({ value: { hasFile, ...item } }): Promise<PendingChatMessage> => {
      const file = hasFile ? await (await unsentFiles()).readFile(item.clientId, owner) : null
      const isOld = Date.now() - Date.parse(item.createdAt) > ASK_AFTER_MS
      return { ...item, owner, file, ...(isOld ? { held: true, state: 'failed' } : { state: 'waiting' }) }
    }),
  )
  if (unsentOwner() !== owner) return
  const fresh = items.filter(({ clientId, text, file }) => !has(clientId) && (text !== '' || file))
  for (const { clientId } of fresh) kept.add(clientId)
  fresh.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  outbox.set(now => [...now, ...fresh])
  await Promise.all([...new Set(mine().map(({ chatId }) => chatId))].map(chatId => drain(client, chatId)))
}

/**
 * Sends everything of the signed-in user. Resolves with the number of messages that were not sent.
 */
export async function sendPendingChat(client: QueryClient): Promise<number> {
  await resumeChatOutbox(client)
  for (const { clientId, state } of mine())
    if (state === 'failed') change(clientId, { state: 'waiting', error: null, held: false })
  await Promise.all([...new Set(mine().map(({ chatId }) => chatId))].map(chatId => drain(client, chatId)))
  return mine().length
}

/** Removes all unsent chat messages of the signed-in user. */
export function discardAllChatMessages() {
  for (const { clientId } of mine()) discardChatMessage(clientId)
}

/**
 * Adds a text, or one message per file with the text under the first, to the outbox and sends it
 * after those already there.
 */
export function sendChatMessage(client: QueryClient, chatId: string, text: string, files: readonly File[] = []) {
  const user = currentUser()
  const owner = unsentOwner()
  if (!user || !owner) return
  const base = {
    chatId,
    owner,
    userId: user.id,
    state: 'sending',
    error: null,
    createdAt: new Date().toISOString(),
  } as const
  const parts = files.length > 0 ? files : [null]
  const items = parts.map(
    (file, i): PendingChatMessage => ({ ...base, clientId: crypto.randomUUID(), text: i === 0 ? text : '', file }),
  )
  outbox.set(now => [...now, ...items])
  for (const item of items) void keep(item)
  void drain(client, chatId)
}

/** Retries a failed message under the same id. */
export function resendChatMessage(client: QueryClient, item: PendingChatMessage) {
  change(item.clientId, { state: 'sending', error: null, held: false })
  void drain(client, item.chatId)
}

const draining = new Map<string, Promise<void>>()

/**
 * Returns whether a failure is temporary: no network, too many calls, a part of the service that is
 * down.
 */
const passes = (status: number) => status === 0 || status === 429 || (status >= 502 && status <= 504)
const TRY_AGAIN_MS = 5000

/**
 * Sends a chat's messages one after another, so that they arrive in the order they were written.
 */
function drain(client: QueryClient, chatId: string): Promise<void> {
  const running = draining.get(chatId) ?? drainAll(client, chatId).finally(() => draining.delete(chatId))
  draining.set(chatId, running)
  return running
}

async function drainAll(client: QueryClient, chatId: string) {
  for (;;) {
    const next = mine().find(item => item.chatId === chatId && item.state !== 'failed')
    if (!next || !(await withLock(`balcao.say.${chatId}`, () => sendOne(client, next)))) return
  }
}

/** Sends one item, unless another tab has. Resolves with false when the chat has to wait. */
async function sendOne(client: QueryClient, next: PendingChatMessage): Promise<boolean> {
  const { clientId, chatId, owner } = next
  if (unsentOwner() !== owner) return false
  if (kept.has(clientId) && !hasUnsent('said', clientId, owner)) {
    forget(clientId)
    return true
  }
  change(clientId, { state: 'sending' })
  try {
    applyChatMessage(client, await deliver(next))
    discardChatMessage(clientId)
  } catch (error) {
    const { code, status } = error instanceof ApiError ? error : { code: 'ERR_INTERNAL', status: 500 }
    // All other items of this chat wait for it, in order; without a session, for its author's next
    // one.
    if (passes(status) || status === 401) {
      change(clientId, { state: 'waiting' })
      if (status !== 401) tryLater(client, chatId)
      return false
    }
    change(clientId, { state: 'failed', error: code })
  }
  return true
}

/** Retries after a while, or as soon as the browser has a network again. */
function tryLater(client: QueryClient, chatId: string) {
  const again = () => {
    clearTimeout(timer)
    window.removeEventListener('online', again)
    void drain(client, chatId)
  }
  const timer = setTimeout(again, TRY_AGAIN_MS)
  window.addEventListener('online', again)
}

/** Sends small files in the call itself, and uploads large ones first. */
async function deliver({ chatId, clientId, text, file }: PendingChatMessage): Promise<ChatMessage> {
  const params = { id: chatId }
  const body = { message: text, clientId }
  if (!file) return api(chats.send, { params, body })
  if (file.size <= INLINE_LIMIT) return api(chats.send, { params, body }, { files: [file] })
  const given = { fileName: file.name || 'arquivo', mimetype: file.type || 'application/octet-stream' }
  const form = await api(chats.uploads, { params, body: { ...given, size: file.size } })
  await putUpload(form, file)
  return api(chats.send, { params, body: { ...body, ...given, key: form.key } })
}
