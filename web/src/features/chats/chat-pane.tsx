import { chats } from '@balcao/shared/api/content/chats.ts'
import type { Chat } from '@balcao/shared/entities/chat.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EllipsisVertical, LogOut, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop } from '#/components/conversation/file-drop.tsx'
import { Avatar } from '#/components/ui/avatar.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { removeChat } from '#/realtime/chat-cache.ts'
import { ChatComposer, type ChatComposerHandle } from './chat-composer.tsx'
import { ChatMessages } from './chat-messages.tsx'
import { endedChats } from './ended-chats.ts'
import { useRead } from './use-read.ts'

/** Shows one chat: its members, its messages, and the input. */
export function ChatPane({ chat, onEdit }: { chat: Chat; onEdit: () => void }) {
  const { t } = useTranslation('chats')
  const user = useUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const composer = useRef<ChatComposerHandle>(null)
  useRead(chat, user.id)
  const isOwner = chat.ownerId === user.id
  const others = chat.users.filter(({ userId }) => userId !== user.id).map(each => each.user.name)

  const end = async (what: 'leave' | 'remove') => {
    const yes = await confirm({
      title: t(`${what}.title`, { title: chat.title }),
      description: t(what === 'remove' ? 'remove.hint' : isOwner ? 'leave.ownerHint' : 'leave.hint'),
      confirmLabel: t(`${what}.do`),
    })
    if (!yes) return
    endedChats.add(chat.id)
    try {
      await api(chats[what], { params: { id: chat.id } })
    } catch (error) {
      endedChats.delete(chat.id)
      return toast.error(error)
    }
    toast.success(t(`${what}.done`))
    await navigate({ to: '/chats', replace: true })
    removeChat(client, chat.id)
  }

  return (
    <FileDrop
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col"
      onFiles={files => composer.current?.attach(files)}
      label={t('composer.drop')}
    >
      <header className="flex shrink-0 items-center gap-3 border-line border-b bg-surface px-3 py-2 sm:px-4">
        <Avatar name={chat.title} size={40} group />
        <div className="min-w-0 flex-1">
          <h2 title={chat.title} className="truncate font-semibold">
            <bdi>{chat.title}</bdi>
          </h2>
          <p className="truncate text-ink-2 text-sm" title={others.join(', ')}>
            {others.length > 0 ? [t('you'), ...others].join(', ') : t('alone')}
          </p>
        </div>
        <DropdownMenu>
          <DropdownMenuTrigger>
            <IconButton label={t('options')} icon={<EllipsisVertical size={20} />} />
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {isOwner && (
              <DropdownMenuItem icon={<Pencil size={16} />} onSelect={onEdit}>
                {t('edit')}
              </DropdownMenuItem>
            )}
            <DropdownMenuItem icon={<LogOut size={16} />} onSelect={() => void end('leave')}>
              {t('leave.do')}
            </DropdownMenuItem>
            {isOwner && (
              <DropdownMenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => void end('remove')}>
                {t('remove.do')}
              </DropdownMenuItem>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      </header>
      <ChatMessages chat={chat} />
      <ChatComposer ref={composer} chat={chat} />
    </FileDrop>
  )
}
