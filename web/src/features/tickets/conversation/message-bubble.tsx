import type { EarlierText, Message, QuotedMessage } from '@balcao/shared/entities/message.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { ChevronDown, X } from 'lucide-react'
import { memo, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { formatNumber, formatTime } from '#/lib/format.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { kindOf } from '#/lib/sent-file.ts'
import { isShortcut } from '#/lib/shortcuts.ts'
import { sizeText } from '#/lib/size-text.ts'
import { useObjectUrl } from '#/lib/use-object-url.ts'
import type { Outgoing } from '../public/outgoing.ts'
import { AckMark } from './ack-mark.tsx'
import { history, messageMenu } from './lazy-parts.ts'
import { canForward } from './message-actions.ts'
import { hasCard, MessageContent } from './message-content.tsx'
import type { MessageHandlers } from './message-handlers.ts'
import type { MessageMenuProps } from './message-menu.tsx'
import { canReact, ReactButton } from './message-reactions.tsx'
import { useSelected, useTranslated } from './message-selection.ts'
import { senderColor } from './sender-color.ts'
import { useLongPress } from './use-long-press.ts'

const BotPart = lazyPart(() => import('./bot-part.tsx').then(file => file.BotPart), 'prompts')
const CampaignAuthor = lazyPart(() => import('./campaign-author.tsx').then(file => file.CampaignAuthor))
const SelectBox = lazyPart(() => import('./select-box.tsx').then(file => file.SelectBox), 'ticketDetails')
const ReactionChips = lazyPart(() => import('./reaction-chips.tsx').then(file => file.ReactionChips))
const Failure = lazyPart(() => import('./failure.tsx').then(file => file.Failure))

interface MessageBubbleProps {
  message: Message
  joined: boolean
  group: boolean
  /** Name of the contact. */
  peer: string
  /** True if no action is possible: the spy view, a closed ticket. */
  readOnly: boolean
  userId: string
  highlighted: boolean
  /** Name of the connection while it is down. */
  down: string | null
  handlers: MessageHandlers
}

export const MessageBubble = memo(function MessageBubble({
  message,
  joined,
  group,
  peer,
  readOnly,
  userId,
  highlighted,
  down,
  handlers,
}: MessageBubbleProps) {
  const { t } = useTranslation('tickets')
  const failed = message.fromMe && message.error !== null && message.error !== 'ERR_MEDIA_NOT_IMPORTED'
  const react =
    readOnly || handlers.can?.reactions === false || !canReact(message)
      ? undefined
      : (emoji: string) => handlers.onReact(message, emoji)
  const selected = useSelected(message)
  const isTranslated = useTranslated(message.id)
  const [menu, setMenu] = useState(false)
  const hasMenu = !message.isDeleted && (!readOnly || handlers.onForward !== undefined)
  const press = useLongPress(() => setMenu(hasMenu))
  const author = message.fromMe ? ownAuthor(message, userId, t) : group ? (message.contact?.name ?? null) : null

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what Enter and a resting finger open, its button opens too
    <div
      id={`message-${message.id}`}
      data-message={message.id}
      // Reached by arrows, not by Tab: a conversation has thousands.
      tabIndex={-1}
      onKeyDown={event => {
        if (!isShortcut(event, 'message.menu') || event.target !== event.currentTarget || !hasMenu) return
        event.preventDefault()
        setMenu(true)
      }}
      {...press}
      className={cn(
        'group/message -outline-offset-2 flex rounded-sm px-3 focus-visible:bg-hover sm:px-4 touch:select-none touch:[-webkit-touch-callout:none]',
        message.fromMe ? 'justify-end' : 'justify-start',
        joined ? 'pt-0.5' : 'pt-2',
        message.reactions.length > 0 && 'flex-wrap',
        selected !== null && 'relative',
        selected && 'bg-accent-soft',
      )}
    >
      <Suspense>
        {selected !== null && canForward(message) && (
          <SelectBox
            message={message}
            checked={selected}
            className={cn('self-center', message.fromMe ? 'mr-auto' : 'mr-3')}
          />
        )}
      </Suspense>
      <div
        className={cn(
          'relative min-w-20 max-w-[min(36rem,85%)] rounded-lg px-3 py-1.5 transition-shadow',
          message.fromMe ? 'bg-bubble-own' : 'bg-bubble-other',
          joined ? '' : message.fromMe ? 'rounded-tr-sm' : 'rounded-tl-sm',
          failed && 'ring-1 ring-danger ring-inset',
          highlighted && 'ring-2 ring-accent-ink',
        )}
      >
        {(author || message.origin === 'campaign') && !joined && (
          <p
            className="mb-0.5 h-4 truncate font-medium text-accent-ink text-xs"
            style={{ color: message.contact ? senderColor(message.contact) : undefined }}
          >
            {author ? (
              <bdi>{author}</bdi>
            ) : (
              <Suspense>
                <CampaignAuthor campaign={message.campaign} />
              </Suspense>
            )}
          </p>
        )}
        {message.quotedMsg && !message.isDeleted && (
          <Quote
            quoted={message.quotedMsg}
            name={quotedAuthor(message.quotedMsg, peer, t)}
            {...jumpTo(message.quotedMsg.id, handlers.onJump)}
          />
        )}
        <div className={cn(isLine(message) && !hasCard(message) && 'flex flex-wrap items-end gap-x-2')}>
          <div className="min-w-0 max-w-full">
            <MessageContent
              message={message}
              onOpenImage={handlers.onOpenImage}
              onRetry={handlers.onRetry}
              onContact={handlers.onContact}
            />
          </div>
          <div className="-mb-0.5 ml-auto flex shrink-0 items-center justify-end gap-1 text-ink-2">
            <EditedMark message={message} />
            <time dateTime={message.createdAt} className="tabular text-xs">
              {formatTime(message.createdAt)}
            </time>
            {message.fromMe && !message.isDeleted && <AckMark ack={message.ack} failed={failed} down={down} />}
          </div>
        </div>
        <Suspense>
          {(message.origin === 'machine' || message.transcript || isTranslated) && <BotPart message={message} />}
        </Suspense>
        <Suspense>
          {failed && <Failure code={message.error} onAgain={readOnly ? undefined : () => handlers.onRetry(message)} />}
        </Suspense>
        {hasMenu && (
          <Menu message={message} handlers={handlers} readOnly={readOnly} open={menu} onOpenChange={setMenu} />
        )}
        {react && <ReactButton message={message} onReact={react} />}
      </div>
      {message.reactions.length > 0 && (
        // Their room is kept until the first of them is there.
        <Suspense fallback={<div className="h-5 basis-full" />}>
          <ReactionChips message={message} group={group} peer={peer} userId={userId} onReact={react} />
        </Suspense>
      )}
    </div>
  )
})

