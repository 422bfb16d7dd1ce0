import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { macros } from '@balcao/shared/api/tickets/macros.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { TICKET_PRIORITIES, type Ticket } from '@balcao/shared/entities/ticket.ts'
import { snoozePresets } from '@balcao/shared/rules/snooze-presets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import {
  AlarmClock,
  ArrowRightLeft,
  CalendarClock,
  Check,
  CopyCheck,
  type LucideIcon,
  PanelRight,
  Reply,
  RotateCcw,
  Search,
  ShoppingCart,
  SignalHigh,
  StickyNote,
  Tag,
  Undo2,
  UserPlus,
  UserRound,
  Zap,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ColorDot } from '#/components/ui/pill.tsx'
import { type Command, useCommandSource } from '#/lib/commands.ts'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { fetchWithTexts } from '#/lib/fetch-with-texts.ts'
import { formatWhen } from '#/lib/format.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { companyZone } from '#/lib/settings.ts'
import type { ShortcutId } from '#/lib/shortcut-keys.ts'
import { canRunShortcut, keyText, runShortcut } from '#/lib/shortcuts.ts'
import { cachedTicket } from '#/realtime/ticket-lists.ts'
import { changeTags } from '../actions/change-tags.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import { PriorityIcon } from '../priority/priority-sign.tsx'
import { setPriority } from '../priority/set-priority.ts'

/** Actions that a key of the open conversation runs as well, in the order they are offered. */
const BY_KEY: readonly [ShortcutId, LucideIcon][] = [
  ['conversation.giveBack', Undo2],
  ['conversation.quickReply', Zap],
  ['conversation.note', StickyNote],
  ['conversation.reply', Reply],
  ['conversation.schedule', CalendarClock],
  ['conversation.order', ShoppingCart],
  ['conversation.customer', UserPlus],
  ['conversation.find', Search],
  ['conversation.details', PanelRight],
]

/**
 * Adds to the command bar, before everything else, what can be done with the open ticket: as the
 * list has it until the server answers, like the conversation.
 */
export function OpenTicketCommands() {
  const { uuid } = useParams({ strict: false })
  const client = useQueryClient()
  const ticket = useQuery({
    ...apiQuery(tickets.getByUuid, { params: { ticketId: uuid ?? '' } }),
    enabled: uuid !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: () => cachedTicket(client, uuid ?? ''),
  }).data
  return uuid && ticket ? <Commands key={ticket.id} ticket={ticket} /> : null
}

