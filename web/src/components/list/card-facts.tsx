import type { ReactNode } from 'react'

/**
 * Shows facts of a row in a line of its card, by what matters first. One without room wraps out of
 * sight: no name is cut.
 */
export function CardFacts({ children }: { children: ReactNode }) {
  return (
    <span className="tabular flex h-6 w-full flex-wrap items-center gap-x-2 overflow-hidden whitespace-nowrap leading-6">
      {children}
    </span>
  )
}
