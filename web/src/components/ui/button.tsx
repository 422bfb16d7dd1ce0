import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { Spinner } from './spinner.tsx'

const buttonStyles = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:shrink-0 [&_svg]:icon',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        secondary:
          'border border-line-strong bg-surface text-ink hover:bg-hover active:bg-active dark:bg-hover dark:hover:bg-active',
        ghost: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-active',
        danger: 'bg-danger text-white hover:bg-danger-hover',
        'danger-ghost': 'text-danger-ink hover:bg-danger-soft',
        link: 'text-accent-ink underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-control-sm px-2.5 text-sm',
        md: 'h-control px-3.5',
        lg: 'h-11 px-5 text-md',
        inline: 'h-auto p-0',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyles> {
  /** Renders the child (a link) with the look of a button. */
  asChild?: boolean
  /** Shows a spinner and refuses clicks, keeping width and focus. */
  loading?: boolean
  icon?: ReactNode
}

export function Button({ variant, size, asChild, loading, icon, className, children, type, ...props }: ButtonProps) {
  const classes = cn(buttonStyles({ variant, size }), className)
  if (asChild) return <Slot.Root className={classes}>{children}</Slot.Root>
  return (
    <button
      type={type ?? 'button'}
      {...props}
      aria-busy={loading || undefined}
      aria-disabled={loading || props['aria-disabled']}
      onClick={loading ? event => event.preventDefault() : props.onClick}
      className={classes}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  )
}
