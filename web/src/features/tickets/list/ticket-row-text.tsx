import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { waitingTime } from '@balcao/shared/rules/waiting-time.ts'
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, AtSign, Bot, Pin } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { CountBadge } from '#/components/ui/badge.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { formatRowTime, formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useViewers } from '#/realtime/presence.ts'
import { HeldSign } from '../distribution/parts.ts'
import { GoalSign } from '../goals/parts.ts'
import { PrioritySign } from '../priority/parts.ts'
import { useHasNotice } from '../public/unread-notices.ts'
import { lastInteraction } from './last-interaction.ts'
import { RowPreview } from './row-preview.tsx'

const WindowSign = lazyPart(() => import('./window-sign.tsx').then(file => file.WindowSign), 'channels')

const BasketSign = lazyPart(
  () => import('#/features/orders/public/basket-sign.tsx').then(file => file.BasketSign),
  'checkout',
)

/** Time before its end at which a row shows that its window closes, ms. */
const CLOSING_MS = 3_600_000

interface TicketRowTextProps {
  ticket: Ticket
  selected: boolean
  now: number
  userId: string
  pinned: boolean
  /** True if the company has more than one connection: the row then names its own. */
  several: boolean
  /** True if the list has tickets of every status: the row then says where it is. */
  mixed: boolean
  /** Room of the lines beside the row's buttons. */
  beside: string | undefined
  /** Room of a waiting row's third line beside its buttons. */
  beneath: string | undefined
}

const toneOf = { success: 'text-success-ink', warning: 'text-warning-ink', danger: 'text-danger-ink' } as const

/**
 * Shows the lines of a row: name, last message, and, of a waiting ticket or with several
 * connections, where it is. A waiting ticket has its priority beside the name, why nobody gets it
 * beside the words, and its wait in the third line, where its buttons leave less room.
 */
