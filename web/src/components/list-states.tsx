import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#/lib/api-error.ts'
import { ListSkeleton, NothingFound } from './query-states.tsx'
import { ErrorState } from './ui/error-state.tsx'

/** State of a list's query, paged or not. */
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
  /** Height of a row, px, and the number of skeleton rows on the first load. */
  rowHeight: number
  rows: number
  /** The typed text, the text that was searched, and the function that clears both. */
  search?: { text: string; searched: string; onClear: () => void }
  /** Explains an empty list and how to begin; without it an empty list shows its rows. */
  firstUse?: ReactNode
  children: ReactNode
}

/** Shows a list, or the state in its place: loading, offline, error, nothing found, first use. */
export function ListStates({ list, count, rowHeight, rows, search, firstUse, children }: ListStatesProps) {
  const { t } = useTranslation()
  // Without a network nothing is on its way, and another search's rows would be a wrong answer.
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
