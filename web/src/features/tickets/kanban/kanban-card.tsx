import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useDraggable } from '@dnd-kit/core'
import { Link } from '@tanstack/react-router'
import { GripVertical, Move } from 'lucide-react'
import { memo, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { CountBadge } from '#/components/ui/badge.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { cn } from '#/lib/cn.ts'
import { GoalSign } from '../goals/parts.ts'
import { lastInteraction } from '../list/last-interaction.ts'
import { shownWords } from '../list/shown-words.ts'
import { PrioritySign } from '../priority/parts.ts'
import type { Dragged } from './dragged.ts'

/** Height of a card, and of the gap below it, px. */
export const CARD_HEIGHT = 104

export interface Column {
  /** Id of a kanban tag, or `none`. */
  id: string
  name: string
  color: string | null
}

interface KanbanCardProps {
  ticket: Ticket
  columnId: string
  /** Columns it can be moved to. */
  columns: readonly Column[]
  now: number
  userId: string
  onMove: (ticket: Ticket, columnId: string) => void
}

/**
 * Shows a ticket on the board: a click opens it; dragging, the keys of its handle, or its menu move
 * it.
 */
export const KanbanCard = memo(function KanbanCard(props: KanbanCardProps) {
  const { ticket, columnId, columns, onMove } = props
  const { t } = useTranslation('tags')
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: ticket.id,
    data: { kind: 'card', ticket, columnId } satisfies Dragged,
  })
  const { onKeyDown, ...pointer } = listeners ?? {}
  const name = ticket.contact.name
  return (
    <div
      ref={setNodeRef}
      data-card={ticket.id}
      {...pointer}
      className={cn('h-full px-2 pb-2', isDragging && 'opacity-40')}
    >
      <CardBody {...props} link>
        {/* Over the end of the name, and only on hover or focus; a finger cannot hover. */}
        <span className="absolute top-2 right-1 z-10 flex shrink-0 items-center rounded-md bg-surface opacity-0 focus-within:opacity-100 group-hover/card:opacity-100 touch:relative touch:top-auto touch:-mr-1 touch:right-auto touch:opacity-100">
          <button
            type="button"
            ref={setActivatorNodeRef}
            aria-label={t('kanban.drag', { name })}
            aria-describedby={attributes['aria-describedby']}
            onKeyDown={onKeyDown as React.KeyboardEventHandler | undefined}
            className="inline-flex size-control-sm cursor-grab items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink touch:hidden"
          >
            <GripVertical aria-hidden size={16} className="icon" />
          </button>
          <DropdownMenu>
            <DropdownMenuTrigger>
              <IconButton size="sm" label={t('kanban.moveCard', { name })} icon={<Move size={16} />} />
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              {columns
                .filter(column => column.id !== columnId)
                .map(column => (
                  <DropdownMenuItem
                    key={column.id}
                    icon={<ColorDot color={column.color} />}
                    onSelect={() => onMove(ticket, column.id)}
                  >
                    {column.name}
                  </DropdownMenuItem>
                ))}
            </DropdownMenuContent>
          </DropdownMenu>
        </span>
      </CardBody>
    </div>
  )
})

const toneOf = { success: 'text-success-ink', warning: 'text-warning-ink', danger: 'text-danger-ink' } as const

type CardBodyProps = Pick<KanbanCardProps, 'ticket' | 'now' | 'userId'> & {
  /** True if it links to the conversation; not while it is dragged. */
  link?: boolean
  children?: ReactNode
}

/** Shows the content of a card. */
export function CardBody({ ticket, now, userId, link, children }: CardBodyProps) {
  const { t } = useTranslation('tickets')
  const label = lastInteraction(ticket.updatedAt, now)
  const unread = ticket.unreadMessages
  const { name } = ticket.contact
  return (
    <div
      className={cn(
        'group/card relative flex h-full flex-col justify-center gap-1 rounded-md border border-line border-l-[3px] bg-surface pr-2 pl-[10px] hover:border-line-strong has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent-ink',
        !link && 'border-line-strong shadow-overlay',
      )}
      style={ticket.queue ? { borderLeftColor: ticket.queue.color } : undefined}
    >
      <span className="flex items-center gap-2">
        <Avatar
          name={name}
          src={ticket.contact.profilePicUrl}
          size={28}
          channel={ticket.contact.channel}
          group={ticket.isGroup}
        />
        {link ? (
          <Link
            to="/tickets/$uuid"
            params={{ uuid: ticket.uuid }}
            title={name}
            draggable={false}
            className={cn(
              'min-w-0 flex-1 truncate outline-none after:absolute after:inset-0',
              unread > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <span className="min-w-0 flex-1 truncate font-medium">
            <bdi>{name}</bdi>
          </span>
        )}
        {children}
      </span>
      <span className="flex items-center gap-1.5 text-ink-2">
        <LastMessage ticket={ticket} userId={userId} />
        <CountBadge count={unread} label={t('row.unread', { count: unread })} />
      </span>
      <span className="flex items-center gap-2 text-ink-2 text-xs">
        <Suspense>{ticket.priority !== 'none' && <PrioritySign priority={ticket.priority} />}</Suspense>
        <Suspense>
          {ticket.status !== 'closed' && ticket.goals.length > 0 && <GoalSign goals={ticket.goals} />}
        </Suspense>
        <span className="min-w-0 flex-1 truncate">
          {ticket.queue?.name ?? t('row.noQueue')} · {ticket.user?.name ?? t('status.pending')}
        </span>
        {label && (
          <span className={cn('tabular shrink-0', toneOf[label.tone])}>
            {t(`ago.${label.unit}`, { count: label.count })}
          </span>
        )}
      </span>
    </div>
  )
}

/**
 * Shows the customer's last words while they wait, else the last message, and whether we wrote it.
 */
function LastMessage({ ticket, userId }: { ticket: Ticket; userId: string }) {
  const { t } = useTranslation('tickets')
  const { text: words, kind, deleted, own } = shownWords(ticket)
  const by = ticket.lastMessageUser
  const text = deleted
    ? t(own ? 'message.deleted' : 'message.deletedByContact')
    : words.replace(/\s+/g, ' ') || (kind !== 'chat' && t(`kind.${kind}` as 'kind.image'))
  const author = own && by ? (by.id === userId ? t('row.you') : `${by.name.split(' ')[0]}:`) : ''
  return (
    <span
      className={cn('min-w-0 flex-1 truncate text-sm', ticket.unreadMessages > 0 && 'text-ink', deleted && 'italic')}
    >
      {author && <span className="text-ink-2">{author} </span>}
      <bdi>{text}</bdi>
    </span>
  )
}
