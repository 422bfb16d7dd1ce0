import { chats } from '@balcao/shared/api/content/chats.ts'
import type { ChatMessage } from '@balcao/shared/entities/chat.ts'
import { INLINE_LIMIT } from '@balcao/shared/media.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#/lib/api-error.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api, currentUser } from '#/lib/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { applyChatMessage } from '#/realtime/chat-cache.ts'

/**
 * What this page is sending to colleagues: shown at once, in order per conversation, sent again when the network is back. `failed` waits
 * for the person. The server knows each by `clientId`, so trying twice sends once.
 */
export type OutgoingSaid = {
  clientId: string
  chatId: string
  userId: string
  text: string
  file: File | null
  state: 'sending' | 'waiting' | 'failed'
  error: string | null
  createdAt: string
}

const outbox = createStore<readonly OutgoingSaid[]>([])
const none: readonly OutgoingSaid[] = []

/** What is on its way out in a conversation, oldest first. */
export function useOutgoingSaid(chatId: string, userId: string): readonly OutgoingSaid[] {
  const mine = useStore(outbox).filter(item => item.chatId === chatId && item.userId === userId)
  return mine.length > 0 ? mine : none
}

const change = (clientId: string, changes: Partial<OutgoingSaid>) =>
  outbox.set(now => now.map(item => (item.clientId === clientId ? { ...item, ...changes } : item)))

/** Gives up a message that did not leave. */
export const discardSaid = (clientId: string) => outbox.set(now => now.filter(item => item.clientId !== clientId))

/** Puts a text, or one message per file with the text under the first, into the outbox and sends it behind what is there already. */
export function say(client: QueryClient, chatId: string, text: string, files: readonly File[] = []) {
  const user = currentUser()
  if (!user) return
  const base = { chatId, userId: user.id, state: 'sending', error: null, createdAt: new Date().toISOString() } as const
  const parts = files.length > 0 ? files : [null]
  const items = parts.map(
    (file, i): OutgoingSaid => ({ ...base, clientId: crypto.randomUUID(), text: i === 0 ? text : '', file }),
  )
  outbox.set(now => [...now, ...items])
  void drain(client, chatId)
}

/** Tries a failed message again, under the same id. */
export function sayAgain(client: QueryClient, item: OutgoingSaid) {
  change(item.clientId, { state: 'sending', error: null })
  void drain(client, item.chatId)
}

const busy = new Set<string>()

/** What passes by itself: no network, too many calls, a part of the service that is down. */
const passes = (status: number) => status === 0 || status === 429 || (status >= 502 && status <= 504)
const TRY_AGAIN_MS = 5000

/** Sends a conversation's messages one after another, so that they arrive in the order they were written. */
async function drain(client: QueryClient, chatId: string) {
  if (busy.has(chatId)) return
  busy.add(chatId)
  try {
    for (;;) {
      const me = currentUser()?.id
      const next = outbox.get().find(item => item.chatId === chatId && item.userId === me && item.state !== 'failed')
      if (!next) return
      change(next.clientId, { state: 'sending' })
      try {
        applyChatMessage(client, await deliver(next))
        discardSaid(next.clientId)
      } catch (error) {
        const { code, status } = error instanceof ApiError ? error : { code: 'ERR_INTERNAL', status: 500 }
        // Everything of this conversation waits behind it, in order.
        if (passes(status)) {
          change(next.clientId, { state: 'waiting' })
          return tryLater(client, chatId)
        }
        change(next.clientId, { state: 'failed', error: code })
      }
    }
  } finally {
    busy.delete(chatId)
  }
}

/** A while later, or as soon as the browser has a network again. */
function tryLater(client: QueryClient, chatId: string) {
  const again = () => {
    clearTimeout(timer)
    window.removeEventListener('online', again)
    void drain(client, chatId)
  }
  const timer = setTimeout(again, TRY_AGAIN_MS)
  window.addEventListener('online', again)
}

/** Small files in the call itself, large ones into the bucket first. */
async function deliver({ chatId, clientId, text, file }: OutgoingSaid): Promise<ChatMessage> {
  const params = { id: chatId }
  const body = { message: text, clientId }
  if (!file) return api(chats.send, { params, body })
  if (file.size <= INLINE_LIMIT) return api(chats.send, { params, body }, { files: [file] })
  const given = { fileName: file.name || 'arquivo', mimetype: file.type || 'application/octet-stream' }
  const form = await api(chats.uploads, { params, body: { ...given, size: file.size } })
  await putUpload(form, file)
  return api(chats.send, { params, body: { ...body, ...given, key: form.key } })
}
