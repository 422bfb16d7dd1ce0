import type { ReactNode } from 'react'

interface PageSectionProps {
  title: string
  /** True if the content has a heading of its own. */
  bare?: boolean
  children: ReactNode
}

/** Shows one part of a contact's page under its heading. */
export function PageSection({ title, bare = false, children }: PageSectionProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-surface p-4">
      {!bare && <h2 className="font-medium text-ink-2 text-sm">{title}</h2>}
      {children}
    </section>
  )
}
