import { queue } from '@balcao/shared/api/team/queue.ts'
import { NO_COLUMN } from '@balcao/shared/api/tickets/kanban.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { DndContext, DragOverlay } from '@dnd-kit/core'
import { useQuery } from '@tanstack/react-query'
import { Lock, SquareKanban } from 'lucide-react'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { Button } from '#/components/ui/button.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess, useMayDo } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { queueChoice } from '../list/list-state.ts'
import { useNow } from '../list/use-now.ts'
import { CARD_HEIGHT, CardBody, type Column } from './kanban-card.tsx'
import { KanbanColumn } from './kanban-column.tsx'
import { useBoard } from './use-board.ts'
import { useDrag } from './use-drag.ts'

const TagDialog = lazyPart(() => import('../tags/tag-dialog.tsx').then(file => file.TagDialog))

/** Shows the board of tickets by kanban tag; in a plan without it, what it would do. */
export function KanbanScreen() {
  const { t } = useTranslation('tags')
  const plan = usePlan()
  if (plan && !plan.useKanban)
    return (
      <Screen header={<ScreenHeader title={t('kanban.title')} />}>
        <EmptyState icon={<Lock size={20} />} title={t('kanban.noPlan')}>
          {t('kanban.noPlanHint')}
        </EmptyState>
      </Screen>
    )
  return <KanbanBoard />
}

function KanbanBoard() {
  const { t } = useTranslation('tags')
  const user = useUser()
  const now = useNow()
  const mayChange = useMayAccess('supervisor')
  const seesAll = useMayDo('tickets-manager:showall')
  const chosen = useStore(queueChoice)
  const allQueues = useQuery(apiQuery(queue.list)).data ?? []
  const queues = seesAll ? allQueues : allQueues.filter(each => user.queues.some(own => own.id === each.id))
  const board = useBoard(chosen.filter(id => queues.some(each => each.id === id)))
  const [dialog, setDialog] = useState<Tag | 'new' | null>(null)

  const columns = useMemo<Column[]>(
    () => [{ id: NO_COLUMN, name: t('kanban.none'), color: null }, ...board.columns],
    [board.columns, t],
  )
  const drag = useDrag({
    columns,
    onCard: (ticket, columnId) => void board.move(ticket, columnId),
    onColumn: (from, onto) => void board.reorder(from, onto),
  })
  // The cards are many and rarely change: their callbacks must keep their identity.
  const move = useRef(board.move)
  move.current = board.move
  const onMove = useCallback((ticket: Ticket, columnId: string) => void move.current(ticket, columnId), [])

  const failed = board.board.isError ? board.board : board.lanes.isError ? board.lanes : null
  const pending = board.board.isPending || board.lanes.isPending
  return (
    <Screen
      header={
        <ScreenHeader
          title={t('kanban.title')}
          action={mayChange && <AddButton label={t('kanban.addLane')} onClick={() => setDialog('new')} />}
        >
          {queues.length > 0 && (
            <MultiSelect
              label={t('kanban.queues')}
              placeholder={t('kanban.allQueues')}
              summary="count"
              countLabel={count => t('kanban.someQueues', { count })}
              options={queues.map(each => ({ value: each.id, label: each.name, color: each.color }))}
              value={chosen.filter(id => queues.some(each => each.id === id))}
              onChange={ids => queueChoice.set(ids)}
              className="w-56"
            />
          )}
        </ScreenHeader>
      }
    >
      {failed && !failed.data ? (
        <ErrorState
          error={failed.error}
          onRetry={() => void Promise.all([board.board.refetch(), board.lanes.refetch()])}
          retrying={board.board.isFetching || board.lanes.isFetching}
        />
      ) : pending ? (
        <ColumnSkeletons />
      ) : (
        <DndContext {...drag.context}>
          <KanbanColumns columns={columns}>
            {columns.map(column => (
              <KanbanColumn
                key={column.id}
                column={column}
                columns={columns}
                cards={board.cardsOf(column.id)}
                hasMore={board.hasMore(column.id)}
                loadingMore={board.isLoading(column.id)}
                now={now}
                userId={user.id}
                onEnd={() => void board.loadMore(column.id)}
                onMove={onMove}
                onEdit={
                  mayChange && column.id !== NO_COLUMN
                    ? () => setDialog(board.columns.find(tag => tag.id === column.id) ?? null)
                    : undefined
                }
              />
            ))}
            {board.columns.length === 0 && (
              <div className="flex w-96 shrink-0 snap-center flex-col max-sm:order-first max-sm:w-full">
                <EmptyState
                  icon={<SquareKanban size={20} />}
                  title={t('kanban.empty')}
                  guided
                  action={
                    mayChange && (
                      <Button variant="primary" onClick={() => setDialog('new')}>
                        {t('kanban.addLane')}
                      </Button>
                    )
                  }
                >
                  {t(mayChange ? 'kanban.emptyHint' : 'kanban.emptyHintUser')}
                </EmptyState>
              </div>
            )}
          </KanbanColumns>
          <DragOverlay dropAnimation={null}>
            {drag.card && (
              <div className="w-72 cursor-grabbing px-2 pb-2" style={{ height: CARD_HEIGHT }}>
                <CardBody ticket={drag.card} now={now} userId={user.id} />
              </div>
            )}
            {drag.columnName !== null && (
              <div className="flex h-row w-72 cursor-grabbing items-center rounded-md border border-line-strong bg-surface px-3 font-medium shadow-overlay">
                {drag.columnName}
              </div>
            )}
          </DragOverlay>
        </DndContext>
      )}
      <Suspense>
        {dialog && <TagDialog tag={dialog === 'new' ? null : dialog} asColumn onClose={() => setDialog(null)} />}
      </Suspense>
    </Screen>
  )
}

