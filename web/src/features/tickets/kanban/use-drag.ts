import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import {
  type Active,
  type Announcements,
  type CollisionDetection,
  type DndContextProps,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  type Over,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dragged } from './dragged.ts'
import type { Column } from './kanban-card.tsx'

const draggedOf = (active: Active): Dragged => active.data.current as Dragged

/** Finds the target under the pointer; for the keyboard, the one the dragged item covers most. */
const collisions: CollisionDetection = args =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args).slice(0, 1)

interface DragOptions {
  columns: readonly Column[]
  onCard: (ticket: Ticket, columnId: string) => void
  onColumn: (moved: string, onto: string) => void
}

/**
 * Returns dragging on the board by mouse, long press and keys, with its announcements for screen
 * readers.
 */
export function useDrag({ columns, onCard, onColumn }: DragOptions) {
  const { t } = useTranslation('tags')
  const [dragged, setDragged] = useState<Dragged | null>(null)

  /** Moves from column to column with the arrow keys. */
  const coordinates: KeyboardCoordinateGetter = (event, { context, currentCoordinates, active }) => {
    const step = { [KeyboardCode.Right]: 1, [KeyboardCode.Left]: -1 }[event.code as KeyboardCode.Right]
    if (!step) return undefined
    event.preventDefault()
    const start = context.active ? draggedOf(context.active).columnId : String(active)
    const at = columns.findIndex(column => column.id === String(context.over?.id ?? start))
    const next = columns[at + step]
    const rect = next && context.droppableRects.get(next.id)
    if (!rect) return undefined
    context.droppableContainers.get(next.id)?.node.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return { x: rect.left, y: currentCoordinates.y }
  }

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: coordinates }),
  )

  const nameOf = (active: Active) => {
    const what = draggedOf(active)
    return what.kind === 'card' ? what.ticket.contact.name : what.name
  }
  const columnName = (over: Over | null) => columns.find(column => column.id === over?.id)?.name
  const announce = (key: 'over' | 'dropped', active: Active, over: Over | null) => {
    const column = columnName(over)
    return column === undefined
      ? t('kanban.say.nowhere', { name: nameOf(active) })
      : t(`kanban.say.${key}`, { name: nameOf(active), lane: column })
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('kanban.say.picked', { name: nameOf(active) }),
    onDragOver: ({ active, over }) => announce('over', active, over),
    onDragEnd: ({ active, over }) => announce('dropped', active, over),
    onDragCancel: ({ active }) => t('kanban.say.canceled', { name: nameOf(active) }),
  }

  const context: DndContextProps = {
    sensors,
    collisionDetection: collisions,
    measuring: { droppable: { strategy: MeasuringStrategy.Always } },
    accessibility: { announcements, screenReaderInstructions: { draggable: t('kanban.say.how') } },
    onDragStart: ({ active }) => setDragged(draggedOf(active)),
    onDragCancel: () => setDragged(null),
    onDragEnd: ({ active, over }) => {
      setDragged(null)
      if (!over) return
      const what = draggedOf(active)
      if (what.kind === 'card') onCard(what.ticket, String(over.id))
      else onColumn(what.columnId, String(over.id))
    },
  }
  return {
    context,
    card: dragged?.kind === 'card' ? dragged.ticket : null,
    columnName: dragged?.kind === 'column' ? dragged.name : null,
  }
}
