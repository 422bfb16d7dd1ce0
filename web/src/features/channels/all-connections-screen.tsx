import { allConnections } from '@balcao/shared/api/channels/all-connections.ts'
import type { CompanyConnection } from '@balcao/shared/entities/company-connection.ts'
import { Network } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CardFacts } from '#/components/list/card-facts.tsx'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { ChannelMark } from '#/components/ui/channel-mark.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { formatWhen } from '#/lib/format.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { reachedBy } from './reached-by.ts'

/**
 * Shows every company's connections to super users, with their company and state. Only the
 * companies themselves change them.
 */
export function AllConnectionsScreen() {
  const { t } = useTranslation(['channels', 'lists'])
  const { list, rows, search } = useRowList(allConnections.list, page => page.whatsapps)
  const reached = (row: CompanyConnection) => reachedBy(row) ?? t('all.noNumber')
  const columns: Column<CompanyConnection>[] = [
    { id: 'company', head: t('lists:column.company'), main: true, text: ({ company }) => company.name },
    { id: 'connection', head: t('lists:column.connection'), text: ({ name }) => name },
    { id: 'number', head: t('lists:column.number'), text: row => reachedBy(row) ?? '' },
    {
      id: 'changed',
      head: t('lists:column.changed'),
      from: 1200,
      text: ({ updatedAt }) => formatWhen(updatedAt),
      order: ({ updatedAt }) => updatedAt,
    },
    {
      id: 'status',
      head: t('lists:column.status'),
      text: () => '',
      order: null,
      beside: 236,
      whole: true,
      cell: row => <ConnectionStatus connection={row} />,
    },
  ]
  return (
    <ListScreen
      name="allConnections"
      title={t('all.title')}
      list={list}
      rows={rows}
      search={{ label: t('all.search'), ...search }}
      skeletons={8}
      firstUse={{
        instead: (
          <EmptyState icon={<Network size={20} />} title={t('all.empty')} guided>
            {t('all.emptyHint')}
          </EmptyState>
        ),
      }}
      nameOf={({ name }) => name}
      lead={{ width: 24, show: ({ channel }, oneLine) => <ChannelMark channel={channel} size={oneLine ? 24 : 28} /> }}
      columns={columns}
      card={row => ({
        title: (
          <span className="truncate">
            {row.company.name} · {row.name}
          </span>
        ),
        line: (
          <CardFacts>
            <ConnectionStatus connection={row} />
            <span>{reached(row)}</span>
          </CardFacts>
        ),
      })}
      onOpen={null}
    />
  )
}