/** Shows that a message was edited; hovering or focusing it shows the earlier texts. */
export function EditedMark({ message }: { message: Message }) {
  const { t } = useTranslation('tickets')
  if ((!message.isEdited && !message.editedUnseen) || message.isDeleted) return null
  const hasTexts = message.earlierBodies.length > 0
  return (
    <Tooltip content={hasTexts ? <Earlier texts={historyOf(message)} /> : null}>
      <span tabIndex={hasTexts ? 0 : undefined} className="text-xs">
        {t(message.editedUnseen ? 'message.editedUnseen' : 'message.edited')}
      </span>
    </Tooltip>
  )
}

/**
 * Returns the earlier texts; copies an earlier build kept in this browser contain the texts alone.
 */
const historyOf = ({ history, earlierBodies }: Partial<Message>): readonly EarlierText[] =>
  history ?? earlierBodies?.map(body => ({ body, editedAt: null, editedBy: null })) ?? []

type Translate = ReturnType<typeof useTranslation<'tickets'>>['t']

/**
 * Returns the name of a quoted message's author. WhatsApp does not report it reliably for messages
 * that are not stored, so a status is named as such.
 */
const quotedAuthor = ({ name, status, id }: QuotedMessage, peer: string, t: Translate): string =>
  status ? t('message.status') : (name ?? (id ? peer : t('message.quoted')))

