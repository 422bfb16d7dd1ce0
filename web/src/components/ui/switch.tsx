import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

interface SwitchProps extends Omit<ComponentProps<'button'>, 'role' | 'type' | 'value'> {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

export function Switch({ checked, onCheckedChange, className, ...props }: SwitchProps) {
  return (
    <button
      {...props}
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
      className={cn(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full transition-colors after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-50',
        checked ? 'bg-accent' : 'bg-control',
        className,
      )}
    >
      <span
        className={cn(
          'block size-4 rounded-full bg-white transition-transform',
          checked ? 'translate-x-[18px]' : 'translate-x-0.5',
        )}
      />
    </button>
  )
}
