import { Unplug } from 'lucide-react'
import { type ComponentProps, memo, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DayHeader } from '#/components/conversation/day-header.tsx'
import { UnreadLine } from '#/components/conversation/unread-line.tsx'
import { formatTime } from '#/lib/format.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import type { EventLine } from './event-line.tsx'
import { album, eventLine } from './lazy-parts.ts'
import { MessageBubble, OutgoingBubble } from './message-bubble.tsx'
import type { MessageHandlers } from './message-handlers.ts'
import { inAlbums, type TimelineRow } from './timeline.ts'

const NoteCard = lazyPart(() => import('./note-card.tsx').then(file => file.NoteCard))

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

/** Shows an event of the ticket; its space is reserved before its line is there. */
function Event(props: ComponentProps<typeof EventLine>) {
  const parts = useLazyModule(eventLine, nothing)
  return parts ? <parts.EventLine {...props} /> : <p className="my-1.5 h-4" />
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
      return <Event entry={row.entry} to={row.to} />
    case 'note':
      return (
        <Suspense fallback={<div className="my-2 h-20" />}>
          <NoteCard note={row.note} />
        </Suspense>
      )
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
