import { Link } from '@tanstack/react-router'
import { MoreVertical, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import type { RowAction } from './row-action.ts'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from './ui/dropdown-menu.tsx'
import { IconButton } from './ui/icon-button.tsx'
import { Tooltip } from './ui/tooltip.tsx'

/** Style of the row marked by the keyboard. */
export const markedRow = 'bg-hover shadow-[inset_3px_0_0_var(--accent)]'

interface ListRowProps {
  active: boolean
  /** True for a row that is selected for an action on several. */
  selected?: boolean
  children: ReactNode
}

/** Shows a row of a virtual list. */
export function ListRow({ active, selected = false, children }: ListRowProps) {
  return (
    <div
      className={cn(
        'relative flex h-full items-center gap-3 border-line border-b px-3 hover:bg-hover',
        selected && 'bg-accent-soft/60 hover:bg-accent-soft',
        active && markedRow,
      )}
    >
      {children}
    </div>
  )
}

interface RowOpenerProps {
  /** True if the row is one line in columns (40 px), or two lines (64 px). */
  oneLine: boolean
  /** Opens the row; absent: there is nothing to open. */
  onOpen?: (() => void) | undefined
  children: ReactNode
}

/** Shows the content of a row as its button; a click anywhere on the row presses it. */
export function RowOpener({ oneLine, onOpen, children }: RowOpenerProps) {
  const layout = oneLine ? 'items-center gap-4' : 'flex-col'
  if (!onOpen) return <span className={cn('flex min-w-0 flex-1', layout)}>{children}</span>
  return (
    <button
      type="button"
      onClick={onOpen}
      className={cn('flex min-w-0 flex-1 text-left -outline-offset-2 after:absolute after:inset-0', layout)}
    >
      {children}
    </button>
  )
}

interface RowActionsProps {
  /** Name of the row, which the label of each button contains. */
  name: string
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  /** Keep the room of a button in rows that lack it, where others have it. */
  keepEdit?: boolean
  keepDelete?: boolean
  className?: string
  /** Actions of this list only, before the common ones. */
  more?: readonly RowAction[]
}

/**
 * Shows the same actions in the same order in every list, above the row's button: icons where there
 * is room, else a menu, so that a phone's row has no control that deletes it.
 */
export function RowActions({ name, onEdit, onDelete, keepEdit, keepDelete, className, more = [] }: RowActionsProps) {
  const { t } = useTranslation('common')
  const { oneLine } = useListRowHeight()
  const common = (id: 'edit' | 'delete', icon: ReactNode, run: (() => void) | undefined, keep = false): RowAction[] =>
    run || keep
      ? [
          {
            id,
            label: `${t(`action.${id}`)} ${name}`,
            short: t(`action.${id}`),
            icon,
            run,
            ...(id === 'delete' ? { tone: 'danger' as const } : {}),
          },
        ]
      : []
  const actions: RowAction[] = [
    ...more,
    ...common('edit', <Pencil size={16} />, onEdit, keepEdit),
    ...common('delete', <Trash2 size={16} />, onDelete, keepDelete),
  ]
  if (!oneLine) return <RowMenu name={name} actions={actions} className={className} />
  return (
    <span className={cn('relative z-10 flex shrink-0 items-center justify-end', className)}>
      {actions.map(({ id, label, icon, run, href, tone, disabledReason, loading }) =>
        run && href ? (
          <Tooltip key={id} content={label}>
            <Link
              to={href}
              aria-label={label}
              className="inline-flex size-control-sm shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink [&_svg]:icon"
            >
              {icon}
            </Link>
          </Tooltip>
        ) : run ? (
          <IconButton
            key={id}
            label={label}
            icon={icon}
            size="sm"
            {...(tone ? { tone } : {})}
            disabledReason={disabledReason}
            loading={loading === true}
            onClick={run}
          />
        ) : (
          <span key={id} aria-hidden className="w-control-sm" />
        ),
      )}
    </span>
  )
}

interface RowMenuProps {
  name: string
  actions: readonly RowAction[]
  className?: string | undefined
}

/** Shows the actions of a row behind one button; an action that does not apply has no entry. */
function RowMenu({ name, actions, className }: RowMenuProps) {
  const { t } = useTranslation('common')
  const given = actions.filter(({ run }) => run)
  if (given.length === 0) return null
  return (
    <span className={cn('relative z-10 -mr-2 flex shrink-0', className)}>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <IconButton label={`${t('action.more')} ${name}`} icon={<MoreVertical size={18} />} size="sm" />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {given.map(({ id, short, icon, run, tone, disabledReason, loading }) => (
            <DropdownMenuItem
              key={id}
              icon={icon}
              {...(tone === 'danger' ? { tone } : {})}
              disabled={disabledReason !== undefined || loading === true}
              title={disabledReason}
              onSelect={() => run?.()}
            >
              {short}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </span>
  )
}
