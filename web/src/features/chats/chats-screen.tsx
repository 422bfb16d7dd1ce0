import { chats } from '@balcao/shared/api/content/chats.ts'
import type { Chat } from '@balcao/shared/entities/chat.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { MessageCircleMore } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { SegmentedList, SegmentedTrigger, Tabs } from '#/components/ui/tabs.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { useTab } from '#/lib/use-tab.ts'
import { unreadChats } from '#/realtime/chat-state.ts'
import { ChatList } from './chat-list.tsx'
import { ChatPane } from './chat-pane.tsx'
import { endedChats } from './ended-chats.ts'

const ChatDialog = lazyPart(() => import('./chat-dialog.tsx').then(file => file.ChatDialog))

/**
 * Shows the internal chats: the list on the left, the messages on the right; on narrow screens as
 * two tabs.
 */
export function ChatsScreen() {
  const { t } = useTranslation('chats')
  const { chatId } = useParams({ strict: false }) as { chatId?: string }
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const navigate = useNavigate()
  const waiting = useStore(unreadChats)
  // A chosen chat shows its messages; without one, the list shows.
  const [tab, setTab] = useTab(chatId ? ['messages', 'chats'] : ['chats', 'messages'])
  const [dialog, setDialog] = useState<Chat | 'new' | null>(null)

  const list = (
    <ChatList
      chosen={chatId}
      heading={!narrow}
      onNew={() => setDialog('new')}
      onChoose={id => void navigate({ to: '/chats/$chatId', params: { chatId: id } })}
    />
  )
  const messages = chatId ? (
    <OpenChat key={chatId} chatId={chatId} onEdit={setDialog} />
  ) : (
    <EmptyState icon={<MessageCircleMore size={20} />} title={t('choose')}>
      {t('chooseHint')}
    </EmptyState>
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      {narrow ? (
        <Tabs value={tab} onValueChange={setTab} className="flex h-full min-h-0 flex-col">
          <h1 className="sr-only">{t('title')}</h1>
          <div className="border-line border-b bg-surface p-2">
            <SegmentedList aria-label={t('title')}>
              <SegmentedTrigger value="chats" aria-controls="chats-list">
                {t('tab.chats')}
                {waiting > 0 && (
                  <>
                    <span aria-hidden className="size-2 rounded-full bg-accent" />
                    <span className="sr-only">{t('unreadChats', { count: waiting })}</span>
                  </>
                )}
              </SegmentedTrigger>
              <SegmentedTrigger value="messages" aria-controls="chats-messages">
                {t('tab.messages')}
              </SegmentedTrigger>
            </SegmentedList>
          </div>
          <div
            id="chats-list"
            role="tabpanel"
            aria-label={t('tab.chats')}
            hidden={tab !== 'chats'}
            className="min-h-0 flex-1"
          >
            {list}
          </div>
          <div
            id="chats-messages"
            role="tabpanel"
            aria-label={t('tab.messages')}
            hidden={tab !== 'messages'}
            className="min-h-0 flex-1"
          >
            {tab === 'messages' && messages}
          </div>
        </Tabs>
      ) : (
        <div className="flex h-full min-h-0">
          <section aria-label={t('title')} className="min-h-0 w-80 shrink-0 border-line border-r">
            {list}
          </section>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">{messages}</div>
        </div>
      )}
      <Suspense>
        {dialog && (
          <ChatDialog
            chat={dialog === 'new' ? null : dialog}
            onClose={() => setDialog(null)}
            onMade={id => void navigate({ to: '/chats/$chatId', params: { chatId: id } })}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Shows the chat of the address: at once as the list has it, then the server's answer. */
function OpenChat({ chatId, onEdit }: { chatId: string; onEdit: (chat: Chat) => void }) {
  const { t } = useTranslation('chats')
  const navigate = useNavigate()
  const query = useQuery(apiQuery(chats.get, { params: { id: chatId } }))
  const gone = query.error instanceof ApiError && query.error.status === 404

  useEffect(() => {
    if (!gone) return
    if (!endedChats.has(chatId)) toast.info(t('gone'))
    void navigate({ to: '/chats', replace: true })
  }, [gone, chatId, navigate, t])

  if (query.data) return <ChatPane chat={query.data} onEdit={() => onEdit(query.data)} />
  if (query.isError && !gone)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return (
    <div role="status" aria-label={t('loading')} className="flex items-center gap-3 border-line border-b p-3">
      <Skeleton className="size-10 rounded-full" />
      <Skeleton className="h-4 w-48" />
    </div>
  )
}