const jumpTo = (id: string | null, onJump: (id: string) => void) => (id ? { onJump: () => onJump(id) } : {})

/**
 * Returns whether a message is text alone: time and ack are on its last line while there is room.
 */
const isLine = ({ isDeleted, mediaType, error }: Message): boolean =>
  isDeleted || ((mediaType === 'chat' || mediaType === 'call_log' || mediaType === 'unsupported') && error === null)

/** Returns the name above an own message when somebody other than this user wrote it. */
export function ownAuthor(message: Message, userId: string, t: Translate): string | null {
  if (message.user) return message.user.id === userId ? null : message.user.name
  if (message.origin === 'machine') {
    const { kind, name } = message.machine ?? {}
    return [t(kind === 'prompt' ? 'origin.machine' : 'origin.bot'), name].filter(Boolean).join(' · ')
  }
  if (message.origin === 'bot') return t('origin.bot')
  if (message.origin === 'handset') return t('origin.handset')
  if (message.origin === 'api') return t('origin.api')
  return null
}

interface MenuProps extends MessageMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  className?: string
}

export function Menu({ message, handlers, readOnly, open, onOpenChange, className }: MenuProps) {
  const { t } = useTranslation('tickets')
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger>
        <button
          type="button"
          aria-label={t('message.options')}
          className={cn(
            'absolute top-0.5 flex size-7 items-center justify-center rounded-full text-ink-2 opacity-0 transition-opacity hover:bg-active hover:text-ink focus-visible:opacity-100 group-hover/message:opacity-100 group-focus-visible/message:opacity-100 data-[state=open]:opacity-100',
            message.fromMe ? 'right-full mr-1' : 'left-full ml-1',
            // A finger rests on the message instead; the button stays for assistive technology.
            'touch:pointer-events-none',
            className,
          )}
        >
          <ChevronDown size={16} />
        </button>
      </DropdownMenuTrigger>
      {open && (
        <Entries message={message} handlers={handlers} readOnly={readOnly} onClose={() => onOpenChange(false)} />
      )}
    </DropdownMenu>
  )
}

/** Shows the content of the menu, loaded with the first one that is opened. */
function Entries({ onClose, ...props }: MessageMenuProps & { onClose: () => void }) {
  const parts = useLazyModule(messageMenu, onClose)
  return (
    parts && (
      <DropdownMenuContent>
        <parts.MessageMenu {...props} />
      </DropdownMenuContent>
    )
  )
}

interface QuoteProps {
  quoted: Pick<Message, 'body' | 'fromMe' | 'mediaType'> & Pick<Partial<QuotedMessage>, 'status' | 'thumbnail'>
  name: string
  onJump?: () => void
}

/** Shows the quoted message as a strip above the answer. */
function Quote({ quoted, name, onJump }: QuoteProps) {
  const { t } = useTranslation('tickets')
  return (
    <button
      type="button"
      onClick={onJump}
      disabled={!onJump}
      className="mb-1 block w-full rounded-md border-accent-ink border-l-[3px] bg-surface/70 px-2 py-1 text-left text-sm enabled:hover:bg-surface"
    >
      <Picture
        src={quoted.thumbnail && `data:image/jpeg;base64,${quoted.thumbnail}`}
        className="float-right ml-2 size-10 rounded-sm object-cover"
      />
      <span className="block truncate font-medium text-accent-ink text-xs">
        <bdi>{quoted.fromMe && !quoted.status ? t('message.you') : name}</bdi>
      </span>
      <span className="line-clamp-2 text-ink-2">
        <bdi>{plainText(quoted.body) || t(`kind.${quoted.mediaType}`)}</bdi>
      </span>
      {onJump && <span className="sr-only">{t('message.jump')}</span>}
    </button>
  )
}

const nothing = () => undefined

/**
 * Returns an outgoing message in the shape of a sent one, so that it takes the same room before and
 * after.
 */
