import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { IconButton } from './ui/icon-button.tsx'

/** Style of the row marked by the keyboard. */
export const markedRow = 'bg-hover shadow-[inset_3px_0_0_var(--accent)]'

/** Shows a row of a virtual list. */
export function ListRow({ active, children }: { active: boolean; children: ReactNode }) {
  return (
    <div
      className={cn(
        'relative flex h-full items-center gap-3 border-line border-b px-3 hover:bg-hover',
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
  /** Keeps the room of the delete button in rows that cannot be deleted, where others can. */
  keepRoom?: boolean
  className?: string
  /** Actions of this list only, before the common ones. */
  children?: ReactNode
}

/** Shows the same icons in the same order in every list, above the row's button. */
export function RowActions({ name, onEdit, onDelete, keepRoom, className, children }: RowActionsProps) {
  const { t } = useTranslation('common')
  return (
    <span className={cn('relative z-10 flex shrink-0 items-center', className)}>
      {children}
      {onEdit && (
        <IconButton label={`${t('action.edit')} ${name}`} icon={<Pencil size={16} />} size="sm" onClick={onEdit} />
      )}
      {(onDelete || keepRoom) && (
        <IconButton
          label={`${t('action.delete')} ${name}`}
          icon={<Trash2 size={16} />}
          size="sm"
          tone="danger"
          onClick={onDelete}
          className={onDelete ? undefined : 'invisible'}
        />
      )}
    </span>
  )
}
