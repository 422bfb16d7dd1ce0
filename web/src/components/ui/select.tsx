import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { controlStyles } from './input.tsx'

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** Text of an empty first choice. */
  placeholder?: string
}

/**
 * Shows the platform's own select: instant, with type-ahead, and the system's picker on phones. For
 * search or many entries, use Combobox.
 */
export function Select({ options, placeholder, className, ...props }: SelectProps) {
  return (
    <div className={cn('relative', className)}>
      <select {...props} className={cn(controlStyles, 'h-control appearance-none truncate pr-9 pl-3')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={16}
        className="icon pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2"
      />
    </div>
  )
}
