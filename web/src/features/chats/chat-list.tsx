import { chats } from '@balcao/shared/api/content/chats.ts'
import type { Chat } from '@balcao/shared/entities/chat.ts'
import { MessageCircleMore, Plus } from 'lucide-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ScreenHelp } from '#/components/ui/screen-help.ts'
import { VirtualList } from '#/components/ui/virtual-list.tsx'
import { useUser } from '#/lib/session.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { CHAT_ROW_HEIGHT, ChatRow } from './chat-row.tsx'

interface ChatListProps {
  chosen: string | undefined
  /** True if it has a heading of its own. */
  heading: boolean
  onNew: () => void
  onChoose: (id: string) => void
}

/** Shows the chats of the signed-in user, the one with the latest message first. */
export function ChatList({ chosen, heading, onNew, onChoose }: ChatListProps) {
  const { t } = useTranslation(['chats', 'common'])
  const user = useUser()
  const Help = useContext(ScreenHelp)
  useShortcut('lists.add', { run: onNew })
  const { list, rows, search } = useRowList(chats.list, page => page.records)
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex shrink-0 flex-col gap-2 p-3">
        <div className="flex min-h-control items-center gap-2">
          {heading && <h1 className="min-w-0 truncate font-semibold text-lg">{t('title')}</h1>}
          {!heading && (
            <ListSearch className="min-w-0 flex-1" label={t('search')} value={search.text} onChange={search.onChange} />
          )}
          {Help && <Help />}
          {heading && <span className="flex-1" />}
          <IconButton label={t('add')} icon={<Plus size={20} />} onClick={onNew} />
        </div>
        {heading && (
          <ListSearch className="w-full" label={t('search')} value={search.text} onChange={search.onChange} />
        )}
      </div>
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={CHAT_ROW_HEIGHT}
        rows={8}
        search={search}
        firstUse={
          <FirstUse icon={<MessageCircleMore size={20} />} title={t('first')} addLabel={t('add')} onAdd={onNew}>
            {t('firstHint')}
          </FirstUse>
        }
      >
        <VirtualList
          label={t('title')}
          outline="person"
          items={rows}
          rowHeight={CHAT_ROW_HEIGHT}
          itemKey={chat => chat.id}
          hasMore={list.hasNextPage}
          loadingMore={list.isFetchingNextPage}
          onEnd={() => void list.fetchNextPage()}
        >
          {(chat: Chat) => (
            <ChatRow chat={chat} userId={user.id} chosen={chat.id === chosen} onChoose={() => onChoose(chat.id)} />
          )}
        </VirtualList>
      </ListStates>
    </div>
  )
}
