import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoreButton } from '#/components/more-button.tsx'
import type { PagedQuery } from '#/components/paged-rows.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { PageSection } from './page-section.tsx'

interface PagedSectionProps<Row> {
  title: string
  /** Text while there are no rows. */
  none: string
  query: Omit<PagedQuery, 'isPlaceholderData'> &
    Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}

/** Shows a part of a contact's page whose rows are loaded page by page. */
export function PagedSection<Row extends { id: string }>({
  title,
  none,
  query,
  rows,
  children,
}: PagedSectionProps<Row>) {
  return (
    <PageSection title={title}>
      {query.isPending ? (
        <Skeleton className="h-16" />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 && !query.hasNextPage ? (
        <p className="text-ink-2 text-sm">{none}</p>
      ) : (
        <ul className="flex flex-col">
          {rows.map(row => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
      <MoreButton list={query} size="sm" className="self-start" />
    </PageSection>
  )
}
