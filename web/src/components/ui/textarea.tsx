import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { controlStyles } from './input.tsx'

/**
 * Shows a text area that grows with its text (where the browser can) between `rows` and 10 lines.
 */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...props}
      className={cn(
        controlStyles,
        'field-sizing-content max-h-60 min-h-[max(var(--spacing-control),calc(var(--rows)*20px+18px))] resize-y px-3 py-2',
        className,
      )}
      style={{ '--rows': rows, ...props.style } as React.CSSProperties}
    />
  )
}
