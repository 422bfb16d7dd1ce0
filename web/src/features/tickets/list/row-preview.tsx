import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Ban, Contact, FileText, Image, MapPin, Mic, Phone, Sticker, Video } from 'lucide-react'
import type { ComponentType } from 'react'
import type { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { AckMark } from '../conversation/ack-mark.tsx'
import { useDraft } from '../conversation/drafts.ts'
import { shownWords } from './shown-words.ts'

/** Characters of the last message that a row shows, except a waiting one (decision 0041). */
const PREVIEW = 20

const icons: Record<string, ComponentType<{ size?: number; className?: string }>> = {
  image: Image,
  audio: Mic,
  video: Video,
  application: FileText,
  sticker: Sticker,
  locationMessage: MapPin,
  contactMessage: Contact,
  vcard: Contact,
  call_log: Phone,
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

/** Cuts by code points, so that an emoji is never cut in half. */
const cut = (text: string) => {
  const letters = [...inOneLine(text)]
  return letters.length > PREVIEW ? `${letters.slice(0, PREVIEW).join('')}…` : letters.join('')
}

type Translate = ReturnType<typeof useTranslation<'tickets'>>['t']

interface RowPreviewProps {
  ticket: Ticket
  selected: boolean
  userId: string
  /** Translation function of the row. */
  t: Translate
}

/**
 * Shows the row's line of text: the customer's last words while the ticket waits, else the last
 * message, its author and its ack; or the draft of this user.
 */
export function RowPreview({ ticket, selected, userId, t }: RowPreviewProps) {
  const draft = useDraft(ticket.id).trim()
  const frame = cn('min-w-0 flex-1 truncate text-sm', ticket.unreadMessages > 0 && 'text-ink')
  // The draft of the open conversation is in its input.
  if (draft && !selected)
    return (
      <span className={frame} data-preview>
        <span className="text-danger-ink">{t('row.draft')} </span>
        <bdi>{cut(draft)}</bdi>
      </span>
    )
  const { text: words, kind, deleted, own } = shownWords(ticket)
  const Icon = deleted ? Ban : icons[kind]
  const kindText = kind !== 'chat' && !deleted ? t(`kind.${kind}` as 'kind.image') : ''
  // A waiting row's width cuts them.
  const line = ticket.status === 'pending' ? inOneLine(words) : cut(words)
  const text = deleted ? t(own ? 'message.deleted' : 'message.deletedByContact') : line || kindText
  const by = own ? author(ticket, userId, t) : ''
  return (
    <>
      {own && !deleted && (ticket.lastMessageAck !== null || ticket.lastMessageFailed) && (
        <span className="shrink-0">
          <AckMark ack={ticket.lastMessageAck ?? 0} failed={ticket.lastMessageFailed} />
        </span>
      )}
      {Icon && <Icon size={14} className="icon shrink-0" />}
      <span
        className={cn(frame, own && ticket.lastMessageFailed && 'text-danger-ink', deleted && 'italic')}
        data-preview
      >
        {by && <span className="text-ink-3">{by} </span>}
        <bdi>{text}</bdi>
      </span>
    </>
  )
}

/**
 * Returns the author of an own message: "Você:" only for this user's, "IA:" only while an AI agent
 * has the ticket.
 */
function author(ticket: Ticket, userId: string, t: Translate): string {
  const { lastMessageOrigin: origin, lastMessageUser: user } = ticket
  if (origin === 'machine') return t(ticket.promptId ? 'row.machine' : 'row.bot')
  if (origin === 'campaign') return t('row.campaign')
  if (origin === 'bot' || origin === 'api' || origin === 'handset') return t(`row.${origin}`)
  if (!user) return ''
  return user.id === userId ? t('row.you') : `${user.name.split(' ')[0]}:`
}
