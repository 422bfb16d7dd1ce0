import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Link } from '@tanstack/react-router'
import { AlarmClock, Bot, Eye, MoreVertical, Pin } from 'lucide-react'
import { memo, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { CountBadge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { formatRowTime, formatWhen } from '#/lib/format.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useViewers } from '#/realtime/presence.ts'
import { lastInteraction } from './last-interaction.ts'
import { rowMenu } from './row-menu-part.ts'
import { RowPreview } from './row-preview.tsx'
import type { TicketRowMenuProps } from './ticket-row-menu.tsx'

const WindowSign = lazyPart(() => import('./window-sign.tsx').then(file => file.WindowSign), 'channels')

/** Height of a row, px: two lines and their spacing. */
export const TICKET_ROW_HEIGHT = 64
/** Time before its end at which a row shows that its window closes, ms. */
const CLOSING_MS = 3_600_000
/** Time a finger rests on a row to select it, ms. */
const LONG_PRESS_MS = 500

interface TicketRowProps {
  ticket: Ticket
  selected: boolean
  now: number
  userId: string
  maySpy: boolean
  pinned: boolean
  /** True if the row is selected for a bulk action. */
  marked: boolean
  /** True if any row is selected: the checkboxes then stay in view. */
  marking: boolean
  /** True if the list is ordered by waiting time, which its times then show. */
  byWaiting: boolean
  onAccept: (ticket: Ticket) => void
  onSpy: (ticket: Ticket) => void
  onHover: (ticket: Ticket) => void
  onMark: (ticketId: string, range: boolean) => void
  onPin: (ticket: Ticket, pinned: boolean) => void
  onUnread: (ticket: Ticket) => void
  onSnooze: (ticket: Ticket) => void
  onWake: (ticket: Ticket) => void
}

const toneOf = { success: 'text-success-ink', warning: 'text-warning-ink', danger: 'text-danger-ink' } as const

export const TicketRow = memo(function TicketRow({
  ticket,
  selected,
  now,
  userId,
  maySpy,
  pinned,
  marked,
  marking,
  byWaiting,
  onAccept,
  onSpy,
  onHover,
  onMark,
  onPin,
  onUnread,
  onSnooze,
  onWake,
}: TicketRowProps) {
  const { t } = useTranslation('tickets')
  const viewers = useViewers(ticket.id).filter(viewer => viewer.id !== userId)
  const since = byWaiting && ticket.waitingSince ? ticket.waitingSince : ticket.updatedAt
  const label = lastInteraction(since, now)
  const closesAt = ticket.status !== 'closed' && ticket.window?.closesAt
  const left = closesAt ? Date.parse(closesAt) - now : 0
  const pending = ticket.status === 'pending'
  const unread = ticket.unreadMessages

  // Buttons over the row must not cover its text: permanent ones shorten both lines, those of a
  // hovered row the second one alone.
  const menu = ticket.status === 'open'
  const beside = pending
    ? maySpy
      ? 'pr-20 sm:pr-28 touch:sm:pr-32'
      : 'pr-20'
    : cn((maySpy || menu) && 'touch:pr-11', maySpy && menu && 'touch:sm:pr-23')
  const under =
    !pending && (maySpy || menu) && 'group-hover/row:pr-16 not-touch:group-has-[[data-aside]:focus-within]/row:pr-16'
  // Text that does not fit into two lines: shown on hover, and read by screen readers.
  const place = [
    ticket.contact.name,
    ticket.queue?.name ?? t('row.noQueue'),
    ticket.whatsapp.name,
    ticket.userId !== userId ? ticket.user?.name : undefined,
  ]
    .filter(Boolean)
    .join(' · ')

  // A long press selects a row; the tap that ends it does not open the row.
  const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pressed = useRef(false)
  const lift = () => clearTimeout(press.current)

  const body = (
    <>
      <Avatar
        name={ticket.contact.name}
        src={ticket.contact.profilePicUrl}
        size={40}
        channel={ticket.contact.channel ?? 'whatsapp'}
        group={ticket.isGroup}
      />
      <span className={cn('min-w-0 flex-1', beside)}>
        <span className="flex items-baseline gap-2">
          <Tooltip content={place}>
            <span className={cn('min-w-0 flex-1 truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>
              <bdi>{ticket.contact.name}</bdi>
            </span>
          </Tooltip>
          {pinned && <Pin size={12} className="icon shrink-0 self-center text-ink-3" aria-label={t('row.pinned')} />}
          {ticket.queue && <span className="max-w-24 shrink-0 truncate text-ink-3 text-xs">{ticket.queue.name}</span>}
          <time dateTime={since} className="tabular shrink-0 text-ink-2 text-xs">
            {byWaiting ? (
              <>
                <span className="sr-only">{t('row.waitingSince', { when: formatRowTime(since, now) })}</span>
                <span aria-hidden>{formatRowTime(since, now)}</span>
              </>
            ) : (
              formatRowTime(since, now)
            )}
          </time>
        </span>
        <span className={cn('mt-0.5 flex items-center gap-1.5 text-ink-2', under)}>
          {(ticket.chatbot || ticket.useIntegration) && (
            <Bot size={14} className="icon shrink-0" aria-label={t(ticket.promptId ? 'row.answers' : 'row.chatbot')} />
          )}
          <RowPreview ticket={ticket} selected={selected} userId={userId} t={t} />
          <Suspense>
            {closesAt && left > 0 && left < CLOSING_MS && <WindowSign closesAt={closesAt} now={now} />}
          </Suspense>
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
          {ticket.tags.length > 0 && (
            <Tooltip content={ticket.tags.map(tag => tag.name).join(', ')}>
              <span
                role="img"
                aria-label={ticket.tags.map(tag => tag.name).join(', ')}
                className="flex shrink-0 items-center gap-1"
              >
                {ticket.tags.slice(0, 3).map(tag => (
                  <ColorDot key={tag.id} color={tag.color} className="size-2" />
                ))}
              </span>
            </Tooltip>
          )}
          {viewers.length > 0 && (
            <Tooltip content={t('row.viewing', { names: viewers.map(viewer => viewer.name).join(', ') })}>
              <span className="flex shrink-0 -space-x-1">
                {viewers.slice(0, 2).map(viewer => (
                  <Avatar key={viewer.id} name={viewer.name} size={20} className="ring-2 ring-surface" />
                ))}
              </span>
            </Tooltip>
          )}
          <CountBadge count={unread} label={t('row.unread', { count: unread })} />
        </span>
      </span>
    </>
  )

  const frame = cn(
    'flex h-full items-center gap-3 border-line border-b border-l-[3px] pr-3 pl-[13px] text-left -outline-offset-2 transition-colors',
    selected ? 'bg-accent-soft' : 'hover:bg-hover',
  )
  const stripe = { borderLeftColor: ticket.queue?.color ?? 'transparent' }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: prefetches on hover; everything it does is reachable otherwise
    <div
      className={cn('group/row relative h-full', marked && 'bg-accent-soft')}
      data-ticket={ticket.id}
      data-marked={marked || undefined}
      onMouseEnter={() => onHover(ticket)}
      onPointerDown={event => {
        if (event.pointerType !== 'touch') return
        press.current = setTimeout(() => {
          pressed.current = true
          onMark(ticket.id, false)
        }, LONG_PRESS_MS)
      }}
      onPointerUp={lift}
      onPointerMove={lift}
      onPointerCancel={lift}
      onContextMenu={event => pressed.current && event.preventDefault()}
      onClickCapture={event => {
        if (!pressed.current) return
        pressed.current = false
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {pending ? (
        <div className={frame} style={stripe}>
          {body}
        </div>
      ) : (
        <Link
          to="/tickets/$uuid"
          params={{ uuid: ticket.uuid }}
          search={previous => previous}
          aria-current={selected ? 'page' : undefined}
          data-open
          onFocus={() => onHover(ticket)}
          className={frame}
          style={stripe}
        >
          {body}
        </Link>
      )}
      <span
        className={cn(
          'absolute inset-y-1 left-3 flex w-13 items-center justify-center rounded-md',
          marked ? 'bg-accent-soft' : 'bg-surface',
          !marked && !marking && 'opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 touch:hidden',
        )}
      >
        <Checkbox
          checked={marked}
          aria-label={t('row.select', { name: ticket.contact.name })}
          onClick={event => {
            event.preventDefault()
            onMark(ticket.id, event.shiftKey)
          }}
        />
      </span>
      {(pending || maySpy || menu) && (
        <span
          data-aside
          className={cn(
            'absolute right-2 flex items-center gap-1 rounded-md transition-opacity',
            pending ? 'inset-y-0' : 'bottom-0.5 touch:inset-y-0',
            !pending &&
              'bg-surface opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 has-[[data-state=open]]:opacity-100 touch:bg-transparent touch:opacity-100',
          )}
        >
          {menu && (
            <DropdownMenu>
              <DropdownMenuTrigger>
                <IconButton
                  size="sm"
                  label={t('row.options', { name: ticket.contact.name })}
                  icon={<MoreVertical size={16} />}
                />
              </DropdownMenuTrigger>
              <DropdownMenuContent>
                <RowMenu
                  ticket={ticket}
                  pinned={pinned}
                  onPin={onPin}
                  onUnread={onUnread}
                  onSnooze={onSnooze}
                  onWake={onWake}
                  onSpy={maySpy ? onSpy : undefined}
                />
              </DropdownMenuContent>
            </DropdownMenu>
          )}
          {maySpy && (
            <IconButton
              size="sm"
              label={t('action.spy')}
              icon={<Eye size={16} />}
              onClick={() => onSpy(ticket)}
              // A phone has no room for both: accepting comes first, and the menu has an entry for
              // the spy view.
              className={cn(pending && 'max-sm:hidden', menu && 'touch:max-sm:hidden')}
            />
          )}
          {pending && (
            <Button size="sm" variant="primary" data-accept onClick={() => onAccept(ticket)}>
              {t(ticket.useIntegration ? 'action.takeOver' : 'action.accept')}
            </Button>
          )}
        </span>
      )}
    </div>
  )
})

const nothing = () => undefined

function RowMenu(props: TicketRowMenuProps) {
  const parts = useLazyModule(rowMenu, nothing)
  return parts && <parts.TicketRowMenu {...props} />
}
