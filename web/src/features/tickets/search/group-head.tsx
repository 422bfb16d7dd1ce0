import type { ReactNode } from 'react'

/** Shows the heading of a part of a search's result. */
export function GroupHead({ children }: { children: ReactNode }) {
  return <h3 className="flex h-8 items-center border-line border-b px-4 font-medium text-ink-2 text-xs">{children}</h3>
}
