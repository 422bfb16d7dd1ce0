import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** Explanation: what this is (first use), or what was searched (nothing found). */
  children?: ReactNode
  /** Single action that begins, or clears the search. */
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-6 py-12 text-center">
      {icon && <div className="mb-3 text-ink-3 [&_svg]:icon">{icon}</div>}
      <h2 className="font-semibold text-md">{title}</h2>
      {children && <p className="mt-1 max-w-md text-pretty text-ink-2">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
