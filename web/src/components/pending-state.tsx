import type { ListQuery } from './list-states.tsx'
import { ErrorState } from './ui/error-state.tsx'
import { Skeleton } from './ui/skeleton.tsx'

interface PendingStateProps {
  query: Pick<ListQuery, 'isError' | 'isFetching' | 'error' | 'refetch'>
  /** Title above the reason of a failure. */
  title?: string
  /** Size of the skeleton. */
  className: string
}

/** Shows a panel's query that has no data yet: a skeleton, or why there is none and a retry. */
export function PendingState({ query, title, className }: PendingStateProps) {
  if (!query.isError) return <Skeleton className={className} />
  return (
    <ErrorState
      compact
      {...(title === undefined ? {} : { title })}
      error={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