const asMessage = (
  { clientId, ticketId, body, file, quick, list, createdAt }: Outgoing,
  url: string | null,
): Message => ({
  id: clientId,
  clientId,
  ticketId,
  contactId: '',
  body,
  fromMe: true,
  read: true,
  ack: 0,
  mediaType: file ? kindOf(file.file.type) : list ? 'application' : (quick?.type ?? 'chat'),
  mediaUrl: quick?.path ?? url,
  media:
    file || quick || list
      ? {
          fileName: file?.file.name ?? quick?.name ?? list?.name ?? '',
          mimetype: file?.file.type ?? '',
          size: file?.file.size ?? 0,
          ptt: file?.ptt ?? false,
          seconds: file?.seconds ?? null,
          width: null,
          height: null,
        }
      : null,
  location: null,
  vcards: [],
  call: null,
  quotedMsg: null,
  structured: null,
  albumId: null,
  poll: null,
  reactions: [],
  isDeleted: false,
  isEdited: false,
  editedUnseen: false,
  earlierBodies: [],
  history: [],
  editedBy: null,
  deletedBy: null,
  error: null,
  contact: null,
  user: null,
  origin: 'attendant',
  machine: null,
  feedback: null,
  transcript: null,
  template: null,
  choices: null,
  forwarded: false,
  linkPreview: null,
  createdAt,
})

/** Shows a message that is still on its way: same place, same size, with a clock. */
export function OutgoingBubble({
  item,
  joined,
  peer,
  onAgain,
  onDiscard,
}: {
  item: Outgoing
  joined: boolean
  peer: string
  onAgain: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation('tickets')
  const failed = item.state === 'failed'
  const url = useObjectUrl(item.file?.file)
  const message = useMemo(() => asMessage(item, url), [item, url])
  return (
    <div className={cn('flex justify-end px-3 sm:px-4', joined ? 'pt-0.5' : 'pt-2')} data-outgoing={item.clientId}>
      <div
        className={cn(
          'min-w-20 max-w-[min(36rem,85%)] rounded-lg bg-bubble-own px-3 py-1.5',
          !joined && 'rounded-tr-sm',
          failed && 'ring-1 ring-danger ring-inset',
        )}
      >
        {item.quoted && <Quote quoted={item.quoted} name={item.quoted.contact?.name ?? peer} />}
        <div className={cn(!item.file && !hasCard(message) && 'flex flex-wrap items-end gap-x-2')}>
          <div className="min-w-0 max-w-full">
            <MessageContent
              message={message}
              file={item.file?.file}
              onOpenImage={nothing}
              onRetry={nothing}
              onContact={nothing}
            />
          </div>
          {item.file && !failed && item.progress < 1 && (
            <div className="mb-1 flex min-w-48 items-center gap-2 text-ink-2 text-xs">
              <progress
                value={item.progress}
                aria-label={t('message.uploading')}
                className="block h-1.5 min-w-0 flex-1"
              />
              <span className="tabular shrink-0">
                {t('message.uploaded', {
                  percent: formatNumber(item.progress, { style: 'percent', maximumFractionDigits: 0 }),
                  size: sizeText(item.file.file.size),
                })}
              </span>
              <IconButton size="sm" label={t('message.cancelUpload')} icon={<X size={14} />} onClick={onDiscard} />
            </div>
          )}
          <div className="-mb-0.5 ml-auto flex shrink-0 items-center justify-end gap-1 text-ink-2">
            {item.state === 'waiting' && <span className="text-xs">{t('message.waiting')}</span>}
            <time dateTime={item.createdAt} className="tabular text-xs">
              {formatTime(item.createdAt)}
            </time>
            <AckMark ack={0} failed={failed} />
          </div>
        </div>
        <Suspense>{failed && <Failure code={item.error} onAgain={onAgain} onDiscard={onDiscard} />}</Suspense>
      </div>
    </div>
  )
}

/** Shows the earlier texts of a message when the pointer is on it. */
function Earlier({ texts }: { texts: readonly EarlierText[] }) {
  const parts = useLazyModule(history, nothing)
  return parts && <parts.EarlierTexts texts={texts} />
}
