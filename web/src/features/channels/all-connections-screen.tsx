import { allConnections } from '@balcao/shared/api/channels/all-connections.ts'
import type { CompanyConnection } from '@balcao/shared/entities/company-connection.ts'
import { Network } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { ChannelMark } from '#/components/ui/channel-mark.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { formatWhen } from '#/lib/format.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { reachedBy } from './reached-by.ts'

const ROW_HEIGHT = 64

/**
 * Shows every company's connections to super users, with their company and state. Only the
 * companies themselves change them.
 */
export function AllConnectionsScreen() {
  const { t } = useTranslation('channels')
  const { list, rows, search } = useRowList(allConnections.list, page => page.whatsapps)
  return (
    <Screen
      header={
        <ScreenHeader title={t('all.title')}>
          <ListSearch label={t('all.search')} value={search.text} onChange={search.onChange} />
        </ScreenHeader>
      }
    >
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={ROW_HEIGHT}
        rows={8}
        search={search}
        firstUse={
          <EmptyState icon={<Network size={20} />} title={t('all.empty')}>
            {t('all.emptyHint')}
          </EmptyState>
        }
      >
        <PagedRows list={list} label={t('all.title')} items={rows} rowHeight={ROW_HEIGHT} activeIndex={-1}>
          {row => <ConnectionOf row={row} />}
        </PagedRows>
      </ListStates>
    </Screen>
  )
}

function ConnectionOf({ row }: { row: CompanyConnection }) {
  const { t } = useTranslation('channels')
  const reached = reachedBy(row) ?? t('all.noNumber')
  return (
    <div className="flex h-16 items-center gap-3 border-line border-b px-3">
      <ChannelMark channel={row.channel} size={28} />
      <span className="min-w-0 flex-1">
        <span title={row.company.name} className="block truncate font-medium">
          {row.company.name}
        </span>
        <span className="tabular block truncate text-ink-2 text-sm" title={`${row.name} · ${reached}`}>
          {row.name} · {reached}
        </span>
      </span>
      <span className="tabular hidden w-36 text-ink-2 text-sm md:block">{formatWhen(row.updatedAt)}</span>
      <span className="flex shrink-0 justify-end sm:w-40">
        <ConnectionStatus connection={row} />
      </span>
    </div>
  )
}
