import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LostFile } from '#/components/lazy-lost-file.tsx'
import { MessageText } from '#/components/message-text.tsx'
import { Video } from '#/components/ui/video.tsx'
import { cn } from '#/lib/cn.ts'
import { formatTime } from '#/lib/format.ts'
import { isShortcut } from '#/lib/shortcuts.ts'
import { useBroken } from '#/lib/use-broken.ts'
import { AckMark } from './ack-mark.tsx'
import { canForward } from './message-actions.ts'
import { EditedMark, Menu, ownAuthor } from './message-bubble.tsx'
import { canReact, ReactButton } from './message-reactions.tsx'
import { useSelected } from './message-selection.ts'
import { ReactionChips } from './reaction-chips.tsx'
import { SelectBox } from './select-box.tsx'
import { senderColor } from './sender-color.ts'
import type { Around } from './timeline-row.tsx'
import { useLongPress } from './use-long-press.ts'

/** Number of an album's pictures shown at first. */
const SHOWN = 4

type Surroundings = Omit<Around, 'onAgain' | 'onDiscard'>
type AlbumProps = Surroundings & { messages: readonly Message[]; joined: boolean }

/**
 * Shows the pictures and videos of one album as a grid of two columns, with their captions below.
 */
export function AlbumBubble({ messages, joined, ...around }: AlbumProps) {
  const { t } = useTranslation('tickets')
  const { group, userId, highlighted, down } = around
  const [whole, setWhole] = useState(false)
  const [first] = messages
  const last = messages.at(-1)!
  const isOwn = last.fromMe
  const isWhole = whole || messages.length <= SHOWN
  // A jump to a hidden picture shows all of them.
  const isWanted = messages.slice(SHOWN).some(({ id }) => id === highlighted)
  useEffect(() => {
    if (isWanted) setWhole(true)
  }, [isWanted])
  const author = isOwn ? ownAuthor(last, userId, t) : group ? (first?.contact?.name ?? null) : null
  const captioned = messages.filter(({ body, editedUnseen }) => body !== '' || editedUnseen)

  return (
    <div className={cn('flex px-3 sm:px-4', isOwn ? 'justify-end' : 'justify-start', joined ? 'pt-0.5' : 'pt-2')}>
      <div
        className={cn(
          'w-80 max-w-[85%] rounded-lg p-1.5',
          isOwn ? 'bg-bubble-own' : 'bg-bubble-other',
          joined ? '' : isOwn ? 'rounded-tr-sm' : 'rounded-tl-sm',
        )}
      >
        {author && !joined && (
          <p
            className="mb-0.5 truncate px-1.5 font-medium text-accent-ink text-xs"
            style={{ color: last.contact ? senderColor(last.contact) : undefined }}
          >
            <bdi>{author}</bdi>
          </p>
        )}
        <div className="relative grid grid-cols-2 gap-1">
          {messages.map((message, i) => (
            <Tile
              key={message.id}
              message={message}
              isCovered={!isWhole && i >= SHOWN}
              isWide={i === messages.length - 1 && messages.length % 2 === 1}
              more={!isWhole && i === SHOWN - 1 ? messages.length - SHOWN : 0}
              onMore={() => setWhole(true)}
              {...around}
            />
          ))}
        </div>
        <div data-captions="" className="px-1.5">
          {captioned.map(message => (
            <p key={message.id} className="mt-1">
              {message.body && <MessageText text={message.body} />}{' '}
              <span className="text-ink-2">
                <EditedMark message={message} />
              </span>
            </p>
          ))}
          <p className="flex items-center justify-end gap-1 pt-0.5 text-ink-2">
            <time dateTime={last.createdAt} className="tabular text-xs">
              {formatTime(last.createdAt)}
            </time>
            {isOwn && (
              <AckMark
                ack={Math.min(...messages.map(({ ack }) => ack))}
                failed={false}
                down={last.ack === 0 ? down : null}
              />
            )}
          </p>
        </div>
      </div>
    </div>
  )
}

