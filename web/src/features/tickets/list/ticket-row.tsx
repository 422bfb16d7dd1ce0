import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Link } from '@tanstack/react-router'
import { Eye, MoreVertical } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { cn } from '#/lib/cn.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { TicketAvatar } from '../ticket-avatar.tsx'
import { rowMenu } from './list-parts.ts'
import type { TicketRowMenuProps } from './ticket-row-menu.tsx'
import { TicketRowText } from './ticket-row-text.tsx'

/** Height of a row, px: two lines and their spacing, three with several connections. */
const ROW_HEIGHT = 64
const ROW_HEIGHT_SEVERAL = 80
/** Height of a waiting ticket's row, px: three lines, the last one as high as its button. */
const WAITING_ROW_HEIGHT = 88

/** Returns the height of a list's rows, px. */
export const ticketRowHeight = (status: Ticket['status'] | undefined, several: boolean): number =>
  status === 'open' || status === 'closed' ? (several ? ROW_HEIGHT_SEVERAL : ROW_HEIGHT) : WAITING_ROW_HEIGHT

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
  /** True if the company has more than one connection: the row then names its own. */
  several: boolean
  /** True if the list has tickets of every status: the row then says where it is. */
  mixed: boolean
  onAccept: (ticket: Ticket) => void
  onSpy: (ticket: Ticket) => void
  onHover: (ticket: Ticket) => void
  onMark: (ticketId: string, range: boolean) => void
  onPin: (ticket: Ticket, pinned: boolean) => void
  onUnread: (ticket: Ticket) => void
  onSnooze: (ticket: Ticket) => void
  onWake: (ticket: Ticket) => void
}

export const TicketRow = memo(function TicketRow({
  ticket,
  selected,
  now,
  userId,
  maySpy,
  pinned,
  marked,
  marking,
  several,
  mixed,
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
  const pending = ticket.status === 'pending'

  // Buttons over the row must not cover its text: permanent ones shorten its lines. Those that
  // hovering or focusing shows lie over its end, since a row keeps its lines under the pointer.
  const menu = ticket.status === 'open'
  const beside = pending ? undefined : cn((maySpy || menu) && 'touch:pr-11', maySpy && menu && 'touch:sm:pr-23')
  const beneath = pending ? cn('pr-18', maySpy && 'touch:sm:pr-28') : undefined

  // A long press selects a row; the tap that ends it does not open the row.
  const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pressed = useRef(false)
  const lift = () => clearTimeout(press.current)

  const body = (
    <>
      <TicketAvatar ticket={ticket} />
      <TicketRowText
        ticket={ticket}
        selected={selected}
        now={now}
        userId={userId}
        pinned={pinned}
        several={several}
        mixed={mixed}
        beside={beside}
        beneath={beneath}
      />
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
        // A press that ended by scrolling, or in the platform's menu, had no click.
        pressed.current = false
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
            'absolute right-2 flex items-center gap-1 rounded-md',
            pending ? 'bottom-1.5' : 'bottom-0.5 touch:inset-y-0',
            !pending && cn('bg-surface touch:bg-transparent', ON_USE),
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
              className={cn(pending && cn('bg-surface max-sm:hidden', ON_USE), menu && 'touch:max-sm:hidden')}
            />
          )}
          {pending && (
            <Button
              size="sm"
              variant="ghost"
              data-accept
              onClick={() => onAccept(ticket)}
              // Filled on the row that is used, quiet on the others; its size stays.
              className="touch:after:-inset-1.5 relative touch:h-8 px-2 text-accent-ink touch:after:absolute hover:bg-accent-hover hover:text-on-accent focus-visible:bg-accent focus-visible:text-on-accent group-hover/row:bg-accent group-hover/row:text-on-accent"
            >
              {t(ticket.useIntegration ? 'action.takeOver' : 'action.accept')}
            </Button>
          )}
        </span>
      )}
    </div>
  )
})

/** Buttons that show on the row that is pointed at or has the focus; on a touch screen always. */
const ON_USE =
  'opacity-0 transition-opacity focus-within:opacity-100 focus-visible:opacity-100 group-hover/row:opacity-100 has-[[data-state=open]]:opacity-100 touch:opacity-100'

const nothing = () => undefined

function RowMenu(props: TicketRowMenuProps) {
  const parts = useLazyModule(rowMenu, nothing)
  return parts && <parts.TicketRowMenu {...props} />
}
