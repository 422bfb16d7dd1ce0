import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { ArrowRightLeft, CalendarClock, Check, Eye, EyeOff, Search, Trash2, Undo2, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem, DropdownMenuSeparator } from '#/components/ui/dropdown-menu.tsx'
import { useMayDo } from '#/lib/permissions.ts'
import { useStore } from '#/lib/store.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import { timelineChoice } from './timeline-choice.ts'

export interface ConversationMenuProps {
  ticket: Ticket
  onFind: () => void
  onTransfer: () => void
  /** Undefined where there are no scheduled messages. */
  onSchedule: (() => void) | undefined
  /** Undefined in a plan without sales. */
  onCustomer: (() => void) | undefined
}

/**
 * Shows the further actions of a ticket. A file of its own, because it loads when the menu is
 * opened.
 */
export function ConversationMenu({ ticket, onFind, onTransfer, onSchedule, onCustomer }: ConversationMenuProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const actions = useTicketActions()
  const mayDelete = useMayDo('ticket-options:deleteTicket')
  const showsEvents = useStore(timelineChoice)
  return (
    <>
      <DropdownMenuItem icon={<Search size={16} />} onSelect={onFind}>
        {t('find.open')}
      </DropdownMenuItem>
      {onSchedule && (
        <DropdownMenuItem icon={<CalendarClock size={16} />} onSelect={onSchedule}>
          {t('ticketDetails:menu.schedule')}
        </DropdownMenuItem>
      )}
      {onCustomer && (
        <DropdownMenuItem icon={<UserPlus size={16} />} onSelect={onCustomer}>
          {t('action.createCustomer')}
        </DropdownMenuItem>
      )}
      {ticket.status === 'open' && (
        <>
          <DropdownMenuItem icon={<Undo2 size={16} />} onSelect={() => void actions.returnToQueue(ticket)}>
            {t('action.return')}
          </DropdownMenuItem>
          <DropdownMenuItem icon={<ArrowRightLeft size={16} />} onSelect={onTransfer}>
            {t('action.transfer')}
          </DropdownMenuItem>
          <DropdownMenuItem icon={<Check size={16} />} onSelect={() => void actions.resolve(ticket, false)}>
            {t('action.resolveWithout')}
          </DropdownMenuItem>
        </>
      )}
      <DropdownMenuItem
        icon={showsEvents ? <EyeOff size={16} /> : <Eye size={16} />}
        onSelect={() => timelineChoice.set(!showsEvents)}
      >
        {t(showsEvents ? 'event.hide' : 'event.show')}
      </DropdownMenuItem>
      {mayDelete && <DropdownMenuSeparator />}
      {mayDelete && (
        <DropdownMenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => void actions.remove(ticket)}>
          {t('ticketDetails:menu.delete')}
        </DropdownMenuItem>
      )}
    </>
  )
}
