import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Link } from '@tanstack/react-router'
import { Bot, Eye } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { CountBadge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { formatRowTime } from '#/lib/format.ts'
import { useViewers } from '#/realtime/presence.ts'
import { lastInteraction } from './last-interaction.ts'
import { RowPreview } from './row-preview.tsx'

/** Pixels: two lines and their air (UX: two-line rows 64 px; one more line for queue, connection and tags). */
export const TICKET_ROW_HEIGHT = 84

interface TicketRowProps {
  ticket: Ticket
  selected: boolean
  now: number
  userId: string
  maySpy: boolean
  onAccept: (ticket: Ticket) => void
  onSpy: (ticket: Ticket) => void
  onHover: (ticket: Ticket) => void
}

const toneOf = { success: 'text-success-ink', warning: 'text-warning-ink', danger: 'text-danger-ink' } as const

export const TicketRow = memo(function TicketRow({
  ticket,
  selected,
  now,
  userId,
  maySpy,
  onAccept,
  onSpy,
  onHover,
}: TicketRowProps) {
  const { t } = useTranslation('tickets')
  const viewers = useViewers(ticket.id).filter(viewer => viewer.id !== userId)
  const label = lastInteraction(ticket.updatedAt, now)
  const pending = ticket.status === 'pending'
  const unread = ticket.unreadMessages

  // What stands over the row's corner must not cover its text; a pointer brings the eye along, a finger always sees it.
  const aside = pending ? (maySpy ? 'pr-20 sm:pr-28 touch:sm:pr-32' : 'pr-20') : maySpy && 'touch:pr-10'

  const body = (
    <>
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 w-[3px]"
        style={ticket.queue ? { backgroundColor: ticket.queue.color } : undefined}
      />
      <Avatar
        name={ticket.contact.name}
        src={ticket.contact.profilePicUrl}
        size={40}
        channel={ticket.contact.channel ?? 'whatsapp'}
        group={ticket.isGroup}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <Tooltip content={ticket.contact.name}>
            <span className={cn('min-w-0 flex-1 truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>
              <bdi>{ticket.contact.name}</bdi>
            </span>
          </Tooltip>
          <time dateTime={ticket.updatedAt} className="tabular shrink-0 text-ink-2 text-xs">
            {formatRowTime(ticket.updatedAt, now)}
          </time>
        </span>
        <span className={cn('mt-0.5 flex items-center gap-1.5 text-ink-2', aside)}>
          {(ticket.chatbot || ticket.useIntegration) && (
            <Bot size={14} className="icon shrink-0" aria-label={t(ticket.promptId ? 'row.answers' : 'row.chatbot')} />
          )}
          <RowPreview ticket={ticket} selected={selected} userId={userId} />
          {label && (
            <span className={cn('tabular shrink-0 text-xs', toneOf[label.tone])}>
              {t(`ago.${label.unit}`, { count: label.count })}
            </span>
          )}
          <CountBadge count={unread} label={t('row.unread', { count: unread })} />
        </span>
        <span className={cn('mt-1 flex items-center gap-2 text-ink-3 text-xs', aside)}>
          <span className="min-w-0 truncate">
            {ticket.queue?.name ?? t('row.noQueue')} · {ticket.whatsapp.name}
            {ticket.user && ticket.userId !== userId ? ` · ${ticket.user.name}` : ''}
          </span>
          {ticket.tags.length > 0 && (
            <Tooltip content={ticket.tags.map(tag => tag.name).join(', ')}>
              <span className="flex shrink-0 items-center gap-1">
                {ticket.tags.slice(0, 5).map(tag => (
                  <ColorDot key={tag.id} color={tag.color} className="size-2" />
                ))}
                <span className="sr-only">{ticket.tags.map(tag => tag.name).join(', ')}</span>
              </span>
            </Tooltip>
          )}
          {viewers.length > 0 && (
            <Tooltip content={t('row.viewing', { names: viewers.map(viewer => viewer.name).join(', ') })}>
              <span className="ml-auto flex shrink-0 -space-x-1">
                {viewers.slice(0, 3).map(viewer => (
                  <Avatar key={viewer.id} name={viewer.name} size={20} className="ring-2 ring-surface" />
                ))}
              </span>
            </Tooltip>
          )}
        </span>
      </span>
    </>
  )

  const frame = cn(
    'group relative flex h-full items-center gap-3 border-line border-b pr-3 pl-4 text-left -outline-offset-2 transition-colors',
    selected ? 'bg-accent-soft' : 'hover:bg-hover',
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: prefetches on hover; everything it does is reachable otherwise
    <div className="group/row relative h-full" data-ticket={ticket.id} onMouseEnter={() => onHover(ticket)}>
      {pending ? (
        <div className={frame}>{body}</div>
      ) : (
        <Link
          to="/tickets/$uuid"
          params={{ uuid: ticket.uuid }}
          search={previous => previous}
          aria-current={selected ? 'page' : undefined}
          data-open
          onFocus={() => onHover(ticket)}
          className={frame}
        >
          {body}
        </Link>
      )}
      {(pending || maySpy) && (
        <span
          className={cn(
            'absolute right-2 flex items-center gap-1 rounded-md transition-opacity touch:bottom-1.5',
            pending ? 'bottom-2.5' : 'bottom-0.5',
            !pending && 'bg-surface opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 touch:opacity-100',
          )}
        >
          {maySpy && (
            <IconButton
              size="sm"
              label={t('action.spy')}
              icon={<Eye size={16} />}
              onClick={() => onSpy(ticket)}
              // No room for both on a phone: accepting comes first.
              className={cn(pending && 'max-sm:hidden')}
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
