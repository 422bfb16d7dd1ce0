import type { ReactNode } from 'react'

/** Shows the line above the first unread message. */
export function UnreadLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      className="my-2 flex items-center gap-3 px-4 text-accent-ink text-xs before:h-px before:flex-1 before:bg-accent-line after:h-px after:flex-1 after:bg-accent-line"
    >
      {children}
    </p>
  )
}
