import type { ChatMessage } from '@balcao/shared/entities/chat.ts'
import { Check, Clock, Download, FileText, RotateCw, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LostFile } from '#/components/lazy-lost-file.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Video } from '#/components/ui/video.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatTime } from '#/lib/format.ts'
import { kindOf } from '#/lib/sent-file.ts'
import { useBroken } from '#/lib/use-broken.ts'
import { useObjectUrl } from '#/lib/use-object-url.ts'
import { ChatText } from './chat-text.tsx'
import type { PendingChatMessage } from './public/chat-outbox.ts'

interface ChatBubbleProps {
  message: ChatMessage
  own: boolean
  joined: boolean
}

/** Shows a message; the author's name is above the first of several. */
export const ChatBubble = memo(function ChatBubble({ message, own, joined }: ChatBubbleProps) {
  const { t } = useTranslation('chats')
  return (
    <Bubble
      own={own}
      joined={joined}
      author={own || joined ? null : message.sender.name}
      createdAt={message.createdAt}
      mark={own && <Check size={14} className="icon" aria-label={t('sent')} />}
      text={message.message}
      file={
        message.mediaType && {
          kind: message.mediaType,
          name: message.mediaName ?? '',
          path: message.mediaPath,
        }
      }
    />
  )
})

interface PendingChatBubbleProps {
  item: PendingChatMessage
  joined: boolean
  onAgain: () => void
  onDiscard: () => void
}

/** Shows a message that is still on its way: same place, same size, with a clock. */
export function PendingChatBubble({ item, joined, onAgain, onDiscard }: PendingChatBubbleProps) {
  const { t } = useTranslation('chats')
  const errorText = useErrorText()
  const url = useObjectUrl(item.file ?? undefined)
  const failed = item.state === 'failed'
  return (
    <Bubble
      own
      joined={joined}
      author={null}
      failed={failed}
      createdAt={item.createdAt}
      mark={
        failed ? (
          <TriangleAlert size={14} className="icon text-danger-ink" aria-label={t('failed')} />
        ) : (
          <Clock size={14} className="icon" aria-label={t(item.state)} />
        )
      }
      text={item.text}
      file={item.file && { kind: kindOf(item.file.type), name: item.file.name, path: url }}
    >
      {failed && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 border-danger/40 border-t pt-1 text-danger-ink text-sm">
          <span>{item.error ? errorText(new ApiError(item.error, 500)) : t('failed')}</span>
          <Button size="sm" variant="link" icon={<RotateCw size={14} />} onClick={onAgain}>
            {t('again')}
          </Button>
          <Button size="sm" variant="link" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </div>
      )}
    </Bubble>
  )
}

type Shown = { kind: NonNullable<ChatMessage['mediaType']>; name: string; path: string | null }

interface BubbleProps {
  own: boolean
  joined: boolean
  author: string | null
  failed?: boolean
  createdAt: string
  mark: ReactNode
  text: string
  file: Shown | null
  children?: ReactNode
}

function Bubble({ own, joined, author, failed, createdAt, mark, text, file, children }: BubbleProps) {
  return (
    <div className={cn('flex px-3 sm:px-4', own ? 'justify-end' : 'justify-start', joined ? 'pt-0.5' : 'pt-2')}>
      <div
        className={cn(
          'min-w-20 max-w-[min(36rem,85%)] rounded-lg px-3 py-1.5',
          own ? 'bg-bubble-own' : 'bg-bubble-other',
          !joined && (own ? 'rounded-tr-sm' : 'rounded-tl-sm'),
          failed && 'ring-1 ring-danger ring-inset',
        )}
      >
        {author && (
          <p className="mb-0.5 truncate font-medium text-accent-ink text-xs">
            <bdi>{author}</bdi>
          </p>
        )}
        {/* Text alone: the time is on its last line while there is room. */}
        <div className={cn(!file && 'flex flex-wrap items-end gap-x-2')}>
          <div className="min-w-0 max-w-full">
            {file && <ChatFile file={file} />}
            {text && <ChatText text={text} />}
          </div>
          <div className="-mb-0.5 ml-auto flex shrink-0 items-center justify-end gap-1 text-ink-2">
            <time dateTime={createdAt} className="tabular text-xs">
              {formatTime(createdAt)}
            </time>
            {mark}
          </div>
        </div>
        {children}
      </div>
    </div>
  )
}

function ChatFile({ file: { kind, name, path } }: { file: Shown }) {
  const { t } = useTranslation('chats')
  const [isBroken, noteBroken] = useBroken(path)
  const lost = path && (
    <div className="mb-1 h-40 w-80 max-w-full overflow-hidden rounded-md">
      <LostFile src={path} kind={kind} name={name} />
    </div>
  )
  if (isBroken) return lost
  if (path && kind === 'image')
    return (
      <a
        href={path}
        target="_blank"
        rel="noopener noreferrer"
        className="mb-1 block"
        aria-label={t('openPicture', { name })}
      >
        <img
          src={path}
          alt={name}
          loading="lazy"
          onError={noteBroken}
          className="h-56 w-80 max-w-full rounded-md bg-active object-cover"
        />
      </a>
    )
  if (path && kind === 'video')
    return <Video src={path} className="mb-1 max-h-80 w-80 max-w-full rounded-md bg-active" instead={lost} />
  if (path && kind === 'audio')
    return (
      // biome-ignore lint/a11y/useMediaCaption: a colleague's sound has no captions
      <audio
        src={path}
        controls
        preload="metadata"
        aria-label={name}
        onError={noteBroken}
        className="mb-1 w-72 max-w-full"
      />
    )
  return (
    <a
      href={path ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      download={name}
      className="mb-1 flex min-h-control w-72 max-w-full items-center gap-3 rounded-md border border-line bg-surface p-2.5 text-ink hover:bg-hover"
    >
      <FileText size={20} className="icon shrink-0 text-accent-ink" />
      <bdi className="min-w-0 flex-1 truncate font-medium">{name}</bdi>
      <Download size={16} className="icon shrink-0 text-ink-2" aria-label={t('download')} />
    </a>
  )
}
