import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { Feedback, Message } from '@balcao/shared/entities/message.ts'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { BotCalls } from './bot-calls.tsx'
import { useTranslated } from './message-selection.ts'
import { MessageTranslation } from './message-translation.tsx'

const THUMBS = [
  { value: 'up', Icon: ThumbsUp },
  { value: 'down', Icon: ThumbsDown },
] as const

/**
 * Shows the transcript of a voice message that a bot heard or sent, the rating of a bot's answer,
 * and the translation that somebody asked for.
 */
export function BotPart({ message }: { message: Message }) {
  const { t } = useTranslation('prompts')
  const isTranslated = useTranslated(message.id) && !message.isDeleted
  const [chosen, setChosen] = useState<{ of: Feedback | null; value: Feedback | null } | null>(null)
  // Shows the pressed button until the server's answer arrives.
  const feedback = chosen && chosen.of === message.feedback ? chosen.value : message.feedback
  const rate = async (value: Feedback | null) => {
    setChosen({ of: message.feedback, value })
    try {
      await api(messages.feedback, { params: { id: message.id }, body: { feedback: value } })
    } catch (error) {
      setChosen(null)
      toast.error(error)
    }
  }
  return (
    <>
      {isTranslated && <MessageTranslation message={message} />}
      {message.transcript && <Transcript text={message.transcript} />}
      {message.origin === 'machine' && message.machine?.kind === 'prompt' && <BotCalls message={message} />}
      {message.origin === 'machine' && (
        <div className="mt-0.5 flex gap-1 touch:gap-5">
          {THUMBS.map(({ value, Icon }) => (
            <button
              key={value}
              type="button"
              aria-label={t(value)}
              aria-pressed={feedback === value}
              onClick={() => void rate(feedback === value ? null : value)}
              className={cn(
                'relative flex size-6 items-center justify-center rounded-sm hover:bg-active touch:after:absolute touch:after:-inset-2.5',
                feedback === value ? 'text-accent-ink' : 'text-ink-2',
              )}
            >
              <Icon size={14} fill={feedback === value ? 'currentColor' : 'none'} />
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** Characters of a transcript beyond which it is folded: about six lines. */
const LONG = 240

/** Shows the words of a voice message; many of them are folded to four lines. */
function Transcript({ text }: { text: string }) {
  const { t } = useTranslation('prompts')
  const [whole, setWhole] = useState(false)
  const id = useId()
  const isLong = text.length > LONG
  return (
    <div className="mt-1 max-w-72 border-line border-t pt-1 text-ink-2 text-sm">
      <p id={id} className={cn('break-words', isLong && !whole && 'line-clamp-4')}>
        <span className="sr-only">{t('transcript')} </span>
        <bdi>{text}</bdi>
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
          className="relative font-medium text-accent-ink hover:underline touch:after:absolute touch:after:-inset-3"
        >
          {t(whole ? 'transcriptLess' : 'transcriptMore')}
        </button>
      )}
    </div>
  )
}
