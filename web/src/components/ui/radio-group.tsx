import { RadioGroup as Primitive } from 'radix-ui'
import { useId } from 'react'
import { cn } from '#/lib/cn.ts'

interface RadioGroupProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string; hint?: string }[]
  disabled?: boolean
  /** True if a dialog begins at its choice, or else at its first option. */
  begins?: boolean
  className?: string
}

export function RadioGroup({ label, value, onChange, options, disabled, begins, className }: RadioGroupProps) {
  const id = useId()
  return (
    <Primitive.Root
      aria-label={label}
      value={value}
      onValueChange={onChange}
      disabled={disabled}
      className={cn('flex flex-col gap-1', className)}
    >
      {options.map(option => (
        <div key={option.value} className="flex items-start gap-2.5 py-1">
          <Primitive.Item
            id={`${id}-${option.value}`}
            value={option.value}
            data-autofocus={(begins && option.value === (value || options[0]?.value)) || undefined}
            className="relative mt-px flex size-[18px] shrink-0 items-center justify-center rounded-full border border-control bg-surface after:absolute after:-inset-3 disabled:opacity-50 data-[state=checked]:border-accent dark:bg-bg"
          >
            <Primitive.Indicator className="block size-2.5 rounded-full bg-accent" />
          </Primitive.Item>
          <label htmlFor={`${id}-${option.value}`} className="min-w-0">
            {option.label}
            {option.hint && <span className="block text-ink-2 text-sm">{option.hint}</span>}
          </label>
        </div>
      ))}
    </Primitive.Root>
  )
}
