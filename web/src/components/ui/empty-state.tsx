import { type ReactNode, useContext } from 'react'
import { ScreenHelp } from './screen-help.ts'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** Explanation: what this is (first use), or what was searched (nothing found). */
  children?: ReactNode
  /** Single action that begins, or clears the search. */
  action?: ReactNode
  /** True for a screen's first use: its guide is offered beside the action. */
  guided?: boolean
}

export function EmptyState({ icon, title, children, action, guided }: EmptyStateProps) {
  const Help = useContext(ScreenHelp)
  const guide = guided && Help && <Help inWords />
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-6 py-12 text-center">
      {icon && <div className="mb-3 text-ink-3 [&_svg]:icon">{icon}</div>}
      <h2 className="font-semibold text-md">{title}</h2>
      {children && <p className="mt-1 max-w-md text-pretty text-ink-2">{children}</p>}
      {(action || guide) && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {action}
          {guide}
        </div>
      )}
    </div>
  )
}
