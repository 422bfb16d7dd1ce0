import { mayAccess } from '@balcao/shared/access.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { useQuery } from '@tanstack/react-query'
import { Paperclip, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useBulkSwitch } from '#/components/list/use-bulk.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const QuickMessageDialog = lazyPart(() => import('./quick-message-dialog.tsx').then(file => file.QuickMessageDialog))

export function QuickMessagesScreen() {
  const { t } = useTranslation(['quickMessages', 'lists'])
  const isAdmin = mayAccess('admin', useUser())
  const { list, rows, search } = useRowList(quickMessages.list, page => page.records)
  const queues = useQuery(apiQuery(queue.list)).data ?? []
  const namesOf = (ids: readonly string[]) =>
    ids.map(id => queues.find(each => each.id === id)?.name ?? t('goneQueue')).join(', ')
  const mayChange = (row: QuickMessage) => isAdmin || !row.geral
  const nameOf = ({ shortcode }: QuickMessage) => `/${shortcode}`
  const switches = useBulkSwitch<QuickMessage>({
    isOn: ({ status }) => status,
    call: ({ id }, status) => api(quickMessages.update, { params: { id }, body: { status } }),
    route: quickMessages.list,
    rowsKey: 'records',
    nameOf,
    may: mayChange,
  })
  const columns: Column<QuickMessage>[] = [
    { id: 'shortcut', head: t('lists:column.shortcut'), main: true, text: nameOf },
    {
      id: 'message',
      head: t('lists:column.message'),
      most: 640,
      beside: 24,
      text: ({ message }) => message,
      cell: row => <Words row={row} />,
    },
    {
      id: 'visible',
      head: t('lists:column.visible'),
      beside: 16,
      text: ({ geral }) => t(geral ? 'company' : 'mine'),
      cell: ({ geral }) => <Badge tone={geral ? 'accent' : 'neutral'}>{t(geral ? 'company' : 'mine')}</Badge>,
    },
    {
      id: 'queues',
      head: t('queues'),
      beside: 16,
      text: ({ queueIds }) => namesOf(queueIds) || t('everyQueue'),
    },
    {
      id: 'status',
      head: t('lists:column.status'),
      beside: 16,
      text: ({ status }) => t(status ? 'status' : 'inactive'),
      cell: ({ status }) => <Badge tone={status ? 'success' : 'neutral'}>{t(status ? 'status' : 'inactive')}</Badge>,
    },
  ]
  return (
    <ListScreen
      name="quickMessages"
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      skeletons={8}
      firstUse={{ icon: <Zap size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: row => t(row.geral ? 'deleteCompanyTitle' : 'deleteTitle', { name: row.shortcode }),
        hint: t('deleteHint'),
        done: t('deleted'),
        call: row => api(quickMessages.remove, { params: { id: row.id } }),
        list: quickMessages.list,
        rowsKey: 'records',
      }}
      dialog={(row, onClose) => (
        <QuickMessageDialog row={row} isAdmin={isAdmin} readOnly={row !== null && !mayChange(row)} onClose={onClose} />
      )}
      nameOf={nameOf}
      columns={columns}
      card={row => ({
        title: <span className="truncate">{nameOf(row)}</span>,
        line: (
          <>
            <Words row={row} />
            {!row.status && <Badge>{t('inactive')}</Badge>}
            {row.geral && <Badge tone="accent">{t('company')}</Badge>}
            {row.queueIds.length > 0 && <span className="truncate">{namesOf(row.queueIds)}</span>}
          </>
        ),
      })}
      mayEdit={mayChange}
      mayDelete={mayChange}
      bulk={switches}
    />
  )
}

function Words({ row: { message, isMedia, mediaName } }: { row: QuickMessage }) {
  const { t } = useTranslation('quickMessages')
  return (
    <>
      <span className="min-w-0 truncate" title={message}>
        {message || (isMedia ? t('onlyFile') : '–')}
      </span>
      {isMedia && (
        <Paperclip size={16} role="img" aria-label={mediaName ?? t('media')} className="icon shrink-0 text-ink-2" />
      )}
    </>
  )
}
