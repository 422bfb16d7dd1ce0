import { Check, Minus } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      {...props}
      className={cn(
        'relative flex size-[18px] shrink-0 items-center justify-center rounded-sm border border-control bg-surface text-on-accent transition-colors after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent dark:bg-bg',
        className,
      )}
    >
      <Primitive.Indicator>
        {props.checked === 'indeterminate' ? <Minus size={14} strokeWidth={3} /> : <Check size={14} strokeWidth={3} />}
      </Primitive.Indicator>
    </Primitive.Root>
  )
}
