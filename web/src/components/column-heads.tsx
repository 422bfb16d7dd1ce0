import { cn } from '#/lib/cn.ts'

interface ColumnHeadsProps {
  /** Columns, each as wide as in the rows. */
  columns: readonly { label: string; className: string }[]
  /** Number of icon buttons at the end of a row. */
  actions: number
}

/**
 * Shows the heads of the columns of one-line rows; hidden from screen readers, since each row names
 * its own values.
 */
export function ColumnHeads({ columns, actions }: ColumnHeadsProps) {
  return (
    <div
      aria-hidden
      className="sticky top-0 z-20 flex h-9 items-center gap-3 border-line border-b bg-bg px-3 font-medium text-ink-2 text-xs"
    >
      <span className="flex min-w-0 flex-1 gap-4">
        {columns.map(({ label, className }) => (
          <span key={label} className={cn('truncate', className)}>
            {label}
          </span>
        ))}
      </span>
      <span className="flex shrink-0">
        {Array.from({ length: actions }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without state
          <span key={place} className="w-control-sm" />
        ))}
      </span>
    </div>
  )
}
