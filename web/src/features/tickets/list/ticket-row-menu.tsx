import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { AlarmClock, AlarmClockOff, Eye, MailOpen, Pin, PinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem } from '#/components/ui/dropdown-menu.tsx'
import { keyText } from '#/lib/shortcuts.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'

export interface TicketRowMenuProps {
  ticket: Ticket
  pinned: boolean
  onPin: (ticket: Ticket, pin: boolean) => void
  onUnread: (ticket: Ticket) => void
  onSnooze: (ticket: Ticket) => void
  onWake: (ticket: Ticket) => void
  /** Opens the spy view, for users who may; on a phone the row has no room for its button. */
  onSpy: ((ticket: Ticket) => void) | undefined
}

/**
 * Shows the actions for an open ticket that do not need to open it. A file of its own, because it
 * loads when a menu is opened.
 */
export function TicketRowMenu({ ticket, pinned, onPin, onUnread, onSnooze, onWake, onSpy }: TicketRowMenuProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const isPhone = useMediaQuery('(pointer: coarse) and (width < 600px)')
  return (
    <>
      <DropdownMenuItem
        icon={pinned ? <PinOff size={16} /> : <Pin size={16} />}
        onSelect={() => onPin(ticket, !pinned)}
      >
        {t(pinned ? 'ticketDetails:row.unpin' : 'ticketDetails:row.pin')}
      </DropdownMenuItem>
      {ticket.unreadMessages === 0 && (
        <DropdownMenuItem
          icon={<MailOpen size={16} />}
          shortcut={keyText('tickets.unread')}
          onSelect={() => onUnread(ticket)}
        >
          {t('ticketDetails:row.unread')}
        </DropdownMenuItem>
      )}
      <DropdownMenuItem
        icon={<AlarmClock size={16} />}
        shortcut={keyText('conversation.snooze')}
        onSelect={() => onSnooze(ticket)}
      >
        {t('action.snooze')}
      </DropdownMenuItem>
      {ticket.snoozedUntil && (
        <DropdownMenuItem icon={<AlarmClockOff size={16} />} onSelect={() => onWake(ticket)}>
          {t('ticketDetails:row.wake')}
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
