import { botCalls } from '@balcao/shared/api/tickets/bot-calls.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { BotCall } from '@balcao/shared/entities/ai-use.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Wrench } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/** How far the clocks of browser and server may differ, ms. */
const CLOCKS_MS = 60_000

/**
 * Shows, folded, the tools that an AI agent called before this message, which is the first of its
 * reply.
 */
export function BotCalls({ message }: { message: Message }) {
  const client = useQueryClient()
  const { ticketId, id } = message
  const after = previousOwn(client, message)
  const args = { params: { ticketId }, query: { limit: 100 } }
  const calls = useQuery({
    ...apiQuery(botCalls.list, args),
    // The calls are stored before their reply is sent: what was read before it lacks them.
    refetchOnMount: ({ state }) => (state.dataUpdatedAt < Date.parse(message.createdAt) + CLOCKS_MS ? 'always' : true),
  })
  if (after === null) return null
  const own = (calls.data?.botCalls ?? []).filter(call => call.messageId > after && call.messageId < id).reverse()
  return own.map(call => <Call key={call.id} call={call} />)
}

/**
 * Returns the id of the last message of ours before this one, empty for none; null if only messages
 * of the same reply stand between them, or the message is not loaded.
 */
function previousOwn(client: QueryClient, { ticketId, id }: Message): string | null {
  const key = queryKey(messages.list, { params: { ticketId } })
  const pages = client.getQueryData<InfiniteData<ResultOf<typeof messages.list>>>(key)?.pages ?? []
  const all = pages.flatMap(page => page.messages)
  if (!all.some(message => message.id === id)) return null
  const before = all.filter(message => message.id < id)
  const newest = (rows: Message[]) => rows.reduce<Message | undefined>((a, b) => (a && a.id > b.id ? a : b), undefined)
  if (newest(before)?.fromMe) return null
  return newest(before.filter(({ fromMe }) => fromMe))?.id ?? ''
}

/** Shows a call: who did what in what time; unfolded, what was asked and answered, and its cost. */
function Call({ call }: { call: BotCall }) {
  const { t } = useTranslation('prompts')
  const [open, setOpen] = useState(false)
  const id = useId()
  const seconds = formatNumber(call.ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const Icon = open ? ChevronDown : ChevronRight
  const done = t(`call.${call.tool}` as 'call.other', { defaultValue: t('call.other', { tool: call.tool }) })
  return (
    <div className="max-w-72 border-line border-t pt-1 text-ink-2 text-xs">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="relative flex w-full items-center gap-1 text-left hover:underline touch:after:absolute touch:after:-inset-2"
      >
        <Icon size={12} className="shrink-0" />
        <Wrench size={12} className="shrink-0" />
        <span className="min-w-0 break-words">
          {t(call.ok ? 'call.line' : 'call.failed', { name: call.promptName, done, seconds })}
        </span>
      </button>
      <div id={id} hidden={!open} className="mt-1 ps-4">
        <dl className="flex flex-col gap-1">
          <Part name={t('call.asked')} text={call.asked} />
          <Part name={t('call.answered')} text={call.answered} />
        </dl>
        <p className="mt-1">
          {call.cost === null
            ? t('call.tokens', { count: call.tokens, tokens: formatNumber(call.tokens) })
            : t('call.cost', {
                count: call.tokens,
                tokens: formatNumber(call.tokens),
                cost: formatNumber(call.cost / 1_000_000, { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
              })}
        </p>
      </div>
    </div>
  )
}

function Part({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="font-medium">{name}</dt>
      <dd className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words font-mono">{text}</dd>
    </div>
  )
}
