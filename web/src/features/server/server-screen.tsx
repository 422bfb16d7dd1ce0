import { version } from '@balcao/shared/api/account/version.ts'
import { status } from '@balcao/shared/api/company/status.ts'
import type { ServerStatus } from '@balcao/shared/entities/server-status.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { DeadLettersPanel } from './dead-letters-panel.tsx'
import { formatBytes } from './format-bytes.ts'
import { QueuesPanel } from './queues-panel.tsx'
import { REFRESH_MS } from './refresh.ts'
import { ServerProblems } from './server-problems.tsx'

const AiPricesPanel = lazyPart(() => import('./ai-prices-panel.tsx').then(file => file.AiPricesPanel), 'costs')
const MessagePricesPanel = lazyPart(
  () => import('./message-prices-panel.tsx').then(file => file.MessagePricesPanel),
  'costs',
)

/**
 * Shows the state of the installation to super users: room, memory, backup, connections, waiting
 * and failed tasks. It refreshes by itself while the page is visible.
 */
export function ServerScreen() {
  const { t } = useTranslation('server')
  const state = useQuery({ ...apiQuery(status.get), refetchInterval: REFRESH_MS })
  const { data } = state
  const shown = useQuery({ ...apiQuery(version.get), staleTime: Number.POSITIVE_INFINITY }).data?.version
  // The product shows the version of its specification; a server knows its own build besides.
  const versionText =
    data &&
    (shown && shown !== data.version
      ? t('versionAndBuild', { version: shown, build: data.version })
      : t('version', data))
  const isStale = data !== undefined && state.isError
  return (
    <Screen narrow header={<ScreenHeader title={t('title')} meta={isStale ? t('stale') : versionText} />}>
      {data ? (
        <div className="flex flex-col gap-4">
          <ServerProblems problems={data.problems} />
          <Facts state={data} />
          {data.queues && <QueuesPanel queues={data.queues} />}
          {data.deadLetters === null ? (
            <p className="text-ink-2">{t('elsewhere')}</p>
          ) : (
            <DeadLettersPanel count={data.deadLetters} />
          )}
          <Suspense fallback={<Skeleton className="h-40" />}>
            <MessagePricesPanel />
          </Suspense>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <AiPricesPanel />
          </Suspense>
          {/* Without anything to focus, a keyboard could not scroll the screen. */}
          <Button className="self-start" size="sm" icon={<RotateCw size={16} />} onClick={() => void state.refetch()}>
            {t('refresh')}
          </Button>
        </div>
      ) : state.isError ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} retrying={state.isFetching} />
      ) : (
        <ListSkeleton height={96} rows={4} />
      )}
    </Screen>
  )
}

function Facts({ state: { disk, memory, backup, connections, queues } }: { state: ServerStatus }) {
  const { t } = useTranslation('server')
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {disk && (
        <Fact label={t('disk.label')} hint={t('disk.hint', { total: formatBytes(disk.total) })}>
          {t('disk.free', { free: formatBytes(disk.free) })}
          <progress
            aria-label={t('disk.used')}
            className="mt-2 block h-1.5 w-full accent-accent"
            max={disk.total}
            value={disk.total - disk.free}
          />
        </Fact>
      )}
      {/* Only a server of one's own makes backups by itself. */}
      {queues && (
        <Fact
          label={t('backup.label')}
          hint={backup ? t('backup.size', { size: formatBytes(backup.bytes) }) : t('backup.noneHint')}
        >
          {backup ? t(backup.ok ? 'backup.ok' : 'backup.failed', { when: formatWhen(backup.at) }) : t('backup.none')}
        </Fact>
      )}
      <Fact label={t('connections.label')} hint={t('connections.other', { count: connections.other })}>
        {t('connections.connected', { count: connections.connected })}
      </Fact>
      {memory !== null && (
        <Fact label={t('memory.label')} hint={t('memory.hint')}>
          {formatBytes(memory)}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div className="rounded-md border border-line bg-surface px-4 py-3">
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="tabular mt-1 font-semibold text-md">{children}</dd>
      <dd className="tabular mt-1 text-ink-2 text-sm">{hint}</dd>
    </div>
  )
}
