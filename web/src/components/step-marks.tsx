import { Check } from 'lucide-react'
import { cn } from '#/lib/cn.ts'

interface StepMarksProps {
  label: string
  names: readonly string[]
  /** Position of the present step. */
  at: number
}

/** Shows the steps of a dialog in a line: those done, the present one, those to come. */
export function StepMarks({ label, names, at }: StepMarksProps) {
  return (
    <ol className="flex gap-2" aria-label={label}>
      {names.map((name, i) => (
        <li
          key={name}
          aria-current={i === at ? 'step' : undefined}
          className={cn(
            'flex min-w-0 flex-1 items-center gap-1.5 border-t-2 pt-1.5 text-sm',
            i <= at ? 'border-accent' : 'border-line-strong text-ink-2',
            i === at && 'font-medium',
          )}
        >
          {i < at && <Check aria-hidden size={14} className="icon shrink-0 text-accent-ink" />}
          <span className="truncate">{name}</span>
        </li>
      ))}
    </ol>
  )
}
