import { erpsSetUp } from '@balcao/shared/entities/erp.ts'
import { MAX_OPTION_LEVELS, MAX_OPTIONS_PER_LEVEL, QUEUE_OPTION_KINDS } from '@balcao/shared/entities/queue-option.ts'
import { Link } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  Copy,
  CornerDownRight,
  GripVertical,
  IndentDecrease,
  IndentIncrease,
  MoreVertical,
  Paperclip,
  Plus,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MediaField } from '#/components/media-field.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { Field } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Select } from '#/components/ui/select.tsx'
import { cn } from '#/lib/cn.ts'
import { problemText } from '#/lib/field-error.ts'
import { useUser } from '#/lib/session.ts'
import { type DraftOption, type Fault, mayHaveOptions, type Step } from './option-tree.ts'

export interface QueueChoice {
  id: string
  name: string
  color: string
}

/** Actions on an option; `key` identifies it. */
export interface OptionTools {
  change: (key: string, changes: Partial<DraftOption>) => void
  addBelow: (key: string) => void
  addAfter: (key: string) => void
  duplicate: (key: string) => void
  step: (key: string, step: Step) => void
  remove: (key: string) => void
  /** Shows or hides the options below an option. */
  fold: (key: string) => void
  /** Opens or closes the details of an option besides its texts. */
  toggleDetails: (key: string) => void
}

interface OptionCardProps {
  node: DraftOption
  /** Numbers the contact answers to reach it: `1.2`. */
  path: string
  depth: number
  /** Number of options on its level. */
  siblings: number
  folded: boolean
  open: boolean
  fault: Fault | undefined
  /** Queues it could hand off to. */
  queues: readonly QueueChoice[]
  tools: OptionTools
  /** True if the keyboard is moving it. */
  grabbed: boolean
  /** Props that make the handle draggable: pointer and keys. */
  handle: { ref: (element: HTMLElement | null) => void; listeners: Record<string, unknown> | undefined }
  onHandleKey: (event: KeyboardEvent, key: string) => void
  handleHint: string
}

const STEP_KEYS: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

