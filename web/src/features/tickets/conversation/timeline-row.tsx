import type { TicketLog, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { StickyNote, Unplug } from 'lucide-react'
import { memo, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DayHeader } from '#/components/conversation/day-header.tsx'
import { UnreadLine } from '#/components/conversation/unread-line.tsx'
import { formatTime } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useFieldChanges } from '#/lib/use-field-changes.ts'
import { DistributionLine } from '../distribution/parts.ts'
import { NoteText } from '../note-text.tsx'
import { PriorityLine } from '../priority/parts.ts'
import { useNoteText } from '../use-note-text.ts'
import { album } from './lazy-parts.ts'
import { MessageBubble, OutgoingBubble } from './message-bubble.tsx'
import type { MessageHandlers } from './message-handlers.ts'
import { inAlbums, type TimelineRow } from './timeline.ts'

const RuleLine = lazyPart(() => import('./rule-line.tsx').then(file => file.RuleLine), 'ticketDetails')
const NoteCalls = lazyPart(() => import('./bot-calls.tsx').then(file => file.NoteCalls), 'prompts')

export const UNREAD_MARK = 'unread-mark'
/** Class of a block or part, by which it is found without searching everything inside. */
export const BLOCK = 'timeline-block'
export const PART = 'timeline-part'

export interface Around {
  group: boolean
  peer: string
  readOnly: boolean
  userId: string
  highlighted: string | null
  down: string | null
  handlers: MessageHandlers
  onAgain: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

interface PartProps extends Around {
  rows: readonly TimelineRow[]
}

/**
 * Returns whether two rows show the same; a timeline is built again with each message, and most of
 * its rows stay the same.
 */
const isSame = (a: TimelineRow, b: TimelineRow): boolean => {
  if (a.key !== b.key || a.kind !== b.kind) return false
  if (a.kind === 'message' && b.kind === 'message') return a.message === b.message && a.joined === b.joined
  if (a.kind === 'outgoing' && b.kind === 'outgoing') return a.item === b.item && a.joined === b.joined
  if (a.kind === 'unread' && b.kind === 'unread') return a.count === b.count
  if (a.kind === 'gap' && b.kind === 'gap') return a.recovered === b.recovered
  if (a.kind === 'event' && b.kind === 'event') return a.entry === b.entry && a.to === b.to
  return a.kind !== 'note' || (b.kind === 'note' && a.note === b.note)
}

const isSamePart = ({ rows, highlighted, ...a }: PartProps, { rows: next, highlighted: lit, ...b }: PartProps) =>
  rows.length === next.length &&
  rows.every((row, i) => isSame(row, next[i]!)) &&
  (highlighted === lit || !rows.some(row => row.kind === 'message' && [highlighted, lit].includes(row.message.id))) &&
  (Object.keys(a) as (keyof typeof a)[]).every(name => a[name] === b[name])

/**
 * Lets the browser skip layout and drawing of an off-screen element once its height is known. The
 * element keeps its space, its text for a search in the page, and its place for assistive
 * technology.
 */
function useLeftOut() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = box.current
      if (!element || element.style.contentVisibility === 'auto' || element.offsetHeight === 0) return
      element.style.containIntrinsicBlockSize = `auto ${element.offsetHeight}px`
      element.style.contentVisibility = 'auto'
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return box
}

/**
 * Groups parts whose drawing is skipped together: the browser does not track what is inside them.
 */
export function TimelineBlock({ children }: { children: ReactNode }) {
  return (
    <div ref={useLeftOut()} className={BLOCK}>
      {children}
    </div>
  )
}

/** Shows some rows of a conversation that are drawn together. */
export const TimelinePart = memo(function TimelinePart({ rows, ...around }: PartProps) {
  return (
    <div ref={useLeftOut()} className={PART}>
      {inAlbums(rows).map(each =>
        each.length > 1 ? (
          <Album key={each[0]!.key} rows={each} {...around} />
        ) : (
          <Row key={each[0]!.key} row={each[0]!} {...around} />
        ),
      )}
    </div>
  )
}, isSamePart)

const nothing = () => undefined

/**
 * Shows the pictures of one album; their space, and the targets of jumps, exist before they are
 * drawn.
 */
function Album({ rows, ...around }: PartProps) {
  const parts = useLazyModule(album, nothing)
  const messages = rows.flatMap(row => (row.kind === 'message' ? [row.message] : []))
  const [first] = rows
  if (parts) {
    const isJoined = first?.kind === 'message' && first.joined
    return <parts.AlbumBubble messages={messages} joined={isJoined} {...around} />
  }
  return (
    <div className={messages.length > 2 ? 'h-80' : 'h-44'}>
      {messages.map(({ id }) => (
        <i key={id} id={`message-${id}`} data-message={id} />
      ))}
    </div>
  )
}

