import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import type { ComponentProps, CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { LostFile } from '#/components/lazy-lost-file.tsx'
import { MessageText } from '#/components/message-text.tsx'
import { Video } from '#/components/ui/video.tsx'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { useBroken } from '#/lib/use-broken.ts'
import type { AudioPlayer } from './audio-player.tsx'
import { cards, linkCard, rare, sound, structured } from './lazy-parts.ts'
import type { ContactCards, ContactHandler, PlaceCard } from './message-cards.tsx'
import type { RareProps } from './rare-content.tsx'

const nothing = () => undefined

/** Shows a voice note or audio file; its space is reserved before the player has loaded. */
function Sound(props: ComponentProps<typeof AudioPlayer>) {
  const parts = useLazyModule(sound, nothing)
  return parts ? <parts.AudioPlayer {...props} /> : <div className="h-13 w-64 max-w-full" />
}

/**
 * Shows a location or contact cards: they are rare, so their code loads with the first; their space
 * is reserved before.
 */
function Place(props: ComponentProps<typeof PlaceCard>) {
  const parts = useLazyModule(cards, nothing)
  return parts ? <parts.PlaceCard {...props} /> : <div className="mb-1 h-44 w-64 max-w-full" />
}

/** Shows a document; its space is reserved before it is drawn. */
function Document({ message }: { message: Message }) {
  const parts = useLazyModule(cards, nothing)
  return parts ? <parts.DocumentCard message={message} /> : <div className="mb-1 h-16 w-72 max-w-full" />
}

/** Shows a structured message; its words are there at once. */
function Structured({ message }: { message: Message }) {
  const parts = useLazyModule(structured, nothing)
  return parts ? <parts.StructuredMessage message={message} /> : <MessageText text={message.body} />
}

/** Shows what few messages have; a line of space is reserved before. */
function Rare({
  part,
  ...props
}: RareProps & { part: 'CutNote' | 'Deleted' | 'ForwardedMark' | 'MissingMedia' | 'MissedCall' }) {
  const parts = useLazyModule(rare, nothing)
  if (!parts) return <div className="h-6" />
  const Part = parts[part]
  return <Part {...props} />
}

/** Returns whether a text may have the card of a link. */
export const hasCard = ({ mediaType, linkPreview, body }: Message): boolean =>
  mediaType === 'chat' && (linkPreview ? linkPreview.title !== '' : /https?:|www\./i.test(body))

/** Shows the card of a text's link; its space is reserved before. */
function Card({ message }: { message: Message }) {
  const parts = useLazyModule(linkCard, nothing)
  return parts ? <parts.LinkCard message={message} /> : <div className="mb-1 h-20 w-80 max-w-full" />
}

function Cards(props: ComponentProps<typeof ContactCards>) {
  const parts = useLazyModule(cards, nothing)
  return parts ? <parts.ContactCards {...props} /> : <div className="h-24 w-72 max-w-full" />
}

interface MessageContentProps {
  message: Message
  /** The file itself while it is being sent. */
  file?: Blob | undefined
  onOpenImage: (message: Message) => void
  onRetry: (message: Message) => void
  onContact: ContactHandler
}

/**
 * Shows the content of a message of any kind, and whether a part of it is missing; without its
 * bubble.
 */
export function MessageContent(props: MessageContentProps) {
  return (
    <>
      {props.message.forwarded && <Rare part="ForwardedMark" {...props} />}
      <Shown {...props} />
      {props.message.body.endsWith(CUT_MARK) && <Rare part="CutNote" {...props} />}
    </>
  )
}

function Shown({ message, file, onOpenImage, onRetry, onContact }: MessageContentProps) {
  const { t } = useTranslation('tickets')

  if (message.isDeleted) return <Rare part="Deleted" message={message} onRetry={onRetry} />
  if (message.error === 'ERR_WAPP_DOWNLOAD_MEDIA' || message.error === 'ERR_MEDIA_NOT_IMPORTED')
    return <Rare part="MissingMedia" message={message} onRetry={onRetry} />
  const caption =
    message.template || message.choices ? (
      <Structured message={message} />
    ) : message.body ? (
      <MessageText text={message.body} />
    ) : null

  switch (message.mediaType) {
    case 'image':
    case 'sticker':
      return (
        <>
          <Picture message={message} onOpen={() => onOpenImage(message)} />
          {caption}
        </>
      )
    case 'video':
      return (
        <>
          {message.mediaUrl && (
            <Video
              src={message.mediaUrl}
              className="mb-1 max-h-80 w-80 max-w-full rounded-md bg-active"
              instead={<Lost message={message} style={{ width: 320, height: 160 }} />}
            />
          )}
          {caption}
        </>
      )
    case 'audio':
      return message.mediaUrl ? (
        <Sound
          id={message.clientId ?? message.id}
          src={message.mediaUrl}
          file={file}
          bytes={message.media?.size ?? 0}
          seconds={message.media?.seconds ?? null}
          mimetype={message.media?.mimetype}
          ptt={message.media?.ptt ?? false}
        />
      ) : null
    case 'application':
      return (
        <>
          <Document message={message} />
          {caption}
        </>
      )
    case 'locationMessage':
      return (
        <>
          {message.location && <Place place={message.location} />}
          {caption}
        </>
      )
    case 'vcard':
    case 'contactMessage':
      return <Cards vcards={message.vcards} onContact={onContact} />
    case 'call_log':
      return <Rare part="MissedCall" message={message} onRetry={onRetry} />
    case 'unsupported':
      return (
        <>
          <p className="text-ink-2 italic">{t('message.unsupported')}</p>
          {message.body !== CUT_MARK && caption}
        </>
      )
    case 'chat':
      return (
        <>
          {hasCard(message) && <Card message={message} />}
          {caption}
        </>
      )
    default:
      return <Structured message={message} />
  }
}

/** Stands in the space of a picture or video that cannot be shown. */
function Lost({ message, style }: { message: Message; style: CSSProperties }) {
  return (
    <div className="mb-1 max-w-full overflow-hidden rounded-md bg-active" style={style}>
      <LostFile src={message.mediaUrl!} kind={message.mediaType as MediaKind} name={message.media?.fileName} />
    </div>
  )
}

/** Shows a picture in its final space, so that nothing moves when it arrives. */
function Picture({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { t } = useTranslation('tickets')
  const [isBroken, noteBroken] = useBroken(message.mediaUrl)
  const sticker = message.mediaType === 'sticker'
  const { width, height } = message.media ?? {}
  const ratio = width && height ? `${width} / ${height}` : '4 / 3'
  const wide = sticker ? 160 : 320
  const size = { width: Math.min(wide, width || wide), aspectRatio: ratio, maxHeight: 360 }
  // The link is on its way: the space is reserved.
  if (!message.mediaUrl) return <div className="mb-1 max-w-full rounded-md bg-active" style={size} />
  if (isBroken) return <Lost message={message} style={{ ...size, minWidth: 160, minHeight: 136 }} />
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={t('message.openImage')}
      className="mb-1 block max-w-full overflow-hidden rounded-md bg-active"
      style={size}
    >
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
