import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import {
  AlarmClock,
  ArrowRightLeft,
  CalendarClock,
  Check,
  CopyCheck,
  Eye,
  EyeOff,
  Search,
  SignalHigh,
  Tag,
  Trash2,
  Undo2,
  UserPlus,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem, DropdownMenuSeparator } from '#/components/ui/dropdown-menu.tsx'
import { useMayDo } from '#/lib/permissions.ts'
import type { ShortcutId } from '#/lib/shortcut-keys.ts'
import { keyText, runShortcut } from '#/lib/shortcuts.ts'
import { useStore } from '#/lib/store.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import { timelineChoice } from './timeline-choice.ts'

export interface ConversationMenuProps {
  ticket: Ticket
  /** Actions that have a button in the header now. */
  shown: ReadonlySet<string | undefined>
  onFind: () => void
  onTransfer: () => void
  onSnooze: () => void
  /** Undefined where there are no scheduled messages. */
  onSchedule: (() => void) | undefined
  /** Undefined in a plan without sales. */
  onCustomer: (() => void) | undefined
}

/**
 * Shows the actions of a ticket that have no button in the header. A file of its own, because it
 * loads when the menu is opened.
 */
export function ConversationMenu({ ticket, shown, ...on }: ConversationMenuProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const actions = useTicketActions()
  const mayDelete = useMayDo('ticket-options:deleteTicket')
  const showsEvents = useStore(timelineChoice)
  const open = ticket.status === 'open'
  return (
    <>
      {open && !shown.has('transfer') && (
        <Entry id="conversation.transfer" icon={<ArrowRightLeft size={16} />} onSelect={on.onTransfer}>
          {t('action.transfer')}
        </Entry>
      )}
      {open && !shown.has('giveBack') && (
        <Entry
          id="conversation.giveBack"
          icon={<Undo2 size={16} />}
          onSelect={() => void actions.returnToQueue(ticket)}
        >
          {t('action.return')}
        </Entry>
      )}
      {open && !shown.has('resolveHow') && (
        <Entry icon={<Check size={16} />} onSelect={() => void actions.resolve(ticket, false)}>
          {t('action.resolveWithout')}
        </Entry>
      )}
      {open && (
        <Entry id="conversation.snooze" icon={<AlarmClock size={16} />} onSelect={on.onSnooze}>
          {t('action.snooze')}
        </Entry>
      )}
      <Entry id="conversation.tag" icon={<Tag size={16} />} onSelect={() => runShortcut('conversation.tag')}>
        {t('action.tag')}
      </Entry>
      <Entry
        id="conversation.priority"
        icon={<SignalHigh size={16} />}
        onSelect={() => runShortcut('conversation.priority')}
      >
        {t('ticketDetails:priority.title')}
      </Entry>
      <Entry id="conversation.macro" icon={<CopyCheck size={16} />} onSelect={() => runShortcut('conversation.macro')}>
        {t('ticketDetails:menu.macro')}
      </Entry>
      {on.onSchedule && (
        <Entry id="conversation.schedule" icon={<CalendarClock size={16} />} onSelect={on.onSchedule}>
          {t('ticketDetails:menu.schedule')}
        </Entry>
      )}
      {!shown.has('find') && (
        <Entry id="conversation.find" icon={<Search size={16} />} onSelect={on.onFind}>
          {t('find.open')}
        </Entry>
      )}
      {on.onCustomer && !shown.has('customer') && (
        <Entry id="conversation.customer" icon={<UserPlus size={16} />} onSelect={on.onCustomer}>
          {t('action.createCustomer')}
        </Entry>
      )}
      <Entry
        icon={showsEvents ? <EyeOff size={16} /> : <Eye size={16} />}
        onSelect={() => timelineChoice.set(!showsEvents)}
      >
        {t(showsEvents ? 'ticketDetails:menu.hideEvents' : 'ticketDetails:menu.showEvents')}
      </Entry>
      {mayDelete && <DropdownMenuSeparator />}
      {mayDelete && (
        <Entry icon={<Trash2 size={16} />} tone="danger" onSelect={() => void actions.remove(ticket)}>
          {t('ticketDetails:menu.delete')}
        </Entry>
      )}
    </>
  )
}

/** Shows an entry with the key that does the same. */
function Entry({ id, ...props }: ComponentProps<typeof DropdownMenuItem> & { id?: ShortcutId }) {
  return <DropdownMenuItem {...props} {...(id ? { shortcut: keyText(id) } : {})} />
}
