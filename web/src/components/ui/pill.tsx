import { X } from 'lucide-react'
import { cn } from '#/lib/cn.ts'

interface PillProps {
  children: string
  /** Colour of a queue or tag, shown as a dot so that any colour stays readable in both themes. */
  color?: string | null
  onRemove?: () => void
  removeLabel?: string
  className?: string
}

export function Pill({ children, color, onRemove, removeLabel, className }: PillProps) {
  return (
    <span
      className={cn(
        'inline-flex h-6 min-w-0 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface px-2 text-ink text-sm dark:bg-hover',
        className,
      )}
    >
      {color !== undefined && <ColorDot color={color} />}
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="-mr-1 rounded-full p-0.5 text-ink-2 hover:bg-active hover:text-ink"
        >
          <X size={12} />
        </button>
      )}
    </span>
  )
}

export function ColorDot({ color, className }: { color: string | null | undefined; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn('inline-block size-2.5 shrink-0 rounded-full bg-control ring-1 ring-ink/15 ring-inset', className)}
      style={color ? { backgroundColor: color } : undefined}
    />
  )
}
