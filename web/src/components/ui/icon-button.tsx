import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name, shown as a tooltip. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  tone?: 'neutral' | 'accent' | 'danger'
  loading?: boolean
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
  /**
   * Reason why it cannot be used now: shown as the hint, and clicks do nothing. It keeps its place
   * in the tab order.
   */
  disabledReason?: string | undefined
  /** Key hint shown beside the label. */
  shortcut?: ReactNode
}

const tones = {
  neutral: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-active',
  accent: 'text-accent-ink hover:bg-accent-soft',
  danger: 'text-ink-2 hover:bg-danger-soft hover:text-danger-ink',
}

export function IconButton({
  label,
  icon,
  size = 'md',
  tone = 'neutral',
  loading,
  tooltipSide,
  shortcut,
  disabledReason,
  className,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip
      side={tooltipSide}
      content={
        // A disabled control receives no pointerleave event: its hint would stay.
        props.disabled || loading ? null : shortcut ? (
          <span className="flex items-center gap-2">
            {label} <kbd className="font-mono opacity-70">{shortcut}</kbd>
          </span>
        ) : (
          (disabledReason ?? label)
        )
      }
    >
      <button
        type="button"
        {...props}
        aria-label={label}
        aria-busy={loading || undefined}
        aria-disabled={disabledReason ? true : undefined}
        onClick={disabledReason ? undefined : props.onClick}
        disabled={props.disabled || loading}
        className={cn(
          'inline-flex shrink-0 items-center justify-center rounded-md transition-colors disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink data-[state=open]:bg-active [&_svg]:icon',
          size === 'sm' ? 'size-control-sm' : 'size-control',
          tones[tone],
          className,
        )}
      >
        {loading ? <Spinner /> : icon}
      </button>
    </Tooltip>
  )
}
