import { chats } from '@balcao/shared/api/content/chats.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessageCircleMore } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { apiPages } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { openChat, unreadChats } from '#/realtime/chat-state.ts'
import { CHAT_ROW_HEIGHT, ChatRow } from '../chat-row.tsx'
import { unreadOf } from '../unread-of.ts'

const SHOWN = 8

/**
 * Shows the internal chats from any screen: those with the latest messages, and whether something
 * is unread.
 */
export function ChatsPopover() {
  const { t } = useTranslation('chats')
  const user = useUser()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  // The pages are those of the screen's list before a search.
  const list = useInfiniteQuery(apiPages(chats.list, { query: { searchParam: '' } }))
  // The chat on screen counts as read.
  useStore(openChat)
  const rows = list.data?.pages.flatMap(page => page.records) ?? []
  const unread = rows.filter(chat => unreadOf(chat, user.id) > 0).length
  useEffect(() => {
    unreadChats.set(unread)
    return () => unreadChats.set(0)
  }, [unread])
  const go = (chatId?: string) => {
    setOpen(false)
    void (chatId ? navigate({ to: '/chats/$chatId', params: { chatId } }) : navigate({ to: '/chats' }))
  }
  const label = unread > 0 ? `${t('title')}: ${t('unreadChats', { count: unread })}` : t('title')
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <span className="relative inline-flex">
        <PopoverTrigger>
          <IconButton label={label} icon={<MessageCircleMore size={20} />} />
        </PopoverTrigger>
        {unread > 0 && (
          <span className="pointer-events-none absolute top-1 right-1 block size-2.5 rounded-full border-2 border-surface bg-accent" />
        )}
      </span>
      <PopoverContent align="end" aria-label={t('title')} className="w-96 max-w-[calc(100vw-16px)] p-0">
        <div className="flex items-center justify-between border-line border-b px-3 py-2">
          <h2 className="font-semibold">{t('title')}</h2>
          <Button size="sm" variant="ghost" onClick={() => go()}>
            {t('all')}
          </Button>
        </div>
        {list.isError && rows.length === 0 ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        ) : rows.length === 0 ? (
          <p className="p-6 text-center text-ink-2">{t(list.isPending ? 'loading' : 'none')}</p>
        ) : (
          <ul className="max-h-96 overflow-y-auto">
            {rows.slice(0, SHOWN).map(chat => (
              <li key={chat.id} style={{ height: CHAT_ROW_HEIGHT }}>
                <ChatRow chat={chat} userId={user.id} chosen={false} onChoose={() => go(chat.id)} />
              </li>
            ))}
          </ul>
        )}
      </PopoverContent>
    </Popover>
  )
}
