import { kanban, NO_COLUMN } from '@balcao/shared/api/tickets/kanban.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#/lib/api-error.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { onRealtime } from '#/realtime/socket.ts'
import { applyTicket, belongs } from '#/realtime/ticket-lists.ts'
import {
  type Board,
  cardsByColumn,
  columnOf,
  type Move,
  reordered,
  withAnswer,
  withEvent,
  withMove,
  without,
  withoutMove,
  withTicket,
} from './board.ts'

const NO_CARDS: Ticket[] = []
const NO_COLUMNS: Tag[] = []

/**
 * Returns the live board of these queues and its actions. A move shows at once and is undone, with
 * the reason, when the server refuses it.
 */
export function useBoard(queueIds: readonly string[]) {
  const { t } = useTranslation('tags')
  const user = useUser()
  const client = useQueryClient()
  const filter = queueIds.length > 0 ? JSON.stringify(queueIds) : undefined
  const key = useMemo(() => queryKey(kanban.board, { query: { queueIds: filter } }), [filter])
  const change = useCallback(
    (how: (board: Board) => Board) => client.setQueryData<Board>(key, board => board && how(board)),
    [client, key],
  )

  const sinceFetch = useRef<((board: Board) => Board)[] | null>(null)
  const columnsQuery = useQuery(apiQuery(tags.kanban))
  const board = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      // Events that arrive while the answer is on its way are applied to it afterwards.
      const since: ((board: Board) => Board)[] = []
      sinceFetch.current = since
      const answer = await api(kanban.board, { query: { queueIds: filter } }, { signal })
      if (sinceFetch.current === since) sinceFetch.current = null
      return since.reduce((built, apply) => apply(built), withAnswer(undefined, answer))
    },
    // Events keep it fresh while it is shown; a fetch begins with the first pages again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

  useEffect(
    () =>
      onRealtime(({ channel, payload }) => {
        const applyEvent = (how: (board: Board) => Board) => {
          sinceFetch.current?.push(how)
          change(how)
        }
        if (channel === 'ticket' && payload.action === 'delete')
          return applyEvent(now => without(now, payload.ticketId))
        if (channel === 'ticket' && payload.action === 'updateUnread')
          return applyEvent(now => {
            const ticket = now.tickets[payload.ticketId]
            return ticket ? withTicket(now, { ...ticket, unreadMessages: payload.unreadMessages }) : now
          })
        const moved =
          channel === 'ticket' && (payload.action === 'create' || payload.action === 'update')
            ? payload.ticket
            : channel === 'appMessage' && payload.action === 'create'
              ? payload.ticket
              : null
        if (!moved) return
        const shown = belongs(moved, { queueIds: filter, showAll: 'true' }, user) === 'yes'
        applyEvent(now => withEvent(now, moved, shown))
      }),
    [change, filter, user],
  )

  const columns = columnsQuery.data?.lista ?? NO_COLUMNS
  const ids = useMemo(() => new Set(columns.map(({ id }) => id)), [columns])
  const cards = useMemo(() => (board.data ? cardsByColumn(board.data, ids) : {}), [board.data, ids])

  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set())
  const under = useRef(new Set<string>())
  const loadMore = async (columnId: string) => {
    if (under.current.has(columnId)) return
    under.current.add(columnId)
    setLoading(new Set(under.current))
    try {
      const cursor = board.data?.columns[columnId]?.nextCursor ?? undefined
      const answer = await api(kanban.board, { query: { tagId: columnId, queueIds: filter, cursor } })
      change(now => withAnswer(now, answer))
    } catch (error) {
      // The page's cursor, or the column itself, no longer exists.
      if (error instanceof ApiError && error.status < 500 && error.status > 0)
        void client.invalidateQueries({ queryKey: key })
      else toast.error(error)
    } finally {
      under.current.delete(columnId)
      setLoading(new Set(under.current))
    }
  }

  /** Last call of each card under way: its moves are sent one after another, as they were made. */
  const underWay = useRef(new Map<string, Promise<Ticket>>())
  const send = (ticketId: string, column: Tag | null): Promise<Ticket> => {
    const params = { ticketId }
    const call = () =>
      column ? api(kanban.move, { params: { ...params, tagId: column.id } }) : api(kanban.leave, { params })
    const answer = (underWay.current.get(ticketId) ?? Promise.resolve()).then(call, call).finally(() => {
      if (underWay.current.get(ticketId) === answer) underWay.current.delete(ticketId)
    })
    underWay.current.set(ticketId, answer)
    return answer
  }

  const put = async (ticket: Ticket, columnId: string): Promise<boolean> => {
    const column = columns.find(tag => tag.id === columnId) ?? null
    // At the top of the column, whatever this computer's clock says.
    const top = cards[columnId]?.[0]?.laneSince
    const since = new Date(Math.max(Date.now(), top ? Date.parse(top) + 1 : 0)).toISOString()
    const under: Move = { column, since }
    change(now => withMove(now, ticket.id, under))
    try {
      const answer = await send(ticket.id, column)
      change(now => withEvent(withoutMove(now, ticket.id, under), answer, true))
      applyTicket(client, answer, user)
      return true
    } catch (error) {
      change(now => withoutMove(now, ticket.id, under))
      const gone = error instanceof ApiError && (error.status === 403 || error.code === 'ERR_NO_TICKET_FOUND')
      if (gone) change(now => without(now, ticket.id))
      if (error instanceof ApiError && error.code === 'ERR_NO_TAG_FOUND')
        void client.invalidateQueries({ queryKey: queryKey(tags.kanban) })
      toast.error(error)
      return false
    }
  }

  /** Moves a card to another column; its toast undoes that. */
  const move = async (ticket: Ticket, columnId: string) => {
    const before = columnOf(ticket, ids)
    if (before === columnId || !(await put(ticket, columnId))) return
    toast.undo(t(columnId === NO_COLUMN ? 'kanban.left' : 'kanban.moved'), () => {
      const now = client.getQueryData<Board>(key)?.tickets[ticket.id]
      if (now) void put(now, before)
    })
  }

  /** Puts a column in the place of another. */
  const reorder = async (movedId: string, ontoId: string) => {
    const changes = reordered(columns, movedId, ontoId)
    if (changes.length === 0) return
    const orders = new Map(changes.map(({ tag, order }) => [tag.id, order]))
    const before = columnsQuery.data
    client.setQueryData<typeof before>(
      queryKey(tags.kanban),
      list =>
        list && {
          ...list,
          lista: list.lista
            .map((tag): Tag => ({ ...tag, order: orders.get(tag.id) ?? tag.order }))
            .sort((a, b) => a.order - b.order),
        },
    )
    try {
      for (const { tag, order } of changes) await api(tags.update, { params: { id: tag.id }, body: { order } })
    } catch (error) {
      client.setQueryData(queryKey(tags.kanban), before)
      toast.error(error)
    }
    void client.invalidateQueries({ queryKey: queryKey(tags.kanban) })
  }

  return {
    board,
    lanes: columnsQuery,
    columns,
    columnOf: (ticket: Ticket) => columnOf(ticket, ids),
    cardsOf: (columnId: string) => cards[columnId] ?? NO_CARDS,
    hasMore: (columnId: string) => board.data?.columns[columnId]?.hasMore ?? false,
    isLoading: (columnId: string) => loading.has(columnId),
    loadMore,
    move,
    reorder,
  }
}
