import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Period } from '#/lib/periods.ts'
import { lastYear, type ReportFilters } from './report-search.ts'

/** Place that lists what a figure counts. */
export type Behind = {
  to: '/reports' | '/budgets' | '/products' | '/tickets' | '/companys' | '/allConnections'
  search?: object
}

/** Returns the report with these filters; tickets of now may have begun at any day of a year. */
export const reportOf = (filters: Partial<ReportFilters>, range: Period = lastYear()): Behind => ({
  to: '/reports',
  search: { ...range, ...filters },
})

interface BehindLinkProps {
  behind: Behind
  /** Name of the figure and its value, for screen readers. */
  label: string
  className?: string
  children: ReactNode
}

/** Leads from a figure to what it counts. */
export function BehindLink({
  behind: { to, search = {} },
  label,
  className = 'text-accent-ink underline underline-offset-2',
  children,
}: BehindLinkProps) {
  return (
    <Link to={to} search={search as never} aria-label={label} className={className}>
      {children}
    </Link>
  )
}
