import type { Message } from '@balcao/shared/entities/message.ts'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import { Ban, Download, FileText, ImageOff, MapPin, PhoneMissed, RotateCw, Scissors, UserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageText } from '#/components/message-text.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatPhone, formatTime } from '#/lib/format.ts'
import { useOnDemand } from '#/lib/on-demand.ts'
import { sizeText } from '#/lib/size-text.ts'
import type { AudioPlayer } from './audio-player.tsx'
import { sound } from './parts.ts'
import { readVcard } from './vcard.ts'

const nothing = () => undefined

/** A voice note or sound; the room it takes is there before its player is. */
function Sound(props: ComponentProps<typeof AudioPlayer>) {
  const parts = useOnDemand(sound, nothing)
  return parts ? <parts.AudioPlayer {...props} /> : <div className="h-13 w-64 max-w-full" />
}

interface MessageContentProps {
  message: Message
  /** The file itself while it is being sent. */
  file?: Blob | undefined
  onOpenImage: (message: Message) => void
  onRetry: (message: Message) => void
  onContact: (contact: { name: string; number: string }, what: 'save' | 'chat') => void
}

/** What a message says or shows, of any kind, and whether a part of it is missing; without its bubble. */
export function MessageContent(props: MessageContentProps) {
  const { t } = useTranslation('tickets')
  return (
    <>
      <Shown {...props} />
      {props.message.body.endsWith(CUT_MARK) && (
        <p className="mt-1 flex items-center gap-1.5 text-ink-2 text-sm italic">
          <Scissors size={14} className="icon shrink-0" /> {t('message.cut')}
        </p>
      )}
    </>
  )
}

