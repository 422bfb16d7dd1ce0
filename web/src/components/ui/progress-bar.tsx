import { cn } from '#/lib/cn.ts'

interface ProgressBarProps {
  label: string
  /** 0 to 1; undefined while unknown: the bar then only shows that work is going on. */
  share: number | undefined
  /** Share that is drawn while it is unknown. */
  unknown?: number
  /** Height, and room around it. */
  className?: string
}

/** Shows a share as a bar. */
export function ProgressBar({ label, share, unknown = 0.3, className = 'h-1.5' }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.floor(share * 100)}
      className={cn('overflow-hidden rounded-full bg-active', className)}
    >
      <div
        className={cn('h-full rounded-full bg-accent', share === undefined && 'animate-pulse')}
        style={{ width: `${(share ?? unknown) * 100}%` }}
      />
    </div>
  )
}
