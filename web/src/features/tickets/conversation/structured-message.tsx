import type { Message } from '@balcao/shared/entities/message.ts'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageText } from '#/components/message-text.tsx'
import { ButtonedMessage } from './buttoned-message.tsx'
import { PollMessage } from './poll-message.tsx'

/**
 * Shows a structured message: a template's, or choices, as their reader sees them; a poll with its
 * votes; of another its kind, its words, and the codes and links worth copying.
 */
export function StructuredMessage({ message }: { message: Message }) {
  if (message.template || message.choices) return <ButtonedMessage message={message} />
  return message.poll ? <PollMessage poll={message.poll} /> : <OtherMessage message={message} />
}

function OtherMessage({ message }: { message: Message }) {
  const { t } = useTranslation('tickets')
  return (
    <div className="min-w-0">
      <p className="mb-0.5 font-medium text-ink-2 text-xs">{t(`kind.${message.mediaType}`)}</p>
      {message.body && <MessageText text={message.body} />}
      {message.structured?.copy.map(value => (
        <CopyValue key={value} value={value} />
      ))}
    </div>
  )
}

function CopyValue({ value }: { value: string }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      onClick={() => void copy().catch(() => setCopied(false))}
      aria-label={copied ? t('ticketDetails:message.copied') : t('ticketDetails:message.copyValue', { value })}
      className="mt-1 flex w-72 max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1.5 text-left text-ink text-sm hover:bg-hover"
    >
      <bdi className="min-w-0 flex-1 truncate">{value}</bdi>
      <Icon size={16} className="icon shrink-0 text-ink-2" />
    </button>
  )
}