function Shown({ message, file, onOpenImage, onRetry, onContact }: MessageContentProps) {
  const { t } = useTranslation('tickets')
  const errorText = useErrorText()

  if (message.isDeleted && !message.fromMe) {
    return (
      <p className="flex items-center gap-1.5 text-ink-2 italic">
        <Ban size={14} className="icon shrink-0" /> {t('message.deletedByContact')}
      </p>
    )
  }
  if (message.isDeleted) {
    return (
      <p className="flex items-center gap-1.5 text-ink-2 italic">
        <Ban size={14} className="icon shrink-0" /> {t('message.deleted')}
      </p>
    )
  }
  if (message.error === 'ERR_WAPP_DOWNLOAD_MEDIA') {
    return (
      <div className="flex flex-col items-start gap-2">
        <p className="flex items-center gap-1.5 text-danger-ink">
          <ImageOff size={16} className="icon shrink-0" /> {errorText(new ApiError('ERR_WAPP_DOWNLOAD_MEDIA', 503))}
        </p>
        <Button size="sm" icon={<RotateCw size={14} />} onClick={() => onRetry(message)}>
          {t('message.downloadAgain')}
        </Button>
        {message.body && <MessageText text={message.body} />}
      </div>
    )
  }
  const caption = message.body ? <MessageText text={message.body} /> : null

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
            // biome-ignore lint/a11y/useMediaCaption: a customer's video has no captions
            <video
              src={message.mediaUrl}
              controls
              preload="metadata"
              className="mb-1 max-h-80 w-80 max-w-full rounded-md bg-active"
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
          ptt={message.media?.ptt ?? false}
        />
      ) : null
    case 'application':
      return (
        <>
          <a
            href={message.mediaUrl ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            download={message.media?.fileName}
            className="mb-1 flex w-72 max-w-full items-center gap-3 rounded-md border border-line bg-surface p-2.5 text-ink hover:bg-hover"
          >
            <FileText size={20} className="icon shrink-0 text-accent-ink" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                <bdi>{message.media?.fileName}</bdi>
              </span>
              <span className="tabular text-ink-2 text-xs">
                {extensionOf(message)}
                {message.media?.size ? ` · ${sizeText(message.media.size)}` : ''}
              </span>
            </span>
            <Download size={16} className="icon shrink-0 text-ink-2" aria-label={t('message.download')} />
          </a>
          {caption}
        </>
      )
    case 'locationMessage': {
      const place = message.location
      if (!place) return caption
      const coordinates = `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
      return (
        <a
          href={`https://www.google.com/maps?q=${place.latitude},${place.longitude}`}
          target="_blank"
          rel="noopener noreferrer"
          className="mb-1 block w-64 max-w-full overflow-hidden rounded-md border border-line bg-surface text-ink hover:bg-hover"
        >
          <MapDrawing />
          <span className="block p-2.5">
            <span className="block truncate font-medium">{place.name ?? t('message.location')}</span>
            {place.address && <span className="block truncate text-ink-2 text-sm">{place.address}</span>}
            <span className="tabular text-ink-2 text-xs">{coordinates}</span>
          </span>
        </a>
      )
    }
    case 'vcard':
    case 'contactMessage':
      return (
        <ul className="flex flex-col gap-2">
          {message.vcards.map(text => {
            const card = readVcard(text)
            return (
              <li key={text} className="w-72 max-w-full rounded-md border border-line bg-surface p-2.5">
                <span className="flex items-center gap-2.5">
                  <UserRound size={20} className="icon shrink-0 text-ink-2" />
                  <span className="min-w-0">
                    <span className="block truncate font-medium">
                      <bdi>{card.name}</bdi>
                    </span>
                    <span className="tabular block truncate text-ink-2 text-sm">
                      {card.number ? formatPhone(card.number) : ''}
                    </span>
                  </span>
                </span>
                {card.number && (
                  <span className="mt-2 flex gap-2">
                    <Button size="sm" onClick={() => onContact({ name: card.name, number: card.number! }, 'save')}>
                      {t('message.saveContact')}
                    </Button>
                    <Button size="sm" onClick={() => onContact({ name: card.name, number: card.number! }, 'chat')}>
                      {t('message.chatWith')}
                    </Button>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )
    case 'call_log':
      return (
        <p className="flex items-center gap-2">
          <PhoneMissed size={16} className="icon shrink-0 text-danger-ink" />
          {t(message.call?.video ? 'message.missedVideo' : 'message.missedVoice', {
            time: formatTime(message.createdAt),
          })}
        </p>
      )
    case 'unsupported':
      return <p className="text-ink-2 italic">{t('message.unsupported')}</p>
    default:
      return <MessageText text={message.body} />
  }
}

const extensionOf = (message: Message): string => {
  const name = message.media?.fileName ?? ''
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1, dot + 9).toUpperCase() : (message.media?.mimetype ?? '')
}

/** A picture in the space it will take, so that nothing moves when it arrives. */
function Picture({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { t } = useTranslation('tickets')
  const sticker = message.mediaType === 'sticker'
  const { width, height } = message.media ?? {}
  const ratio = width && height ? `${width} / ${height}` : '4 / 3'
  const wide = sticker ? 160 : 320
  const size = { width: Math.min(wide, width || wide), aspectRatio: ratio, maxHeight: 360 }
  // Its link is on its way: the room is there.
  if (!message.mediaUrl) return <div className="mb-1 max-w-full rounded-md bg-active" style={size} />
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={t('message.openImage')}
      className="mb-1 block max-w-full overflow-hidden rounded-md bg-active"
      style={size}
    >
      <img src={message.mediaUrl} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
    </button>
  )
}

/** Streets that are nowhere and a pin: a place is drawn without telling a map service where our customers are. */
function MapDrawing() {
  return (
    <span className="relative block h-28 bg-accent-soft">
      <svg
        viewBox="0 0 256 112"
        aria-hidden="true"
        className="size-full text-accent-line"
        preserveAspectRatio="xMidYMid slice"
      >
        <path
          d="M-4 78C60 60 96 96 150 74s70-44 110-40M40-4c10 40 4 70 30 120M176-4c-8 44-26 60-20 120M-4 30c50 10 90-18 140-8s80 34 124 26"
          fill="none"
          stroke="currentColor"
          strokeWidth="7"
        />
      </svg>
      <MapPin size={28} className="-translate-x-1/2 -translate-y-full icon absolute top-1/2 left-1/2 text-danger-ink" />
    </span>
  )
}
