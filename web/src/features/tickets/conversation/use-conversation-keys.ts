import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useNavigate } from '@tanstack/react-router'
import { askInCommandBar } from '#/lib/commands.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import type { WriteMode } from './write-mode.ts'

interface ConversationKeys {
  ticket: Ticket
  onTransfer: () => void
  onSnooze: () => void
  /** Undefined where the ticket has no scheduled messages. */
  onSchedule: (() => void) | undefined
  /** Undefined in a plan without sales. */
  onOrder: (() => void) | undefined
  onCustomer: (() => void) | undefined
  mode: WriteMode
  onWrite: (mode: WriteMode) => void
  onQuickReply: () => void
  onFind: () => void
  onDetails: () => void
  onReply: () => void
}

/** Gives the keys of an open conversation their effect; the command bar offers the same actions. */
export function useConversationKeys({ ticket, ...on }: ConversationKeys) {
  const navigate = useNavigate()
  const actions = useTicketActions()
  const enabled = ticket.status === 'open'
  useShortcut('tickets.accept', { enabled: ticket.status === 'pending', run: () => actions.accept(ticket) })
  useShortcut('conversation.resolve', { enabled, run: () => actions.resolve(ticket, true) })
  useShortcut('conversation.transfer', { enabled, run: on.onTransfer })
  useShortcut('conversation.tag', { run: () => askInCommandBar('open:tag') })
  useShortcut('conversation.priority', { run: () => askInCommandBar('open:priority') })
  useShortcut('conversation.macro', { run: () => askInCommandBar('open:macro') })
  useShortcut('conversation.order', { enabled: on.onOrder !== undefined, run: () => on.onOrder?.() })
  useShortcut('conversation.customer', { enabled: on.onCustomer !== undefined, run: () => on.onCustomer?.() })
  useShortcut('conversation.giveBack', { enabled, run: () => actions.returnToQueue(ticket) })
  useShortcut('conversation.snooze', { enabled, run: on.onSnooze })
  useShortcut('conversation.schedule', { enabled: on.onSchedule !== undefined, run: () => on.onSchedule?.() })
  useShortcut('conversation.reply', { enabled, run: on.onReply })
  useShortcut('conversation.note', { run: () => on.onWrite('note') })
  useShortcut('conversation.write', { run: () => on.onWrite('reply') })
  useShortcut('conversation.quickReply', { enabled, run: on.onQuickReply })
  useShortcut('composer.mode', { run: () => on.onWrite(on.mode === 'note' ? 'reply' : 'note') })
  useShortcut('conversation.find', { run: on.onFind })
  useShortcut('conversation.details', { run: on.onDetails })
  useShortcut('conversation.leave', { run: () => navigate({ to: '/tickets', search: previous => previous }) })
}