export function TicketRowText({
  ticket,
  selected,
  now,
  userId,
  pinned,
  several,
  mixed,
  beside,
  beneath,
}: TicketRowTextProps) {
  const { t } = useTranslation('tickets')
  const pending = ticket.status === 'pending'
  const unread = ticket.unreadMessages
  const queueName = ticket.queue?.name ?? t('row.noQueue')
  // Text that does not fit into the lines: shown on hover, and read by screen readers.
  const place = [
    ticket.contact.name,
    queueName,
    ticket.whatsapp.name,
    ticket.userId !== userId ? ticket.user?.name : undefined,
  ]
    .filter(Boolean)
    .join(' · ')
  const where = [
    mixed && !pending ? t(`status.${ticket.status}`) : '',
    // A waiting row has no room for both names in its last line.
    pending && several ? '' : several || mixed || ticket.queue ? queueName : '',
    several ? ticket.whatsapp.name : '',
    mixed && ticket.userId !== userId ? ticket.user?.name : '',
  ].filter(Boolean)
  const closesAt = ticket.status !== 'closed' && ticket.window?.closesAt
  const left = closesAt ? Date.parse(closesAt) - now : 0
  const urgency = ticket.priority !== 'none' && (
    <Suspense>
      <PrioritySign priority={ticket.priority} />
    </Suspense>
  )
  const clock = ticket.goals.some(goal => goal.metAt === null) && ticket.status !== 'closed' && (
    <Suspense>
      <GoalSign goals={ticket.goals} />
    </Suspense>
  )
  const signs = (
    <>
      {ticket.draftBegun && (
        <Suspense>
          <BasketSign ticketId={ticket.id} />
        </Suspense>
      )}
      <RowTags tags={ticket.tags} />
      <NoticeSign ticketId={ticket.id} />
      <RowViewers ticketId={ticket.id} userId={userId} />
      <CountBadge count={unread} label={t('row.unread', { count: unread })} />
    </>
  )
  return (
    <span className={cn('min-w-0 flex-1', beside)}>
      <span className={cn('flex gap-2', pending ? 'items-center' : 'items-baseline')}>
        <Tooltip content={place}>
          <span
            className={cn(
              'min-w-0 truncate',
              !(pending && several) && 'flex-1',
              unread > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            <bdi>{ticket.contact.name}</bdi>
          </span>
        </Tooltip>
        {pending && several && (
          // Takes only the room that the name leaves.
          <span className="min-w-0 flex-1 truncate text-right text-ink-3 text-xs">{queueName}</span>
        )}
        {pinned && <Pin size={12} className="icon shrink-0 self-center text-ink-3" aria-label={t('row.pinned')} />}
        {pending ? (
          <>
            {urgency}
            {signs}
          </>
        ) : (
          <>
            {ticket.queue && !several && !mixed && (
              <span className="max-w-24 shrink-0 truncate text-ink-3 text-xs">{ticket.queue.name}</span>
            )}
            <time dateTime={ticket.updatedAt} className="tabular shrink-0 text-ink-2 text-xs">
              {formatRowTime(ticket.updatedAt, now)}
            </time>
          </>
        )}
      </span>
      <span className="mt-0.5 flex items-center gap-1.5 text-ink-2">
        {(ticket.chatbot || ticket.useIntegration) && (
          <Bot size={14} className="icon shrink-0" aria-label={t(ticket.promptId ? 'row.answers' : 'row.chatbot')} />
        )}
        <RowPreview ticket={ticket} selected={selected} userId={userId} t={t} />
        <Suspense>{closesAt && left > 0 && left < CLOSING_MS && <WindowSign closesAt={closesAt} now={now} />}</Suspense>
        {pending ? (
          !ticket.chatbot && !ticket.useIntegration && ticket.queueId && <Held queueId={ticket.queueId} />
        ) : (
          <>
            {urgency}
            {clock}
            <Interaction ticket={ticket} now={now} />
            {signs}
          </>
        )}
      </span>
      {(pending || several || mixed) && (
        // A fact that has no room wraps into what is cut off: it is left out whole.
        <span
          className={cn(
            'flex h-4 flex-wrap gap-x-1.5 overflow-hidden text-ink-3 text-xs',
            pending ? 'mt-1' : 'mt-0.5',
            beneath,
          )}
        >
          {pending && clock}
          {pending && <Wait since={ticket.waitingSince ?? ticket.updatedAt} now={now} />}
          {where.length > 0 && (
            <span className="min-w-0 shrink-99 truncate">
              {pending && <span aria-hidden>· </span>}
              <bdi>{where.join(' · ')}</bdi>
            </span>
          )}
        </span>
      )}
    </span>
  )
}

/** Shows why a queue that distributes its tickets gives this one to nobody. */
function Held({ queueId }: { queueId: string }) {
  const heldOf = (queues: readonly Queue[]) => queues.find(({ id }) => id === queueId)?.held
  const { data: reason } = useQuery({ ...apiQuery(queue.list), select: heldOf })
  return (
    reason && (
      <Suspense>
        <HeldSign reason={reason} />
      </Suspense>
    )
  )
}

/** Shows how long the customer waits for a person. */
function Wait({ since, now }: { since: string; now: number }) {
  const { t } = useTranslation('tickets')
  const { tone, unit, count } = waitingTime(Date.parse(since), now)
  const when = t('row.waitingSince', { when: formatWhen(since, now) })
  return (
    <time dateTime={since} title={when} className={cn('tabular shrink-0 font-medium', toneOf[tone])}>
      {count === 0 ? t('row.wait.now') : t(`row.wait.${unit}`, { count })}
    </time>
  )
}

/** Shows when a snoozed ticket comes back, that it did, or how long ago somebody wrote. */
function Interaction({ ticket, now }: { ticket: Ticket; now: number }) {
  const { t } = useTranslation('tickets')
  const label = lastInteraction(ticket.updatedAt, now)
  return (
    <>
      {ticket.wokeAt && (
        <span className="flex shrink-0 items-center gap-1 font-medium text-info-ink text-xs">
          <AlarmClock size={12} className="icon" aria-hidden />
          {t('row.back')}
        </span>
      )}
      {ticket.snoozedUntil ? (
        <span
          role="img"
          aria-label={t('row.snoozedUntil', { when: formatWhen(ticket.snoozedUntil, now) })}
          className="tabular flex shrink-0 items-center gap-1 text-ink-2 text-xs"
        >
          <AlarmClock size={12} className="icon" aria-hidden />
          {formatWhen(ticket.snoozedUntil, now)}
        </span>
      ) : (
        label && (
          <span className={cn('tabular shrink-0 text-xs', toneOf[label.tone])}>
            {t(`ago.${label.unit}`, { count: label.count })}
          </span>
        )
      )}
    </>
  )
}

function RowTags({ tags }: Pick<Ticket, 'tags'>) {
  if (tags.length === 0) return null
  const names = tags.map(tag => tag.name).join(', ')
  return (
    <Tooltip content={names}>
      <span role="img" aria-label={names} className="flex shrink-0 items-center gap-1">
        {tags.slice(0, 3).map(tag => (
          <ColorDot key={tag.id} color={tag.color} className="size-2" />
        ))}
      </span>
    </Tooltip>
  )
}

/**
 * Shows that a note of the ticket mentions this user, or a rule notified
 * them, and they have not looked.
 */
function NoticeSign({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('tickets')
  if (!useHasNotice(ticketId)) return null
  return <AtSign size={14} className="icon shrink-0 text-accent-ink" aria-label={t('row.notice')} />
}

/** Shows who else has the ticket open. */
function RowViewers({ ticketId, userId }: { ticketId: string; userId: string }) {
  const { t } = useTranslation('tickets')
  const viewers = useViewers(ticketId).filter(viewer => viewer.id !== userId)
  if (viewers.length === 0) return null
  return (
    <Tooltip content={t('row.viewing', { names: viewers.map(viewer => viewer.name).join(', ') })}>
      <span className="flex shrink-0 -space-x-1">
        {viewers.slice(0, 2).map(viewer => (
          <Avatar key={viewer.id} name={viewer.name} size={20} className="ring-2 ring-surface" />
        ))}
      </span>
    </Tooltip>
  )
}
