import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { IconButton } from './ui/icon-button.tsx'

/** The row the keyboard is at. */
export const markedRow = 'bg-hover shadow-[inset_3px_0_0_var(--accent)]'

/** A row of a virtual list. */
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
  /** 40 px in columns, or 64 px in two lines. */
  oneLine: boolean
  /** Absent: there is nothing to open. */
  onOpen?: (() => void) | undefined
  children: ReactNode
}

/** What a row says; a click anywhere on the row is one on this. */
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
  /** What the row is called, so that each button says which one it is. */
  name: string
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  /** Where only some rows can be deleted, the others keep the room. */
  keepRoom?: boolean
  className?: string
  /** Actions of the list's own, before these. */
  children?: ReactNode
}

/** The same icons in the same order everywhere, over the row's opener. */
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
