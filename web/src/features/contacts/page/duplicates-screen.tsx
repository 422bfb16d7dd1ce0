import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { DuplicatePair } from '@balcao/shared/entities/contact-duplicate.ts'
import { isEnded } from '@balcao/shared/entities/job.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Combine, Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '#/components/more-button.tsx'
import { ListSkeleton } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { formatPhone } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useMarkDifferent } from './use-mark-different.ts'

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx').then(file => file.MergeDialog))

/** Interval between reads of the pairs and of the search while it is under way, ms. */
const LOOK_MS = 5000

/** Shows the contacts that may be the same person, as the last search found them. */
export function DuplicatesScreen() {
  const { t } = useTranslation('contactPage')
  const [merging, setMerging] = useState<DuplicatePair | null>(null)
  const search = useMutation({
    mutationFn: () => api(contacts.findDuplicates, {}),
    onSuccess: () => toast.success(t('duplicates.searched')),
    onError: toast.error,
  })
  const jobId = search.data?.jobId
  const job = useQuery({
    ...apiQuery(jobs.get, { params: { id: jobId ?? '' } }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data && isEnded(state.data.status) ? false : LOOK_MS),
  })
  const isOver = job.data !== undefined && isEnded(job.data.status)
  const list = useInfiniteQuery({
    ...apiPages(contacts.pairs, { query: {} }),
    refetchInterval: jobId !== undefined && !isOver ? LOOK_MS : false,
  })
  const { refetch } = list
  useEffect(() => {
    if (isOver) void refetch()
  }, [isOver, refetch])
  const rows = list.data?.pages.flatMap(page => page.pairs) ?? []
  const action = (
    <Button variant="primary" icon={<Search size={16} />} loading={search.isPending} onClick={() => search.mutate()}>
      {t('duplicates.search')}
    </Button>
  )
  return (
    <Screen header={<ScreenHeader title={t('duplicates.list')} action={rows.length > 0 && action} />}>
      {list.isPending ? (
        <ListSkeleton />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : rows.length === 0 ? (
        <EmptyState icon={<Combine size={20} />} title={t('duplicates.empty')} action={action}>
          {t('duplicates.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col overflow-hidden rounded-md border border-line bg-surface">
          {rows.map(pair => (
            <Pair key={pair.id} pair={pair} onMerge={() => setMerging(pair)} />
          ))}
        </ul>
      )}
      <MoreButton list={list} className="mt-3 self-start" />
      <Suspense>
        {merging && (
          <MergeDialog
            contact={merging.contacts[0]}
            otherId={merging.contacts[1].id}
            onClose={() => setMerging(null)}
          />
        )}
      </Suspense>
    </Screen>
  )
}

function Pair({ pair, onMerge }: { pair: DuplicatePair; onMerge: () => void }) {
  const { t } = useTranslation('contactPage')
  const { mark, isPending } = useMarkDifferent()
  const [first, second] = pair.contacts
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-3 py-2 last:border-0">
      <div className="grid min-w-0 flex-1 basis-64 gap-x-4 gap-y-1 sm:grid-cols-2">
        {pair.contacts.map(contact => (
          <Link
            key={contact.id}
            to="/contacts/$contactId"
            params={{ contactId: contact.id }}
            className="min-w-0 underline-offset-4 hover:underline"
          >
            <span className="block truncate font-medium">{contact.name}</span>
            <span className="tabular block truncate text-ink-2 text-sm">{formatPhone(contact.number)}</span>
          </Link>
        ))}
      </div>
      <span className="text-ink-2 text-sm">{pair.reasons.map(reason => t(`duplicates.${reason}`)).join(', ')}</span>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onMerge}>
          {t('duplicates.merge')}
        </Button>
        <Button size="sm" variant="ghost" disabled={isPending} onClick={() => mark(first.id, second.id)}>
          {t('duplicates.different')}
        </Button>
      </span>
    </li>
  )
}
