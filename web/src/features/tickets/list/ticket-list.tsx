import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { VirtualList } from '#/components/ui/virtual-list.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayDo } from '#/lib/permissions.ts'
import { apiPages } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { joinRoom } from '#/realtime/rooms.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import { keepRows } from './keep-rows.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { shownTickets } from './list-state.ts'
import { TicketRow, ticketRowHeight } from './ticket-row.tsx'
import { useFurtherPages } from './use-further-pages.ts'
import { useNow } from './use-now.ts'
import { usePins } from './use-pins.ts'
import { useSelection } from './use-selection.ts'
import { useSteadyRows } from './use-steady-rows.ts'

const LookFurther = lazyPart(() => import('./look-further.tsx').then(file => file.LookFurther), 'ticketDetails')
const FreshRows = lazyPart(() => import('./fresh-rows.tsx').then(file => file.FreshRows), 'ticketDetails')
const BulkBar = lazyPart(() => import('./bulk-bar.tsx').then(file => file.BulkBar))
const SnoozeDialog = lazyPart(() => import('../dialogs/snooze-dialog.tsx').then(file => file.SnoozeDialog))

interface TicketListProps {
  label: string
  query: Record<string, string | undefined>
  status?: Ticket['status']
  /** Ids of tickets that are pinned above the others. */
  pinned?: readonly string[]
  /** True if the company has more than one connection: rows then name theirs. */
  several: boolean
  /** True if the list is on screen: it then joins its room and reacts to the keyboard. */
  active: boolean
  empty: ReactNode
  onSpy: (ticket: Ticket) => void
  /** Shows only this many rows, and no further pages. */
  most?: number | undefined
  /** Content above and below the rows that scrolls with them. */
  above?: ReactNode
  below?: ReactNode
  /** Called near the end of what is below. */
  onEnd?: (() => void) | undefined
}

/**
 * Shows one tab's tickets: cached rows at once, refreshed in the background, live, of any length.
 */