/** Shows the columns side by side; on a phone one at a time, by swiping or by their names above. */
function KanbanColumns({ columns, children }: { columns: readonly Column[]; children: React.ReactNode }) {
  const { t } = useTranslation('tags')
  const phone = useMediaQuery('(max-width: 599.98px)')
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const columnAt = (index: number) => scroller.current?.children[index]
  const onScroll = () => {
    const box = scroller.current
    if (box) setAt(Math.round(box.scrollLeft / Math.max(1, box.clientWidth)))
  }
  return (
    <>
      {phone && columns.length > 1 && (
        <nav aria-label={t('kanban.toLane')} className="mb-2 flex shrink-0 overflow-x-auto border-line border-b">
          {columns.map((column, index) => (
            <button
              key={column.id}
              type="button"
              aria-current={index === at || undefined}
              ref={node => {
                if (node && index === at) node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
              }}
              onClick={() => columnAt(index)?.scrollIntoView({ block: 'nearest', inline: 'center' })}
              className={cn(
                '-mb-px flex h-control shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-ink-2 -outline-offset-2',
                index === at && 'border-accent-ink text-ink',
              )}
            >
              <ColorDot color={column.color} />
              {column.name}
            </button>
          ))}
        </nav>
      )}
      {/* The arrow keys scroll it sideways, whatever is in it. */}
      <section
        ref={scroller}
        onScroll={phone ? onScroll : undefined}
        aria-label={t('kanban.lanes')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        className="-mx-4 flex min-h-0 flex-1 gap-3 overflow-x-auto px-4 max-sm:snap-x max-sm:snap-mandatory max-sm:gap-8 -outline-offset-2 md:-mx-6 md:px-6"
      >
        {children}
      </section>
    </>
  )
}

function ColumnSkeletons() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex min-h-0 flex-1 gap-3 overflow-hidden">
      {[5, 3, 4, 2, 3].map((cards, columnId) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without state
          key={columnId}
          className="flex w-72 shrink-0 flex-col gap-2 rounded-md border border-line bg-hover p-2 max-sm:w-full"
        >
          <Skeleton className="my-2 h-3 w-24" />
          {Array.from({ length: cards }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without state
            <Skeleton key={card} className="h-24" />
          ))}
        </div>
      ))}
    </div>
  )
}
