import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { AlarmClock, AlarmClockOff, Eye, MailOpen, Pin, PinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem } from '#/components/ui/dropdown-menu.tsx'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { cut } from './row-preview.tsx'

export interface TicketRowMenuProps {
  ticket: Ticket
  pinned: boolean
  onPin: (ticket: Ticket, pin: boolean) => void
  onUnread: (ticket: Ticket) => void
  onSnooze: (ticket: Ticket) => void
  onWake: (ticket: Ticket) => void
  /** Of who may look in: on a phone the row has no room for a button of its own. */
  onSpy: ((ticket: Ticket) => void) | undefined
}

/** What can be done with an open ticket without opening it. Its own file, because it is loaded when a menu is opened. */
export function TicketRowMenu({ ticket, pinned, onPin, onUnread, onSnooze, onWake, onSpy }: TicketRowMenuProps) {
  const { t } = useTranslation('tickets')
  const isPhone = useMediaQuery('(pointer: coarse) and (width < 600px)')
  return (
    <>
      <DropdownMenuItem
        icon={pinned ? <PinOff size={16} /> : <Pin size={16} />}
        onSelect={() => onPin(ticket, !pinned)}
      >
        {t(pinned ? 'action.unpin' : 'action.pin')}
      </DropdownMenuItem>
      {ticket.unreadMessages === 0 && (
        <DropdownMenuItem icon={<MailOpen size={16} />} shortcut="u" onSelect={() => onUnread(ticket)}>
          {t('action.unread')}
        </DropdownMenuItem>
      )}
      <DropdownMenuItem icon={<AlarmClock size={16} />} shortcut="h" onSelect={() => onSnooze(ticket)}>
        {t('action.snooze')}
      </DropdownMenuItem>
      {ticket.snoozedUntil && (
        <DropdownMenuItem icon={<AlarmClockOff size={16} />} onSelect={() => onWake(ticket)}>
          {t('action.wake')}
        </DropdownMenuItem>
      )}
      {onSpy && isPhone && (
        <DropdownMenuItem icon={<Eye size={16} />} onSelect={() => onSpy(ticket)}>
          {t('action.spy')}
        </DropdownMenuItem>
      )}
    </>
  )
}

/** A row of a list that flies past: its outline, with what the eye may catch. Here, since it too comes behind the first screen. */
export const flyingRow = (ticket: Ticket) => (
  <div className="flex h-full items-center gap-3 border-line border-b pl-4" data-ticket={ticket.id}>
    <span className="size-10 shrink-0 rounded-full bg-active" />
    <span>
      <bdi className="font-medium">{ticket.contact.name}</bdi>
      <br />
      <span className="text-ink-2 text-sm">{cut(ticket.lastMessage)}</span>
    </span>
  </div>
)
