import type { ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { type Behind, BehindLink } from './behind.tsx'

interface TileProps {
  label: string
  value: ReactNode
  /** Time or place that the figure is of. */
  scope: string
  change?: ReactNode
  behind?: Behind | undefined
}

/** Shows a figure with its name. One with a place behind it is a link as a whole. */
export function Tile({ label, value, scope, change, behind }: TileProps) {
  return (
    <div
      className={cn(
        'relative flex min-w-0 flex-col rounded-md border border-line bg-surface p-3.5 max-sm:last:odd:col-span-2',
        behind && 'hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent',
      )}
    >
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="mt-auto pt-2">
        <span className="tabular block font-semibold text-xl max-sm:text-lg">
          {behind ? (
            <BehindLink
              behind={behind}
              label={typeof value === 'string' ? `${label}: ${value}` : label}
              className="outline-none after:absolute after:inset-0"
            >
              {value}
            </BehindLink>
          ) : (
            value
          )}
        </span>
        <span className="text-ink-3 text-xs">{scope}</span>
        {change}
      </dd>
    </div>
  )
}
