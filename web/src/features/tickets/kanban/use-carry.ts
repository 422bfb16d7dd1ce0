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
import type { Column } from './kanban-card.tsx'

/** The dragged item: a card with its ticket, or a column. */
type Carried = { kind: 'card'; ticket: Ticket; lane: string } | { kind: 'lane'; name: string; lane: string }

const carriedOf = (active: Active): Carried => active.data.current as Carried

/** Finds the target under the pointer; for the keyboard, the one the dragged item covers most. */
const collisions: CollisionDetection = args =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args).slice(0, 1)

interface Carrying {
  columns: readonly Column[]
  onCard: (ticket: Ticket, lane: string) => void
  onLane: (moved: string, onto: string) => void
}

/**
 * Returns dragging on the board by mouse, long press and keys, with its announcements for screen
 * readers.
 */
export function useCarry({ columns, onCard, onLane }: Carrying) {
  const { t } = useTranslation('tags')
  const [carried, setCarried] = useState<Carried | null>(null)

  /** Moves from column to column with the arrow keys. */
  const coordinates: KeyboardCoordinateGetter = (event, { context, currentCoordinates, active }) => {
    const step = { [KeyboardCode.Right]: 1, [KeyboardCode.Left]: -1 }[event.code as KeyboardCode.Right]
    if (!step) return undefined
    event.preventDefault()
    const start = context.active ? carriedOf(context.active).lane : String(active)
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
    const what = carriedOf(active)
    return what.kind === 'card' ? what.ticket.contact.name : what.name
  }
  const laneName = (over: Over | null) => columns.find(column => column.id === over?.id)?.name
  const say = (key: 'over' | 'dropped', active: Active, over: Over | null) => {
    const lane = laneName(over)
    return lane === undefined
      ? t('kanban.say.nowhere', { name: nameOf(active) })
      : t(`kanban.say.${key}`, { name: nameOf(active), lane })
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('kanban.say.picked', { name: nameOf(active) }),
    onDragOver: ({ active, over }) => say('over', active, over),
    onDragEnd: ({ active, over }) => say('dropped', active, over),
    onDragCancel: ({ active }) => t('kanban.say.canceled', { name: nameOf(active) }),
  }

  const context: DndContextProps = {
    sensors,
    collisionDetection: collisions,
    measuring: { droppable: { strategy: MeasuringStrategy.Always } },
    accessibility: { announcements, screenReaderInstructions: { draggable: t('kanban.say.how') } },
    onDragStart: ({ active }) => setCarried(carriedOf(active)),
    onDragCancel: () => setCarried(null),
    onDragEnd: ({ active, over }) => {
      setCarried(null)
      if (!over) return
      const what = carriedOf(active)
      if (what.kind === 'card') onCard(what.ticket, String(over.id))
      else onLane(what.lane, String(over.id))
    },
  }
  return {
    context,
    card: carried?.kind === 'card' ? carried.ticket : null,
    laneName: carried?.kind === 'lane' ? carried.name : null,
  }
}
