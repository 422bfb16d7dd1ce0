import { Check, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'

export type StepState = 'todo' | 'now' | 'done' | 'failed'

interface StepProps {
  number: number
  state: StepState
  title: string
  /** The line into which a step folds. */
  line?: ReactNode
  /** Control at the end of the line. */
  action?: ReactNode
  children?: ReactNode
}

const MARKS = {
  todo: 'border-line-strong text-ink-3',
  now: 'border-accent bg-accent text-on-accent',
  done: 'border-transparent bg-success-soft text-success-ink',
  failed: 'border-transparent bg-danger-soft text-danger-ink',
}

/** Shows a step of the way: one that is done is a line, the one that is next is open. */
export function Step({ number, state, title, line, action, children }: StepProps) {
  const { t } = useTranslation('imports')
  const id = useId()
  const mark = state === 'done' ? 'step.markDone' : state === 'failed' ? 'step.markFailed' : 'step.mark'
  return (
    <li
      aria-labelledby={id}
      aria-current={state === 'now' ? 'step' : undefined}
      className="rounded-md border border-line bg-surface p-4"
    >
      <div className="flex items-start gap-3">
        <span
          role="img"
          aria-label={t(mark, { number })}
          className={cn(
            'tabular inline-flex size-6 shrink-0 items-center justify-center rounded-full border font-semibold text-xs [&_svg]:icon',
            MARKS[state],
          )}
        >
          {state === 'done' ? <Check size={14} /> : state === 'failed' ? <X size={14} /> : number}
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={id} className={cn('font-semibold leading-6', state === 'todo' && 'text-ink-2')}>
            {title}
          </h2>
          {line && <p className="break-words text-ink-2 text-sm">{line}</p>}
        </div>
        {action}
      </div>
      {children && <div className="mt-4 flex flex-col gap-4 empty:hidden sm:pl-9">{children}</div>}
    </li>
  )
}
