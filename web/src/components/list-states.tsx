import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#/lib/api-error.ts'
import { ListSkeleton, NothingFound } from './query-states.tsx'
import { ErrorState } from './ui/error-state.tsx'

/** What a query of a list says of itself, with pages or without. */
export interface ListQuery {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  isPaused: boolean
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

interface ListStatesProps {
  list: ListQuery
  count: number
  /** Pixels of a row, and how many stand in on the first load. */
  rowHeight: number
  rows: number
  /** What was typed, what of it was searched, and the way back. */
  search?: { text: string; searched: string; onClear: () => void }
  /** What the list is and how it begins; without it an empty list shows its rows. */
  firstUse?: ReactNode
  children: ReactNode
}

/** A list, or what stands in its place: loading, offline, error, nothing found, first use. */
export function ListStates({ list, count, rowHeight, rows, search, firstUse, children }: ListStatesProps) {
  const { t } = useTranslation()
  // Without a network nothing is on its way, and the rows of another search would be an answer to a question nobody asked.
  if ((list.isPending || list.isPlaceholderData) && list.isPaused)
    return <ErrorState error={new ApiError('ERR_NETWORK', 0)} />
  if (list.isPending) return <ListSkeleton height={rowHeight} rows={rows} />
  if (count > 0) return children
  if (list.isError)
    return (
      <ErrorState
        title={t('error.list')}
        error={list.error}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    )
  if (search && search.searched !== '') return <NothingFound text={search.text} onClear={search.onClear} />
  return firstUse ?? children
}
