import { MAX_OPTIONS, MAX_OPTIONS_PER_LEVEL } from '@balcao/shared/entities/queue-option.ts'
import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { GripVertical, ListTree, Plus } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { FirstUse } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { toast } from '#/lib/toast.ts'
import { type Drop, dropTarget, INDENT, shownPlaces } from './drop-target.ts'
import { OptionCard, type OptionTools, type QueueChoice } from './option-card.tsx'
import {
  changeOption,
  copyOf,
  countBelow,
  type DraftTree,
  emptyOption,
  everyPlace,
  type Fault,
  insertOption,
  moveOption,
  placeOf,
  type Refusal,
  refusalOf,
  removeOption,
  type Step,
  stepTarget,
} from './option-tree.ts'

interface OptionEditorProps {
  tree: DraftTree
  edit: (change: (tree: DraftTree) => DraftTree) => void
  /** Errors shown, by key. */
  faults: ReadonlyMap<string, Fault>
  /** Number of attempts to save that found errors. */
  tries: number
  queues: readonly QueueChoice[]
}

const REFUSED = {
  limit: 'ERR_QUEUE_OPTION_LIMIT',
  depth: 'ERR_QUEUE_OPTION_DEPTH',
  circle: 'ERR_QUEUE_OPTION_CIRCLE',
} as const

const refuse = (refusal: NonNullable<Refusal>) => toast.error(new ApiError(REFUSED[refusal], 422))

/**
 * Finds the row under the pointer or nearest to it, and whether the pointer is below its middle.
 */
const byHeight: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates, collisionRect }) => {
  const y = pointerCoordinates?.y ?? collisionRect.top + collisionRect.height / 2
  const near = droppableContainers
    .flatMap(container => {
      const rect = droppableRects.get(container.id)
      if (!rect) return []
      const away = Math.max(rect.top - y, y - rect.bottom, 0)
      return [{ id: container.id, away, data: { after: y > rect.top + rect.height / 2 } }]
    })
    .sort((a, b) => a.away - b.away)[0]
  return near ? [near] : []
}

/**
 * Shows the tree to edit and rearrange: by pointer at the handles, by keyboard on them or with Alt
 * and an arrow anywhere.
 */
