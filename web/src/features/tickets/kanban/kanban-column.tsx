import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { GripVertical, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { VirtualList } from '#/components/ui/virtual-list.tsx'
import { cn } from '#/lib/cn.ts'
import type { Dragged } from './dragged.ts'
import { CARD_HEIGHT, type Column, KanbanCard } from './kanban-card.tsx'

interface KanbanColumnProps {
  column: Column
  columns: readonly Column[]
  cards: readonly Ticket[]
  hasMore: boolean
  loadingMore: boolean
  now: number
  userId: string
  onEnd: () => void
  onMove: (ticket: Ticket, columnId: string) => void
  /** Edits the column; only for users who may. */
  onEdit?: (() => void) | undefined
}

/** Shows a column of the board: it accepts cards, and its handle moves it. */
export function KanbanColumn(props: KanbanColumnProps) {
  const { column, columns, cards, hasMore, now, userId, onMove, onEdit } = props
  const { t } = useTranslation('tags')
  const { setNodeRef, isOver } = useDroppable({ id: column.id })
  const frame = useRef<HTMLElement | null>(null)
  const near = useNear(frame)
  const count = hasMore ? `${cards.length}+` : String(cards.length)
  return (
    <section
      ref={node => {
        frame.current = node
        setNodeRef(node)
      }}
      aria-label={t('kanban.lane', { name: column.name, count: cards.length })}
      data-column={column.id}
      className={cn(
        'flex h-full w-72 shrink-0 snap-center flex-col rounded-md border border-line bg-hover max-sm:w-full',
        isOver && 'border-accent-ink bg-accent-soft',
      )}
    >
      <header className="flex h-row shrink-0 items-center gap-2 px-3">
        <ColorDot color={column.color} />
        <h2 title={column.name} className="min-w-0 truncate font-medium">
          {column.name}
        </h2>
        <span className="tabular text-ink-2 text-sm">{count}</span>
        {onEdit && (
          <span className="-mr-2 ml-auto flex items-center">
            <ColumnHandle column={column} />
            <IconButton
              size="sm"
              label={t('kanban.editLane', { name: column.name })}
              icon={<Pencil size={16} />}
              onClick={onEdit}
            />
          </span>
        )}
      </header>
      {cards.length === 0 && !hasMore ? (
        <p className="px-4 py-6 text-center text-ink-2 text-sm">{t('kanban.emptyLane')}</p>
      ) : near ? (
        <VirtualList
          items={cards}
          rowHeight={CARD_HEIGHT}
          itemKey={ticket => ticket.id}
          label={column.name}
          hasMore={hasMore}
          loadingMore={props.loadingMore}
          onEnd={props.onEnd}
          outline="card"
          className="bg-inherit pt-0.5"
        >
          {ticket => (
            <KanbanCard
              ticket={ticket}
              columnId={column.id}
              columns={columns}
              now={now}
              userId={userId}
              onMove={onMove}
            />
          )}
        </VirtualList>
      ) : (
        <div className="flex-1" />
      )}
    </section>
  )
}

function ColumnHandle({ column }: { column: Column }) {
  const { t } = useTranslation('tags')
  const { setNodeRef, listeners, attributes } = useDraggable({
    id: `column:${column.id}`,
    data: { kind: 'column', name: column.name, columnId: column.id } satisfies Dragged,
  })
  return (
    <button
      type="button"
      ref={setNodeRef}
      aria-label={t('kanban.dragLane', { name: column.name })}
      aria-describedby={attributes['aria-describedby']}
      {...listeners}
      className="inline-flex size-control-sm cursor-grab touch-none items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
    >
      <GripVertical aria-hidden size={16} className="icon" />
    </button>
  )
}

/** Returns whether an element is in the window or close to it: only then are its cards rendered. */
function useNear(ref: React.RefObject<HTMLElement | null>) {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined' || !ref.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.some(entry => entry.isIntersecting)), {
      rootMargin: '0px 320px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return near
}