export function TicketList({
  label,
  query,
  status,
  pinned,
  several,
  active,
  empty,
  onSpy,
  most,
  above,
  below,
  onEnd,
}: TicketListProps) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const user = useUser()
  const now = useNow()
  const maySpy = useMayDo('tickets-manager:spy')
  const actions = useTicketActions()
  const { uuid } = useParams({ strict: false })
  const list = useInfiniteQuery({ ...apiPages(tickets.list, { query }), enabled: active, placeholderData: keepRows })
  const further = useFurtherPages(list, JSON.stringify(query))
  const pins = usePins(pinned, active)
  const shownPins = useMemo(
    () => pins.filter(row => row.snoozedUntil === undefined && (row.userId === user.id || query.showAll === 'true')),
    [pins, user.id, query.showAll],
  )
  const live = useMemo(() => {
    const first = new Set(shownPins.map(({ id }) => id))
    const others = list.data?.pages.flatMap(page => page.tickets) ?? []
    return [...shownPins, ...others.filter(({ id }) => !first.has(id) && first.add(id))].slice(0, most)
  }, [shownPins, list.data, most])
  const box = useRef<HTMLDivElement>(null)
  // What is pinned moves at once, since the person said so.
  const view = JSON.stringify([query, list.isPlaceholderData, shownPins.map(({ id }) => id)])
  const steady = useSteadyRows(box, live, view)
  const rows = useMemo(() => steady.rows.flatMap(({ ticket, gone }) => (gone ? [] : [ticket])), [steady.rows])
  const { chosen, toggle, all, clear } = useSelection(rows)
  const marked = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const [snoozing, setSnoozing] = useState<Ticket | null>(null)

  useEffect(() => {
    if (active) shownTickets.set(rows)
  }, [active, rows])

  useEffect(() => {
    if (active && status) return joinRoom({ action: 'joinTickets', status })
    return undefined
  }, [active, status])

  const hover = useCallback(
    (ticket: Ticket) => {
      if (ticket.status === 'pending') return
      void client.prefetchInfiniteQuery(apiPages(messages.list, { params: { ticketId: ticket.id } }))
    },
    [client],
  )

  // Row marked by the keyboard. It scrolls into view when the keyboard moves it, never because an
  // event moved the rows.
  const [mark, setMark] = useState(-1)
  const wanted = useRef<string | null>(null)
  const goTo = (index: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, index))
    wanted.current = rows[at]?.id ?? null
    setMark(steady.rows.findIndex(({ ticket }) => ticket.id === wanted.current))
    focusWanted(wanted)
  }
  /** Returns the row with the focus. */
  const focused = () => {
    const id = document.activeElement?.closest('[data-ticket]')?.getAttribute('data-ticket')
    return rows.find(row => row.id === id)
  }
  /** Returns the row of the keyboard, else the one of the open conversation. */
  const current = () => focused() ?? rows.find(row => row.uuid === uuid)
  /**
   * Returns the pending ticket of the keyboard; the longest waiting one where nothing is chosen.
   */
  const toAccept = () => {
    const row = focused() ?? (uuid || query.order !== 'waiting' ? undefined : rows[0])
    return row?.status === 'pending' ? row : undefined
  }
  const move = (step: number) => {
    const ticket = current()
    goTo((ticket ? rows.indexOf(ticket) : mark) + step)
  }
  // A distant row exists only once the list has scrolled to it.
  useEffect(() => focusWanted(wanted))

  // Leaving a conversation returns to its row, or to the one that took its place.
  const last = useRef<{ uuid: string; index: number } | null>(null)
  const back = useRef(goTo)
  back.current = goTo
  const selected = rows.findIndex(row => row.uuid === uuid)
  if (uuid && selected >= 0) last.current = { uuid, index: selected }
  useEffect(() => {
    if (uuid || !active || !last.current) return
    const { index } = last.current
    last.current = null
    if (document.activeElement === document.body) back.current(index)
  }, [uuid, active])
  useShortcut('tickets.next', { run: () => move(1), enabled: active })
  useShortcut('tickets.previous', { run: () => move(-1), enabled: active })
  useShortcut('tickets.accept', {
    enabled: active,
    when: () => toAccept() !== undefined,
    run: () => {
      const ticket = toAccept()
      if (ticket) void actions.accept(ticket)
    },
  })

  const isOpenNow = (ticket: Ticket) => ticket.uuid === uuid
  const openUuid = useRef(uuid)
  openUuid.current = uuid
  const alive = useRef<readonly string[]>([])
  alive.current = pins.map(({ id }) => id)
  const { apply } = steady
  const pin = useCallback(
    (ticket: Ticket, isPinned: boolean) => void actions.pin(ticket, isPinned, alive.current),
    [actions],
  )
  const unread = useCallback(
    (ticket: Ticket) => void actions.markUnread(ticket, ticket.uuid === openUuid.current),
    [actions],
  )
  const wake = useCallback((ticket: Ticket) => void actions.wake(ticket), [actions])
  useShortcut('tickets.select', {
    enabled: active && rows.length > 0,
    run: () => {
      const ticket = current()
      if (ticket) toggle(ticket.id, false)
    },
  })
  useShortcut('tickets.selectAll', { outsideFields: true, enabled: active && rows.length > 0, run: all })
  useShortcut('tickets.unread', {
    enabled: active && status === 'open',
    run: () => {
      const ticket = current()
      if (ticket && ticket.status === 'open') unread(ticket)
    },
  })
  useShortcut('conversation.snooze', {
    enabled: active,
    when: () => focused()?.status === 'open',
    run: () => setSnoozing(focused() ?? null),
  })

  if (list.isPending || (further.isLooking && steady.rows.length === 0))
    return active ? <ListSkeleton label={t('list.loading')} rowHeight={ticketRowHeight(status, several)} /> : null
  if (list.isError && rows.length === 0) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  }
  const paused = further.pausedBy && (
    <Suspense>
      <LookFurther
        part={further.pausedBy}
        isEmpty={steady.rows.length === 0}
        loading={list.isFetchingNextPage}
        onLook={further.lookFurther}
      />
    </Suspense>
  )
  if (steady.rows.length === 0)
    return paused ? (
      <>
        {paused}
        {below}
      </>
    ) : (
      empty
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape of the rows inside, on its way up
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={event => {
        if (event.key !== 'Escape' || chosen.length === 0) return
        event.stopPropagation()
        clear()
      }}
    >
      {chosen.length > 0 && (
        <Suspense>
          <BulkBar
            chosen={chosen}
            onDone={() => {
              apply()
              clear()
            }}
          />
        </Suspense>
      )}
      {snoozing && (
        <Suspense>
          <SnoozeDialog
            ticket={snoozing}
            onClose={() => setSnoozing(null)}
            onChoose={until => void actions.snooze(snoozing, until, isOpenNow(snoozing))}
          />
        </Suspense>
      )}
      <div ref={box} className="relative flex min-h-0 flex-1 flex-col">
        {steady.fresh > 0 && (
          <Suspense>
            <FreshRows count={steady.fresh} onShow={apply} />
          </Suspense>
        )}
        <VirtualList
          items={steady.rows}
          rowHeight={ticketRowHeight(status, several)}
          itemKey={row => row.ticket.id}
          label={label}
          hasMore={most || paused ? false : list.hasNextPage}
          loadingMore={list.isFetchingNextPage}
          onEnd={() => (onEnd ? onEnd() : void list.fetchNextPage())}
          activeIndex={mark}
          outline="person"
          header={above}
          footer={
            <>
              {!most && paused}
              {below}
            </>
          }
        >
          {({ ticket, gone }) => (
            <div inert={gone} className={gone ? 'h-full opacity-50' : 'contents'}>
              <TicketRow
                ticket={ticket}
                selected={ticket.uuid === uuid}
                now={now}
                userId={user.id}
                maySpy={maySpy}
                pinned={pinned?.includes(ticket.id) ?? false}
                marked={marked.has(ticket.id)}
                marking={marked.size > 0}
                several={several}
                mixed={!status}
                onMark={toggle}
                onPin={pin}
                onUnread={unread}
                onSnooze={setSnoozing}
                onWake={wake}
                onAccept={actions.accept}
                onSpy={onSpy}
                onHover={hover}
              />
            </div>
          )}
        </VirtualList>
      </div>
    </div>
  )
}

/** Focuses the wanted row's link, or its accept button, as soon as it exists. */
function focusWanted(wanted: { current: string | null }) {
  if (!wanted.current) return
  const row = document.querySelector(`[data-ticket="${wanted.current}"]`)
  const control = row?.querySelector<HTMLElement>('[data-open], [data-accept]')
  if (!control) return
  wanted.current = null
  control.focus({ preventScroll: true })
}
