import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

const styles = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs [&_svg]:icon',
  {
    variants: {
      tone: {
        neutral: 'bg-active text-ink-2',
        accent: 'bg-accent-soft text-accent-ink',
        success: 'bg-success-soft text-success-ink',
        warning: 'bg-warning-soft text-warning-ink',
        danger: 'bg-danger-soft text-danger-ink',
        info: 'bg-info-soft text-info-ink',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

/** Shows a short status in words; the tone only repeats what the words say. */
export function Badge({ tone, className, ...props }: ComponentProps<'span'> & VariantProps<typeof styles>) {
  return <span {...props} className={cn(styles({ tone }), className)} />
}

/** Shows a count: unread messages, pending tickets. It shows 99+ above 99 and nothing at 0. */
export function CountBadge({
  count,
  label,
  tone = 'accent',
}: {
  count: number
  label?: string
  tone?: 'accent' | 'neutral' | 'danger'
}) {
  if (count <= 0) return null
  const tones = { accent: 'bg-accent text-on-accent', neutral: 'bg-active text-ink-2', danger: 'bg-danger text-white' }
  return (
    <span
      // The label is read instead of the number: a visually hidden text would be a layer of its own
      // in each row.
      {...(label && { title: label, role: 'img', 'aria-label': label })}
      className={cn(
        'tabular inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-full px-1.5 font-semibold text-xs',
        tones[tone],
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
