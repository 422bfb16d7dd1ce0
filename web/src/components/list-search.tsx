import { useId, useRef } from 'react'
import { cn } from '#/lib/cn.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { SearchInput } from './ui/input.tsx'

interface ListSearchProps {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
  /** Hint below the box. */
  hint?: string | undefined
}

/**
 * Shows the search box of a list; `/` focuses it. The search uses the text in lower case; the box
 * shows it as typed.
 */
export function ListSearch({ label, value, onChange, className = 'w-full sm:w-80', hint }: ListSearchProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useShortcut('lists.search', { run: () => box.current?.querySelector('input')?.focus() })
  return (
    <div ref={box} className={cn('relative', className)}>
      <SearchInput label={label} value={value} onChange={onChange} aria-describedby={hint ? id : undefined} />
      {hint && (
        <p
          id={id}
          role="status"
          className="absolute top-full left-0 z-10 mt-1 rounded-md border border-line bg-surface px-2 py-1 text-ink-2 text-sm"
        >
          {hint}
        </p>
      )}
    </div>
  )
}
