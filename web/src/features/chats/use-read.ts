import { chats } from '@balcao/shared/api/content/chats.ts'
import type { Chat } from '@balcao/shared/entities/chat.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#/lib/session.ts'
import { applyChat } from '#/realtime/chat-cache.ts'
import { openChat } from '#/realtime/chat-state.ts'

/**
 * Minimum time between two reports, ms: in a lively chat of fifty, fifty browsers would otherwise
 * report every message.
 */
const READ_MS = 2000

const isVisible = () => document.visibilityState === 'visible'

/** Marks new messages as read while the user looks at the chat. */
export function useRead({ id, users }: Chat, userId: string) {
  const client = useQueryClient()
  const unreads = users.find(user => user.userId === userId)?.unreads ?? 0
  const [visible, setVisible] = useState(isVisible)
  const [readAt, setReadAt] = useState(0)

  useEffect(() => {
    openChat.set(id)
    return () => openChat.set(now => (now === id ? null : now))
  }, [id])
  useEffect(() => {
    const turned = () => setVisible(isVisible())
    document.addEventListener('visibilitychange', turned)
    return () => document.removeEventListener('visibilitychange', turned)
  }, [])
  useEffect(() => {
    if (!visible || unreads === 0) return
    const timer = setTimeout(
      () => {
        setReadAt(Date.now())
        // A failed report is repeated with the next message, or the next opening.
        api(chats.read, { params: { id }, body: {} }).then(
          chat => applyChat(client, chat),
          () => undefined,
        )
      },
      Math.max(0, readAt + READ_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [client, id, visible, unreads, readAt])
}