/** Shows an option: its texts, the action after them in one line, the details below. */
export const OptionCard = memo(function OptionCard(props: OptionCardProps) {
  const { node, path, depth, siblings, folded, open, fault, tools, queues, grabbed, handle, handleHint } = props
  const { t } = useTranslation(['team', 'common'])
  const id = useId()
  const name = node.title.trim() || t('queues.menu.untitled')
  const full = siblings >= MAX_OPTIONS_PER_LEVEL
  const deep = depth >= MAX_OPTION_LEVELS
  const below = node.children.length
  const noMoreBelow = !mayHaveOptions(node)
    ? t('queues.menu.endsHere')
    : deep
      ? t('queues.menu.levelsFull', { count: MAX_OPTION_LEVELS })
      : below >= MAX_OPTIONS_PER_LEVEL
        ? t('queues.menu.levelFull', { count: MAX_OPTIONS_PER_LEVEL })
        : undefined
  const change = (changes: Partial<DraftOption>) => tools.change(node.key, changes)
  const target = queues.find(queue => queue.id === node.targetQueueId)
  const hasErp = erpsSetUp(useUser().company.settings).length > 0
  // Bills need a configured billing system; an option of that kind chosen earlier stays.
  const kinds = QUEUE_OPTION_KINDS.filter(kind => kind !== 'bill' || hasErp || node.kind === 'bill')
  const unreached = below > 0 && !mayHaveOptions(node)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line with its controls
    <div
      role="group"
      aria-label={t('queues.menu.option', { path, name })}
      onKeyDown={event => {
        const step = event.altKey && !event.ctrlKey && !event.metaKey && STEP_KEYS[event.key]
        if (!step) return
        event.preventDefault()
        tools.step(node.key, step)
      }}
      className={cn(
        'group/option rounded-md border border-line bg-surface py-1 pr-1',
        grabbed && 'border-accent-ink ring-1 ring-accent-ink',
        fault && 'border-danger-ink',
      )}
    >
      <div className="flex items-start">
        <button
          ref={handle.ref}
          type="button"
          {...handle.listeners}
          data-handle={node.key}
          aria-label={t('queues.menu.move', { name })}
          aria-pressed={grabbed}
          aria-describedby={handleHint}
          onKeyDown={event => props.onHandleKey(event, node.key)}
          className="flex h-control w-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-ink-3 hover:text-ink focus-visible:text-ink aria-pressed:text-accent-ink touch:w-control"
        >
          <GripVertical aria-hidden size={16} className="icon" />
        </button>
        <span
          aria-hidden
          className="tabular flex h-control min-w-5 shrink-0 items-center justify-end pr-1 font-semibold"
        >
          {path.split('.').at(-1)}
        </span>
        {/* On focus it scrolls its error into view, which is below the message. */}
        <input
          value={node.title}
          maxLength={100}
          data-title={node.key}
          aria-label={t('queues.menu.titleOf', { path })}
          aria-invalid={fault === 'title' || undefined}
          aria-describedby={fault === 'title' ? `${id}-fault` : undefined}
          placeholder={t('queues.menu.titlePlaceholder')}
          onChange={event => change({ title: event.target.value })}
          onKeyDown={event => {
            // An input method uses Enter to compose letters.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            tools.addAfter(node.key)
          }}
          className="h-control min-w-0 flex-1 scroll-mb-28 rounded-md bg-transparent px-1.5 font-medium placeholder:font-normal placeholder:text-ink-2 hover:bg-hover focus:bg-hover"
        />
        <IconButton
          size="sm"
          className="mt-0.5"
          label={t('queues.menu.addBelow', { name })}
          icon={<Plus size={16} />}
          disabledReason={noMoreBelow}
          onClick={() => tools.addBelow(node.key)}
        />
        <DropdownMenu>
          <DropdownMenuTrigger>
            <IconButton
              size="sm"
              className="mt-0.5"
              label={t('queues.menu.more', { name })}
              icon={<MoreVertical size={16} />}
            />
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem icon={<Copy size={16} />} disabled={full} onSelect={() => tools.duplicate(node.key)}>
              {t('queues.menu.duplicate')}
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={<ArrowUp size={16} />} shortcut="Alt ↑" onSelect={() => tools.step(node.key, 'up')}>
              {t('queues.menu.up')}
            </DropdownMenuItem>
            <DropdownMenuItem
              icon={<ArrowDown size={16} />}
              shortcut="Alt ↓"
              onSelect={() => tools.step(node.key, 'down')}
            >
              {t('queues.menu.down')}
            </DropdownMenuItem>
            <DropdownMenuItem
              icon={<IndentIncrease size={16} />}
              shortcut="Alt →"
              onSelect={() => tools.step(node.key, 'in')}
            >
              {t('queues.menu.in')}
            </DropdownMenuItem>
            <DropdownMenuItem
              icon={<IndentDecrease size={16} />}
              shortcut="Alt ←"
              onSelect={() => tools.step(node.key, 'out')}
            >
              {t('queues.menu.out')}
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => tools.remove(node.key)}>
              {t('common:action.delete')}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <div className="pr-1 pl-12 touch:pl-15">
        {fault === 'title' && (
          <p id={`${id}-fault`} role="alert" className="px-1.5 text-danger-ink text-sm">
            {problemText({ code: 'required' })}
          </p>
        )}
        <textarea
          value={node.message}
          rows={1}
          maxLength={4096}
          aria-label={t('queues.menu.messageOf', { path })}
          placeholder={t(node.kind === 'bill' ? 'queues.menu.billPlaceholder' : 'queues.menu.messagePlaceholder')}
          onChange={event => change({ message: event.target.value })}
          className="field-sizing-content block max-h-40 min-h-7 w-full touch:min-h-control resize-none rounded-md bg-transparent px-1.5 py-1 touch:py-2.5 placeholder:text-ink-2 hover:bg-hover focus:bg-hover"
        />
        <div className="flex flex-wrap items-center gap-x-1">
          {below > 0 && (
            <button
              type="button"
              aria-expanded={!folded}
              aria-label={t(folded ? 'queues.menu.unfold' : 'queues.menu.fold', { name })}
              onClick={() => tools.fold(node.key)}
              className="flex h-7 items-center rounded-md px-1 text-ink-2 hover:bg-hover hover:text-ink touch:h-11"
            >
              {folded ? (
                <ChevronRight aria-hidden size={16} className="icon" />
              ) : (
                <ChevronDown aria-hidden size={16} className="icon" />
              )}
            </button>
          )}
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? `${id}-details` : undefined}
            onClick={() => tools.toggleDetails(node.key)}
            className={cn(
              'flex h-7 min-w-0 max-w-full items-center gap-1.5 rounded-md px-1.5 text-ink-2 text-sm hover:bg-hover hover:text-ink touch:h-11',
              fault === 'target' && 'text-danger-ink',
            )}
          >
            <CornerDownRight aria-hidden size={14} className="icon shrink-0" />
            {node.kind === 'queue' && target && <ColorDot color={target.color} />}
            <span className="truncate">
              <span className="sr-only">{t('queues.menu.after', { name })} </span>
              {node.kind === 'close' || node.kind === 'bill'
                ? t(`queues.menu.next.${node.kind}`)
                : node.kind === 'queue'
                  ? target
                    ? t('queues.menu.next.queue', { name: target.name })
                    : t('queues.menu.next.noQueue')
                  : below > 0
                    ? t('queues.menu.next.options', { count: below })
                    : t('queues.menu.next.person')}
            </span>
          </button>
          {node.media && (
            <button
              type="button"
              onClick={() => !open && tools.toggleDetails(node.key)}
              className="flex h-7 min-w-0 max-w-full items-center gap-1.5 rounded-md px-1.5 text-ink-2 text-sm hover:bg-hover hover:text-ink touch:h-11"
            >
              <Paperclip aria-hidden size={14} className="icon shrink-0" />
              <bdi className="truncate">{node.media.name || t('queues.menu.file')}</bdi>
            </button>
          )}
        </div>
        {unreached && <p className="px-1.5 pb-1 text-sm text-warning-ink">{t('queues.menu.unreached')}</p>}
        {open && (
          <div id={`${id}-details`} className="flex flex-col gap-3 px-1.5 pt-1 pb-2">
            <div className="flex flex-wrap gap-3">
              <Field label={t('queues.menu.kind')} className="min-w-52 flex-1">
                <Select
                  value={node.kind}
                  options={kinds.map(kind => ({
                    value: kind,
                    label: t(`queues.menu.kinds.${kind === 'text' && below === 0 ? 'person' : kind}`),
                  }))}
                  onChange={event => change({ kind: event.target.value as DraftOption['kind'] })}
                />
              </Field>
              {node.kind === 'queue' && (
                <Field
                  label={t('queues.menu.target')}
                  error={fault === 'target' ? problemText({ code: 'required' }) : undefined}
                  required
                  className="min-w-52 flex-1"
                >
                  <Select
                    data-target={node.key}
                    value={target?.id ?? ''}
                    placeholder={t('common:select.placeholder')}
                    options={queues.map(queue => ({ value: queue.id, label: queue.name }))}
                    onChange={event => change({ targetQueueId: event.target.value || null })}
                  />
                </Field>
              )}
            </div>
            {!hasErp && (
              <p className={cn('text-sm', node.kind === 'bill' ? 'text-warning-ink' : 'text-ink-2')}>
                {t(node.kind === 'bill' ? 'queues.menu.noErp' : 'queues.menu.billHint')}{' '}
                <Link to="/settings" hash="erp" className="text-accent-ink underline underline-offset-4">
                  {t('queues.menu.setUpErp')}
                </Link>
              </p>
            )}
            <MediaField label={t('queues.menu.file')} value={node.media} onChange={media => change({ media })} />
          </div>
        )}
      </div>
    </div>
  )
})
