import type { Chat } from '@balcao/shared/entities/chat.ts'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { CountBadge } from '#/components/ui/badge.tsx'
import { cn } from '#/lib/cn.ts'
import { formatRowTime } from '#/lib/format.ts'
import { unreadOf } from './unread-of.ts'

/** Height of a row, px: two lines and their spacing. */
export const CHAT_ROW_HEIGHT = 64

interface ChatRowProps {
  chat: Chat
  userId: string
  chosen: boolean
  onChoose: () => void
}

export function ChatRow({ chat, userId, chosen, onChoose }: ChatRowProps) {
  const { t } = useTranslation('chats')
  const unread = unreadOf(chat, userId)
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={chosen ? 'page' : undefined}
      className={cn(
        'flex h-full w-full items-center gap-3 border-line border-b px-3 text-left -outline-offset-2 hover:bg-hover',
        chosen && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <Avatar name={chat.title} size={40} group />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi
            title={chat.title}
            className={cn('min-w-0 flex-1 truncate', unread > 0 ? 'font-semibold' : 'font-medium')}
          >
            {chat.title}
          </bdi>
          <time dateTime={chat.updatedAt} className="tabular shrink-0 text-ink-2 text-xs">
            {formatRowTime(chat.updatedAt)}
          </time>
        </span>
        <span className="mt-0.5 flex items-center gap-2 text-ink-2 text-sm">
          <bdi className="min-w-0 flex-1 truncate">
            {chat.lastMessage || t('members', { count: chat.users.length })}
          </bdi>
          <CountBadge count={unread} label={t('unreadMark', { count: unread })} />
        </span>
      </span>
    </button>
  )
}
