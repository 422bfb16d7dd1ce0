import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isolate } from '#/lib/isolate.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { cachedTicket } from '#/realtime/ticket-lists.ts'

const LastCall = lazyPart(() => import('./bot-calls.tsx').then(file => file.LastCall), 'prompts')

/**
 * Shows, under a conversation the bot handles, its current step until somebody accepts; or that an
 * AI agent or an integration answers, with the agent's newest call of a tool.
 */
export function BotBar({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const client = useQueryClient()
  const ticket = useSyncExternalStore(
    changed => client.getQueryCache().subscribe(changed),
    () => cachedTicket(client, ticketId),
  )
  if (!ticket?.bot && !ticket?.useIntegration) return null
  return (
    // Announcing each step of the bot would be too much.
    <p
      aria-live="off"
      className="flex items-center gap-2 border-line border-t bg-surface px-3 py-1.5 text-ink-2 text-sm"
    >
      <Bot aria-hidden size={16} className="icon shrink-0" />
      <span className="min-w-0 break-words">
        {ticket.bot
          ? t('ticketDetails:bot.at', { where: whereOf(ticket, t('ticketDetails:bot.queues')) })
          : t(ticket.promptId ? 'row.answers' : 'row.chatbot')}
        <Suspense>{ticket.useIntegration && ticket.promptId && <LastCall ticket={ticket} />}</Suspense>
      </span>
    </p>
  )
}

const whereOf = ({ queue, bot }: Ticket, choosing: string): string =>
  queue ? [queue.name, ...(bot?.path ?? [])].map(isolate).join(' › ') : choosing