interface TileProps extends Surroundings {
  message: Message
  /** True if it lies under the last shown picture. */
  isCovered: boolean
  isWide: boolean
  /** Number of pictures that lie under it. */
  more: number
  onMore: () => void
}

/** Shows one picture of an album, with all the actions of a single message. */
function Tile({ message, isCovered, isWide, more, onMore, ...around }: TileProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const { group, peer, readOnly, userId, highlighted, handlers } = around
  const selected = useSelected(message)
  const [menu, setMenu] = useState(false)
  const hasMenu = !readOnly || handlers.onForward !== undefined
  const press = useLongPress(() => setMenu(hasMenu))
  const react =
    readOnly || handlers.can?.reactions === false || !canReact(message)
      ? undefined
      : (emoji: string) => handlers.onReact(message, emoji)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what Enter and a resting finger open, its button opens too
    <div
      id={`message-${message.id}`}
      data-message={message.id}
      tabIndex={-1}
      onFocus={isCovered ? onMore : undefined}
      onKeyDown={event => {
        if (!isShortcut(event, 'message.menu') || event.target !== event.currentTarget || !hasMenu) return
        event.preventDefault()
        setMenu(true)
      }}
      {...press}
      className={cn(
        'group/message overflow-hidden rounded-md bg-active focus-visible:outline-2 touch:select-none touch:[-webkit-touch-callout:none]',
        isCovered ? 'pointer-events-none absolute right-0 bottom-0 size-10 opacity-0' : 'relative',
        isWide && !isCovered ? 'col-span-2 aspect-video' : 'aspect-square',
        highlighted === message.id && 'ring-2 ring-accent-ink',
        selected && 'ring-2 ring-accent',
      )}
    >
      {selected !== null && !isCovered && more === 0 && canForward(message) && (
        <SelectBox message={message} checked={selected} className="absolute top-2 left-2 z-10" />
      )}
      {!isCovered && <Shown message={message} onOpen={() => handlers.onOpenImage(message)} />}
      {more > 0 ? (
        <button
          type="button"
          onClick={onMore}
          aria-label={t('ticketDetails:message.moreOfAlbum', { count: more })}
          className="-outline-offset-2 absolute inset-0 flex items-center justify-center bg-scrim"
        >
          {/* With its own background, since a photo may have any colour. */}
          <span className="tabular rounded-full bg-raised px-3 py-1 font-medium text-ink text-lg">+{more}</span>
        </button>
      ) : (
        !isCovered && (
          <>
            {hasMenu && (
              <Menu
                message={message}
                handlers={handlers}
                readOnly={readOnly}
                open={menu}
                onOpenChange={setMenu}
                className="top-1 right-1 left-auto m-0 bg-raised/85"
              />
            )}
            {react && (
              <ReactButton
                message={message}
                onReact={react}
                className="top-1 right-9 left-auto m-0 bg-raised/85 touch:right-11"
              />
            )}
            {message.reactions.length > 0 && (
              <div className="absolute inset-x-0 bottom-1">
                <ReactionChips message={message} group={group} peer={peer} userId={userId} onReact={react} />
              </div>
            )}
          </>
        )
      )}
    </div>
  )
}

function Shown({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { t } = useTranslation('tickets')
  const [isBroken, noteBroken] = useBroken(message.mediaUrl)
  if (!message.mediaUrl) return null
  const lost = (
    <LostFile src={message.mediaUrl} kind={message.mediaType as MediaKind} name={message.media?.fileName} compact />
  )
  if (message.mediaType === 'video')
    return <Video src={message.mediaUrl} className="size-full object-cover" instead={lost} />
  if (isBroken) return lost
  return (
    <button type="button" onClick={onOpen} aria-label={t('message.openImage')} className="block size-full">
      <img
        src={message.mediaUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={noteBroken}
        className="size-full object-cover"
      />
    </button>
  )
}
