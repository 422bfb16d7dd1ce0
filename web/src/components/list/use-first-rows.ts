import { useEffect, useState } from 'react'
import type { PagedQuery } from '../paged-rows.tsx'

/** Pages without a row that are turned one after the other before the person is asked. */
const MOST_TURNED = 10

/**
 * Turns the pages of a list that has no row yet but goes on: a filter may leave out all rows of a
 * page. Returns whether it still looks, and, once it has turned many, the function that goes on.
 */
export function useFirstRows(count: number, { hasNextPage, isFetchingNextPage, fetchNextPage }: PagedQuery) {
  const [turned, setTurned] = useState(0)
  const isEmpty = count === 0 && hasNextPage
  useEffect(() => {
    if (!isEmpty) setTurned(0)
    else if (!isFetchingNextPage && turned < MOST_TURNED) {
      setTurned(turned + 1)
      void fetchNextPage()
    }
  }, [isEmpty, isFetchingNextPage, turned, fetchNextPage])
  const hasStopped = isEmpty && turned >= MOST_TURNED && !isFetchingNextPage
  return { isLooking: isEmpty && !hasStopped, goOn: hasStopped ? () => setTurned(0) : undefined }
}
