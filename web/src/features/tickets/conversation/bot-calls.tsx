import { botCalls } from '@balcao/shared/api/tickets/bot-calls.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { BotCall } from '@balcao/shared/entities/ai-use.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FoldedCall } from '#/components/folded-call.tsx'
import { formatNumber } from '#/lib/format.ts'
import { formatCost } from '#/lib/format-cost.ts'
import { apiPages } from '#/lib/queries.ts'

/** Maximum difference between the clocks of browser and server, ms. */
const CLOCKS_MS = 60_000

/**
 * Shows, folded, the tools that an AI agent called before this message, which is the first of its
 * reply.
 */
export function BotCalls({ message }: { message: Message }) {
  const calls = useBotCalls(message)
  const client = useQueryClient()
  const { ticketId, id } = message
  const after = previousOwn(loadedMessages(client, ticketId), message)
  return (
    after !== null && (
      <Reply
        calls={calls}
        newest={call => call.messageId > after && call.messageId < id}
        isEarlier={call => call.messageId <= after}
      />
    )
  )
}

/**
 * Shows, folded, the tools that an AI agent called before it handed over without a word; `note` is
 * the note it left.
 */
export function NoteCalls({ note }: { note: TicketNote }) {
  const calls = useBotCalls(note)
  const client = useQueryClient()
  const own = loadedMessages(client, note.ticketId).filter(({ fromMe }) => fromMe)
  // The next message of ours, if any, came after the note and is not the agent's.
  const hasNoWords = ({ messageId }: BotCall) => {
    const next = own.filter(({ id }) => id > messageId).sort(byId)[0]
    return !next || (next.createdAt > note.createdAt && next.machine?.kind !== 'prompt')
  }
  return <Reply calls={calls} newest={call => call.createdAt <= note.createdAt} when={hasNoWords} />
}

/** Shows the newest call of a reply that an AI agent is still at; nothing once it has words. */
export function LastCall({ ticket }: { ticket: Ticket }) {
  const [last] = useBotCalls({ ticketId: ticket.id, createdAt: ticket.updatedAt }).rows
  const client = useQueryClient()
  const textOf = useCallText()
  const isAnswered = loadedMessages(client, ticket.id).some(({ fromMe, id }) => fromMe && id > (last?.messageId ?? ''))
  return last && !isAnswered && <> · {textOf(last)}</>
}

type TicketCalls = {
  /** The newest first, as far as they were read. */
  rows: readonly BotCall[]
  currency: string
  /** Reads earlier ones; undefined while that runs, after it failed, and where there are none. */
  readMore: (() => void) | undefined
}

/** Reads the newest calls of a ticket; earlier ones are read as their messages come into view. */
function useBotCalls({ ticketId, createdAt }: { ticketId: string; createdAt: string }): TicketCalls {
  const args = { params: { ticketId }, query: { limit: 100 } }
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...apiPages(botCalls.list, args),
    // The calls are stored before their reply is sent: an earlier read lacks them.
    refetchOnMount: ({ state }) => (state.dataUpdatedAt < Date.parse(createdAt) + CLOCKS_MS ? 'always' : true),
  })
  const rows = useMemo(() => data?.pages.flatMap(page => page.botCalls) ?? [], [data])
  const mayRead = hasNextPage && !isFetching && !isError
  return {
    rows,
    currency: data?.pages[0]?.currency ?? 'BRL',
    // Several messages ask for the same page.
    readMore: mayRead ? () => void fetchNextPage({ cancelRefetch: false }) : undefined,
  }
}

interface ReplyProps {
  calls: TicketCalls
  /** Returns whether a call may be the newest of the reply. */
  newest: (call: BotCall) => boolean
  /** Returns whether a call is certainly of an earlier reply. */
  isEarlier?: (call: BotCall) => boolean
  /** Returns whether the reply of that call is shown; each is by default. */
  when?: (call: BotCall) => boolean
}

/** Shows the calls of one reply, in their order. */
function Reply({
  calls: { rows, currency, readMore },
  newest,
  isEarlier = () => false,
  when = () => true,
}: ReplyProps) {
  const last = rows.find(newest)
  const oldest = rows.at(-1)
  // The calls of this reply may be on the next page, or go on there.
  const isWhole = oldest !== undefined && (isEarlier(oldest) || (last !== undefined && oldest.replyId !== last.replyId))
  useEffect(() => {
    if (!isWhole) readMore?.()
  }, [isWhole, readMore])
  if (!last || !when(last)) return null
  const own = rows.filter(({ replyId }) => replyId === last.replyId).toReversed()
  return own.map(call => <Call key={call.id} call={call} currency={currency} />)
}

const byId = (a: Message, b: Message) => (a.id < b.id ? -1 : 1)

function loadedMessages(client: QueryClient, ticketId: string): readonly Message[] {
  const key = queryKey(messages.list, { params: { ticketId } })
  const pages = client.getQueryData<InfiniteData<ResultOf<typeof messages.list>>>(key)?.pages ?? []
  return pages.flatMap(page => page.messages)
}

/**
 * Returns the id of the last message of ours before this one, empty for none; null if only messages
 * of the same reply stand between them, or the message is not loaded.
 */
function previousOwn(loaded: readonly Message[], { id }: Message): string | null {
  if (!loaded.some(message => message.id === id)) return null
  const before = loaded.filter(message => message.id < id).sort(byId)
  if (before.at(-1)?.fromMe) return null
  return before.findLast(({ fromMe }) => fromMe)?.id ?? ''
}

/** Returns the words of a call: who did what in how much time. */
function useCallText() {
  const { t } = useTranslation('prompts')
  return ({ tool, ok, promptName: name, ms }: BotCall): string => {
    const done = t(`call.${tool}` as 'call.other', { defaultValue: t('call.other', { tool }) })
    const seconds = formatNumber(ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
    return t(ok ? 'call.line' : 'call.failed', { name, done, seconds })
  }
}

/** Shows a call in one line; unfolded, what was asked and answered, and its cost. */
function Call({ call, currency }: { call: BotCall; currency: string }) {
  const { t } = useTranslation('prompts')
  const textOf = useCallText()
  const { asked, answered } = call
  return (
    <div className="max-w-72 border-line border-t pt-1">
      <FoldedCall line={textOf(call)} asked={asked} answered={answered}>
        <p className="mt-1">
          {call.cost === null
            ? t('call.tokens', { count: call.tokens, tokens: formatNumber(call.tokens) })
            : t('call.cost', {
                count: call.tokens,
                tokens: formatNumber(call.tokens),
                cost: formatCost(call.cost, currency),
              })}
        </p>
      </FoldedCall>
    </div>
  )
}