export function OptionEditor({ tree, edit, faults, tries, queues }: OptionEditorProps) {
  const { t } = useTranslation(['team', 'common'])
  const hint = useId()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [dragged, setDragged] = useState<string | null>(null)
  const [drop, setDrop] = useState<(Drop & { over: string; after: boolean }) | null>(null)
  const [grabbed, setGrabbed] = useState<{ key: string; before: DraftTree } | null>(null)
  const [announced, setAnnounced] = useState('')
  /**
   * Selector of the element to focus once it is rendered: a new option's title, a moved one's
   * handle or field.
   */
  const wanted = useRef<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))

  const places = shownPlaces(tree, folded)
  const paths = useMemo(() => pathsOf(tree), [tree])
  const count = everyPlace(tree).length
  const lifted = useMemo(() => {
    const place = dragged === null ? undefined : placeOf(tree, dragged)
    return new Set(place ? everyPlace([place.node]).map(({ node }) => node.key) : [])
  }, [tree, dragged])
  const nameOf = (key: string) => placeOf(tree, key)?.node.title.trim() || t('queues.menu.untitled')

  useLayoutEffect(() => {
    if (!wanted.current) return
    const element = list.current?.querySelector<HTMLElement>(wanted.current)
    if (!element) return
    wanted.current = null
    element.focus()
    element.scrollIntoView({ block: 'nearest' })
  })

  // The first error gets the focus on an attempt to save, not while errors are being corrected.
  const wrong = useRef(faults)
  wrong.current = faults
  useEffect(() => {
    const [first] = wrong.current
    if (tries === 0 || !first) return
    const lacking = [...wrong.current].flatMap(([key, fault]) => (fault === 'target' ? [key] : []))
    setOpen(now => new Set([...now, ...lacking]))
    setFolded(new Set())
    wanted.current = first[1] === 'title' ? `[data-title="${first[0]}"]` : `[data-target="${first[0]}"]`
  }, [tries])

  const unfold = (key: string | null) =>
    setFolded(now => (key && now.has(key) ? new Set([...now].filter(each => each !== key)) : now))

  const add = (parentKey: string | null, index?: number) => {
    const node = emptyOption()
    const refusal = count >= MAX_OPTIONS ? 'limit' : refusalOf(tree, node, parentKey)
    if (refusal) return refuse(refusal)
    unfold(parentKey)
    wanted.current = `[data-title="${node.key}"]`
    edit(now => {
      const level = parentKey === null ? now : (placeOf(now, parentKey)?.node.children ?? [])
      return insertOption(now, node, { parentKey, index: index ?? level.length })
    })
  }

  const step = (key: string, way: Step) => {
    const target = stepTarget(tree, key, way)
    const node = placeOf(tree, key)?.node
    if (!target || !node) return setAnnounced(t('queues.menu.cannotMove'))
    const refusal = refusalOf(tree, node, target.parentKey)
    if (refusal) return refuse(refusal)
    unfold(target.parentKey)
    wanted.current = selectorOf(document.activeElement, key)
    const moved = moveOption(tree, key, target)
    setAnnounced(t('queues.menu.moved', { name: nameOf(key), path: pathsOf(moved).get(key) }))
    edit(() => moved)
  }

  const remove = async (key: string) => {
    const place = placeOf(tree, key)
    if (!place) return
    const below = countBelow(place.node)
    const untouched = below === 0 && !place.node.id && !place.node.title && !place.node.message && !place.node.media
    const yes =
      untouched ||
      (await confirm({
        title: t('queues.menu.deleteTitle', { name: nameOf(key) }),
        description: below > 0 ? t('queues.menu.deleteHint', { count: below }) : t('queues.menu.deleteAlone'),
        confirmLabel: t('common:action.delete'),
      }))
    if (!yes) return
    const next = place.level[place.index + 1] ?? place.level[place.index - 1] ?? place.parent
    wanted.current = next ? `[data-title="${next.key}"]` : '[data-add]'
    edit(now => removeOption(now, key))
  }

  // The cards are many: their props keep their identity when nothing changes.
  const current = useRef<OptionTools | null>(null)
  current.current = {
    change: (key, changes) => edit(now => changeOption(now, key, changes)),
    addBelow: key => add(key),
    addAfter: key => {
      const place = placeOf(tree, key)!
      add(place.parent?.key ?? null, place.index + 1)
    },
    duplicate: key => {
      const place = placeOf(tree, key)!
      const copy = copyOf(place.node)
      const parentKey = place.parent?.key ?? null
      const refusal = count + everyPlace([copy]).length > MAX_OPTIONS ? 'limit' : refusalOf(tree, copy, parentKey)
      if (refusal) return refuse(refusal)
      if (everyPlace([place.node]).some(({ node }) => node.media && !(node.media instanceof File)))
        toast.info(t('queues.menu.copyWithoutFiles'))
      wanted.current = `[data-title="${copy.key}"]`
      edit(now => insertOption(now, copy, { parentKey, index: place.index + 1 }))
    },
    step,
    remove: key => void remove(key),
    fold: key => setFolded(now => toggled(now, key)),
    toggleDetails: key => setOpen(now => toggled(now, key)),
  }
  const tools = useMemo<OptionTools>(() => {
    const call =
      (name: keyof OptionTools) =>
      (...args: unknown[]) =>
        (current.current![name] as (...given: unknown[]) => void)(...args)
    return {
      change: call('change'),
      addBelow: call('addBelow'),
      addAfter: call('addAfter'),
      duplicate: call('duplicate'),
      step: call('step'),
      remove: call('remove'),
      fold: call('fold'),
      toggleDetails: call('toggleDetails'),
    }
  }, [])

  const handleKey = (event: KeyboardEvent, key: string) => {
    const held = grabbed?.key === key
    const way = ({ ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const)[event.key]
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      setGrabbed(held ? null : { key, before: tree })
      setAnnounced(
        held
          ? t('queues.menu.dropped', { name: nameOf(key), path: paths.get(key) })
          : t('queues.menu.grabbed', { name: nameOf(key) }),
      )
    } else if (held && way) {
      event.preventDefault()
      event.stopPropagation()
      step(key, way)
    } else if (held && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      wanted.current = `[data-handle="${key}"]`
      edit(() => grabbed.before)
      setGrabbed(null)
      setAnnounced(t('queues.menu.returned', { name: nameOf(key) }))
    } else if (held && event.key === 'Tab') setGrabbed(null)
  }
  const onHandleKey = useRef(handleKey)
  onHandleKey.current = handleKey
  const keyOfHandle = useMemo(() => (event: KeyboardEvent, key: string) => onHandleKey.current(event, key), [])

  const dropOf = (event: DragMoveEvent) => {
    const [hit] = event.collisions ?? []
    if (!hit) return null
    const over = String(hit.id)
    const after = hit.data?.after === true
    const found = dropTarget(tree, folded, { key: String(event.active.id), over, after, sideways: event.delta.x })
    return found && { ...found, over, after }
  }
  const leave = () => {
    setDragged(null)
    setDrop(null)
  }

  if (tree.length === 0)
    return (
      <FirstUse
        icon={<ListTree size={20} />}
        title={t('queues.menu.empty')}
        addLabel={t('queues.menu.add')}
        onAdd={() => add(null)}
      >
        {t('queues.menu.emptyHint')}
      </FirstUse>
    )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has gone elsewhere
    <div
      ref={list}
      onFocus={({ target }) => {
        if (grabbed && (target as HTMLElement).dataset.handle !== grabbed.key) setGrabbed(null)
      }}
    >
      <p id={hint} className="sr-only">
        {t('queues.menu.handleHint')}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={byHeight}
        accessibility={{ screenReaderInstructions: { draggable: '' }, announcements: silent }}
        onDragStart={({ active }) => {
          setGrabbed(null)
          setDragged(String(active.id))
        }}
        onDragMove={event => setDrop(dropOf(event))}
        onDragOver={event => setDrop(dropOf(event))}
        onDragCancel={leave}
        onDragEnd={event => {
          const target = dropOf(event)
          leave()
          if (!target) return
          if (target.refusal) return refuse(target.refusal)
          unfold(target.parentKey)
          edit(now => moveOption(now, String(event.active.id), target))
        }}
      >
        <ul aria-label={t('queues.menu.editor')} className="flex flex-col">
          {places.map(({ node, depth, level }) => (
            <OptionRow
              key={node.key}
              line={drop?.over === node.key ? drop : null}
              dimmed={lifted.has(node.key)}
              node={node}
              path={paths.get(node.key) ?? ''}
              depth={depth}
              siblings={level.length}
              folded={folded.has(node.key)}
              open={open.has(node.key)}
              fault={faults.get(node.key)}
              queues={queues}
              tools={tools}
              grabbed={grabbed?.key === node.key}
              onHandleKey={keyOfHandle}
              handleHint={hint}
            />
          ))}
        </ul>
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <div className="flex h-control w-64 max-w-[70vw] items-center gap-2 rounded-md border border-line-strong bg-raised px-2 shadow-overlay">
              <GripVertical aria-hidden size={16} className="icon shrink-0 text-ink-3" />
              <span className="truncate font-medium">{nameOf(dragged)}</span>
            </div>
          )}
        </DragOverlay>
      </DndContext>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          data-add
          icon={<Plus size={16} />}
          disabled={tree.length >= MAX_OPTIONS_PER_LEVEL || count >= MAX_OPTIONS}
          onClick={() => add(null)}
        >
          {t('queues.menu.add')}
        </Button>
        <span className="tabular text-ink-2 text-sm">
          {tree.length >= MAX_OPTIONS_PER_LEVEL - 10 &&
            t('queues.menu.levelCount', { count: tree.length, most: MAX_OPTIONS_PER_LEVEL })}{' '}
          {count >= MAX_OPTIONS - 50 && t('queues.menu.allCount', { count, most: MAX_OPTIONS })}
        </span>
      </div>
    </div>
  )
}

