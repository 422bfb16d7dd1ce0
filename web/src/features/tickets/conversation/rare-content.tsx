/** Contents that few messages have: their code loads with the first. */
import type { Message } from '@balcao/shared/entities/message.ts'
import { Forward, ImageOff, PhoneMissed, RotateCw, Scissors } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MessageText } from '#/components/message-text.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatTime } from '#/lib/format.ts'
import { DeletedMessage } from './deleted-message.tsx'

export interface RareProps {
  message: Message
  onRetry: (message: Message) => void
}

/** Says that the text was longer than what is kept. */
export function CutNote() {
  const { t } = useTranslation('ticketDetails')
  return (
    <p className="mt-1 flex items-center gap-1.5 text-ink-2 text-sm italic">
      <Scissors size={14} className="icon shrink-0" /> {t('message.cut')}
    </p>
  )
}

/** Stands in the place of a deleted message. */
export function Deleted({ message }: RareProps) {
  return <DeletedMessage message={message} />
}

/** Says above a message that its sender forwarded it from another chat. */
export function ForwardedMark({ message }: RareProps) {
  const { t } = useTranslation('ticketDetails')
  if (message.isDeleted) return null
  return (
    <p className="flex h-6 items-center gap-1 text-ink-2 text-xs italic">
      <Forward aria-hidden size={14} className="icon shrink-0" /> {t('message.forwarded')}
    </p>
  )
}

/** Says that a file did not arrive, with a button to fetch it again where there is one. */
export function MissingMedia({ message, onRetry }: RareProps) {
  const { t } = useTranslation('ticketDetails')
  const errorText = useErrorText()
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="flex items-center gap-1.5 text-danger-ink">
        <ImageOff size={16} className="icon shrink-0" /> {errorText(new ApiError(message.error!, 503))}
      </p>
      {message.error === 'ERR_WAPP_DOWNLOAD_MEDIA' && (
        <Button size="sm" icon={<RotateCw size={14} />} onClick={() => onRetry(message)}>
          {t('message.downloadAgain')}
        </Button>
      )}
      {message.body && <MessageText text={message.body} />}
    </div>
  )
}

export function MissedCall({ message }: RareProps) {
  const { t } = useTranslation('ticketDetails')
  return (
    <p className="flex items-center gap-2">
      <PhoneMissed size={16} className="icon shrink-0 text-danger-ink" />
      {t(message.call?.video ? 'message.missedVideo' : 'message.missedVoice', { time: formatTime(message.createdAt) })}
    </p>
  )
}