/** Shows the header of a day, which sticks to the top while a part of its day is on screen. */
function Row({ row, highlighted, down, onAgain, onDiscard, ...around }: Around & { row: TimelineRow }) {
  const { t } = useTranslation('tickets')
  const { peer, group, readOnly, userId, handlers } = around
  switch (row.kind) {
    case 'day':
      return <DayHeader date={row.date} />
    case 'unread':
      return <UnreadLine id={UNREAD_MARK}>{t('message.unreadMark', { count: row.count })}</UnreadLine>
    case 'gap': {
      const [from, to] = [formatTime(row.from), formatTime(row.to)]
      const count = row.recovered ?? 0
      return (
        <p className="my-2 flex items-center justify-center gap-1.5 px-4 text-center text-ink-2 text-xs">
          <Unplug size={14} className="icon shrink-0" />
          {from === to ? t('message.gapAt', { at: from, count }) : t('message.gap', { from, to, count })}
        </p>
      )
    }
    case 'event':
      if (row.entry.type === 'distributed' || row.entry.type === 'returned')
        return (
          <Suspense fallback={<p className="my-1.5 h-4" />}>
            <DistributionLine entry={row.entry} />
          </Suspense>
        )
      if (row.entry.type === 'priority' || row.entry.rule)
        return (
          <Suspense fallback={<p className="my-1.5 h-4" />}>
            {row.entry.rule ? <RuleLine entry={row.entry} /> : <PriorityLine entry={row.entry} />}
          </Suspense>
        )
      return <EventLine entry={row.entry} to={row.to} />
    case 'note':
      return <NoteCard note={row.note} />
    case 'message':
      return (
        <MessageBubble
          message={row.message}
          joined={row.joined}
          group={group}
          peer={peer}
          readOnly={readOnly}
          userId={userId}
          highlighted={highlighted === row.message.id}
          down={row.message.fromMe && row.message.ack === 0 ? down : null}
          handlers={handlers}
        />
      )
    case 'outgoing':
      return (
        <OutgoingBubble
          item={row.item}
          peer={peer}
          joined={row.joined}
          onAgain={() => onAgain(row.item.clientId)}
          onDiscard={() => onDiscard(row.item.clientId)}
        />
      )
  }
}

type ShownEvent =
  | 'open'
  | 'transfered'
  | 'pending'
  | 'closed'
  | 'reopen'
  | 'redirect'
  | 'rated'
  | 'campaign'
  | 'messageEdited'
  | 'messageDeleted'
  | 'contactChanged'

/** Shows an event of the ticket and its user in one centred line. */
function EventLine({ entry, to }: { entry: TicketLog; to: TicketLog | null }) {
  const { t } = useTranslation('tickets')
  const who = entry.user ? isolate(entry.user.name) : null
  const place = to ?? entry
  const where = [to?.user?.name, place.queue?.name]
    .filter(Boolean)
    .map(name => isolate(name!))
    .join(' · ')
  const whatChanged = useFieldChanges()
  const text = t(`event.${entry.type as ShownEvent}`, {
    context: who ? 'by' : undefined,
    who,
    where: where || t('row.noQueue'),
    rating: entry.rating,
    name: entry.campaign ? isolate(entry.campaign.name) : '',
    what: whatChanged(entry.changes),
  })
  return (
    <p className="my-1.5 px-6 text-center text-ink-2 text-xs">
      {text} <time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>
    </p>
  )
}

/** Shows a note at its time; the contact never sees it, and its style says so. */
function NoteCard({ note }: { note: TicketNote }) {
  const { t } = useTranslation('tickets')
  const { text, by } = useNoteText(note)
  return (
    <div className="my-2 flex justify-center px-4">
      <div className="w-full max-w-md rounded-md border border-line-strong border-dashed bg-surface px-3 py-2">
        <p className="flex items-center gap-1.5 text-ink-2 text-xs">
          <StickyNote size={14} className="icon shrink-0" />
          <span className="min-w-0 flex-1 truncate">
            {t('event.note')} · <bdi>{by}</bdi>
          </span>
          <time dateTime={note.createdAt} className="tabular">
            {formatTime(note.createdAt)}
          </time>
        </p>
        <p className="wrap-anywhere mt-1 line-clamp-6 whitespace-pre-wrap">
          <NoteText text={text} mentions={note.mentions} />
        </p>
        <Suspense>{note.reason?.note.startsWith('prompt') && <NoteCalls note={note} />}</Suspense>
      </div>
    </div>
  )
}