type OptionRowProps = Omit<ComponentProps<typeof OptionCard>, 'handle'> & {
  /** Line at the place where the dragged option would land, above or below this row. */
  line: (Drop & { after: boolean }) | null
  dimmed: boolean
}

function OptionRow({ line, dimmed, ...card }: OptionRowProps) {
  const { key } = card.node
  const { setNodeRef: setRow } = useDroppable({ id: key })
  const { setNodeRef, listeners } = useDraggable({ id: key })
  const handle = useMemo(() => ({ ref: setNodeRef, listeners }), [setNodeRef, listeners])
  return (
    <li
      ref={setRow}
      data-row={key}
      className={cn('relative py-1 pl-(--indent)', dimmed && 'opacity-50')}
      style={{ '--indent': `calc(${card.depth - 1} * var(--option-indent, ${INDENT}px))` } as React.CSSProperties}
    >
      {line && (
        <span
          aria-hidden
          className={cn(
            'pointer-events-none absolute right-0 z-10 h-0.5 rounded-full',
            line.after ? '-bottom-px' : '-top-px',
            line.refusal ? 'bg-danger' : 'bg-accent',
          )}
          style={{ left: `calc(${line.depth - 1} * var(--option-indent, ${INDENT}px))` }}
        />
      )}
      <OptionCard {...card} handle={handle} />
    </li>
  )
}

/** The library's announcements are off: the screen makes its own. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

function pathsOf(tree: DraftTree): Map<string, string> {
  const paths = new Map<string, string>()
  for (const { node, parent, index } of everyPlace(tree))
    paths.set(node.key, parent ? `${paths.get(parent.key)}.${index + 1}` : String(index + 1))
  return paths
}

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}

/**
 * Returns a selector that finds the focused element again after its option was rendered elsewhere.
 */
function selectorOf(focused: Element | null, key: string): string {
  if (focused instanceof HTMLTextAreaElement) return `[data-row="${key}"] textarea`
  return focused instanceof HTMLInputElement ? `[data-title="${key}"]` : `[data-handle="${key}"]`
}