function Commands({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation(['shortcuts', 'tickets'])
  const actions = useTicketActions()
  const options = useOptionCommands(ticket)
  const byKey = (id: ShortcutId, Icon: LucideIcon): Command[] =>
    canRunShortcut(id)
      ? [
          {
            id: `open:${id}`,
            label: t(`shortcuts:${id}`),
            keys: keyText(id),
            icon: <Icon size={16} />,
            run: () => runShortcut(id),
          },
        ]
      : []
  const open = ticket.status === 'open'
  useCommandSource({
    id: 'open-ticket',
    title: t('shortcuts:bar.ticket', { name: ticket.contact.name }),
    first: true,
    commands: [
      ...(ticket.status === 'pending' ? byKey('tickets.accept', Check) : []),
      ...(ticket.status === 'closed'
        ? [
            {
              id: 'open:reopen',
              label: t('tickets:action.reopen'),
              icon: <RotateCcw size={16} />,
              run: () => void actions.reopen(ticket),
            },
          ]
        : []),
      ...byKey('conversation.resolve', Check),
      ...(open
        ? [
            {
              id: 'open:resolve-silently',
              label: t('tickets:action.resolveWithout'),
              icon: <Check size={16} />,
              run: () => void actions.resolve(ticket, false),
            },
            options.transfer,
          ]
        : []),
      options.tag,
      ...(ticket.status === 'closed' ? [] : [options.priority]),
      options.macro,
      ...(open ? [options.snooze] : []),
      ...BY_KEY.flatMap(([id, icon]) => byKey(id, icon)),
    ],
  })
  return null
}

/** Returns the commands of a ticket that ask for something: where to, which tag, until when. */
function useOptionCommands(ticket: Ticket): Record<'transfer' | 'tag' | 'priority' | 'macro' | 'snooze', Command> {
  const { t } = useTranslation(['shortcuts', 'ticketDetails'])
  const actions = useTicketActions()
  return {
    transfer: {
      id: 'open:transfer',
      label: t('shortcuts:bar.transfer'),
      keys: keyText('conversation.transfer'),
      icon: <ArrowRightLeft size={16} />,
      run: () => runShortcut('conversation.transfer'),
      options: async () => {
        const [queues, people] = await Promise.all([
          fetchOrCached(queryClient, apiQuery(queue.list)),
          fetchOrCached(queryClient, apiQuery(users.listAll)),
        ])
        const to = (queueId: string, userId: string | null) => () => void actions.transfer(ticket, { queueId, userId })
        return [
          ...queues.map(each => ({
            id: `queue:${each.id}`,
            label: each.name,
            icon: <ColorDot color={each.color} />,
            run: to(each.id, null),
          })),
          ...people.flatMap(person => {
            // The ticket stays in its queue where the person serves it.
            const queueId = person.queueIds.find(id => id === ticket.queueId) ?? person.queueIds[0]
            const there = queues.find(each => each.id === queueId)
            if (!there) return []
            const online = person.online ? [t('ticketDetails:transfer.online')] : []
            return [
              {
                id: `user:${person.id}`,
                label: person.name,
                hint: [there.name, ...online].join(' · '),
                icon: <UserRound size={16} />,
                run: to(there.id, person.id),
              },
            ]
          }),
        ]
      },
    },
    tag: {
      id: 'open:tag',
      label: t('shortcuts:bar.tag'),
      keys: keyText('conversation.tag'),
      icon: <Tag size={16} />,
      run: () => runShortcut('conversation.tag'),
      options: async () => {
        const all = await fetchOrCached(queryClient, apiQuery(tags.listAll))
        const own = ticket.tags.map(tag => tag.id)
        return all.map(tag => ({
          id: `tag:${tag.id}`,
          label: tag.name,
          ...(own.includes(tag.id) ? { hint: t('shortcuts:bar.tagged') } : {}),
          icon: <ColorDot color={tag.color} />,
          run: () =>
            void changeTags(ticket, all, own.includes(tag.id) ? own.filter(id => id !== tag.id) : [...own, tag.id]),
        }))
      },
    },
    priority: {
      id: 'open:priority',
      label: t('shortcuts:bar.priority'),
      keys: keyText('conversation.priority'),
      icon: <SignalHigh size={16} />,
      run: () => runShortcut('conversation.priority'),
      options: async () =>
        [...TICKET_PRIORITIES].reverse().map(priority => ({
          id: `priority:${priority}`,
          label: t(`ticketDetails:priority.${priority}`),
          ...(ticket.priority === priority ? { hint: t('shortcuts:bar.current') } : {}),
          icon: <PriorityIcon priority={priority} />,
          run: () => void setPriority(ticket, priority),
        })),
    },
    macro: {
      id: 'open:macro',
      label: t('shortcuts:bar.macro'),
      keys: keyText('conversation.macro'),
      icon: <CopyCheck size={16} />,
      run: () => runShortcut('conversation.macro'),
      options: async () => {
        const [all, { runMacro, showNoMacros }] = await Promise.all([
          fetchOrCached(queryClient, apiQuery(macros.listAll)),
          fetchWithTexts(() => import('#/features/macros/public/run-macro.tsx'), ['macros', 'ticketDetails']),
        ])
        if (all.length === 0) showNoMacros()
        return all.map(macro => ({
          id: `macro:${macro.id}`,
          label: macro.name,
          icon: <CopyCheck size={16} />,
          run: () => {
            const handlers = { onDone: actions.prepareNext(ticket), onTakenBack: () => void actions.open(ticket) }
            void runMacro(ticket, macro, handlers)
          },
        }))
      },
    },
    snooze: {
      id: 'open:snooze',
      label: t('shortcuts:bar.snooze'),
      keys: keyText('conversation.snooze'),
      icon: <AlarmClock size={16} />,
      run: () => runShortcut('conversation.snooze'),
      options: async () => {
        const presets = snoozePresets(Date.now(), companyZone())
        return [
          ...(['inAnHour', 'tomorrow', 'monday'] as const).map(preset => ({
            id: `snooze:${preset}`,
            label: t(`ticketDetails:snooze.${preset}`),
            hint: formatWhen(presets[preset]),
            icon: <AlarmClock size={16} />,
            run: () => void actions.snooze(ticket, presets[preset], true),
          })),
          {
            id: 'snooze:other',
            label: t('ticketDetails:snooze.other'),
            icon: <CalendarClock size={16} />,
            run: () => runShortcut('conversation.snooze'),
          },
        ]
      },
    },
  }
}
