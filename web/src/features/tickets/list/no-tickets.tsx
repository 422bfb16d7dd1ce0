import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#/components/ui/empty-state.tsx'

/** Shows that a list has no tickets, and what to do about it. */
export function NoTickets({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <EmptyState icon={<Inbox size={20} />} title={title} guided>
      {children}
    </EmptyState>
  )
}
