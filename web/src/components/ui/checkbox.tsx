import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

type Checked = boolean | 'indeterminate'

interface CheckboxProps extends Omit<ComponentProps<'button'>, 'type' | 'role'> {
  checked: Checked
  onCheckedChange?: (checked: boolean) => void
}

/**
 * Shows a button with the role of a checkbox, so that its mark can be drawn; it has a third state
 * for "some of several".
 */
export function Checkbox({ checked, onCheckedChange, onClick, className, ...props }: CheckboxProps) {
  const state = checked === 'indeterminate' ? 'indeterminate' : checked ? 'checked' : 'unchecked'
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input holds no mark that is drawn
    <button
      {...props}
      type="button"
      role="checkbox"
      aria-checked={checked === 'indeterminate' ? 'mixed' : checked}
      data-state={state}
      // Space alone ticks a box; Enter belongs to the form.
      onKeyDown={event => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      onClick={event => {
        onClick?.(event)
        if (!event.defaultPrevented) onCheckedChange?.(checked !== true)
      }}
      className={cn(
        'relative flex size-[18px] shrink-0 items-center justify-center rounded-sm border border-control bg-surface text-on-accent transition-colors after:absolute after:-inset-3.5 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent dark:bg-bg',
        className,
      )}
    >
      {state === 'indeterminate' && <Minus size={14} strokeWidth={3} />}
      {state === 'checked' && <Check size={14} strokeWidth={3} />}
    </button>
  )
}
