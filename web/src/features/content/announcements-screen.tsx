import { announcements } from '@balcao/shared/api/content/announcements.ts'
import type { Announcement } from '@balcao/shared/entities/announcement.ts'
import { Image, Newspaper } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useBulkSwitch } from '#/components/list/use-bulk.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { formatDate } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { PriorityBadge } from './public/priority-badge.tsx'

const AnnouncementDialog = lazyPart(() => import('./announcement-dialog.tsx').then(file => file.AnnouncementDialog))

/** Shows the announcements of super users to every company. */
export function AnnouncementsScreen() {
  const { t } = useTranslation(['announcements', 'lists'])
  const { list, rows, search } = useRowList(announcements.list, page => page.records, undefined, { sort: 'priority' })
  const switches = useBulkSwitch<Announcement>({
    isOn: ({ status }) => status,
    call: ({ id }, status) => api(announcements.update, { params: { id }, body: { status } }),
    route: announcements.list,
    rowsKey: 'records',
    nameOf: ({ title }) => title,
  })
  const columns: Column<Announcement>[] = [
    {
      id: 'priority',
      head: t('priority'),
      beside: 16,
      text: ({ priority }) => t(`level.${priority}`),
      cell: ({ priority }) => <PriorityBadge priority={priority} />,
      order: ({ priority }) => priority,
    },
    { id: 'title', head: t('name'), main: true, text: ({ title }) => title },
    {
      id: 'text',
      head: t('text'),
      most: 480,
      beside: 24,
      text: ({ text }) => text,
      cell: row => <Words row={row} />,
    },
    {
      id: 'status',
      head: t('lists:column.status'),
      beside: 16,
      text: ({ status }) => t(status ? 'status' : 'inactive'),
      cell: ({ status }) => <Badge tone={status ? 'success' : 'neutral'}>{t(status ? 'status' : 'inactive')}</Badge>,
    },
    {
      id: 'created',
      head: t('lists:column.created'),
      from: 1200,
      end: true,
      text: ({ createdAt }) => formatDate(createdAt),
      order: ({ createdAt }) => createdAt,
    },
  ]
  return (
    <ListScreen
      name="announcements"
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      skeletons={6}
      firstUse={{ icon: <Newspaper size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: row => t('deleteTitle', { name: row.title }),
        hint: t('deleteHint'),
        done: t('deleted'),
        call: row => api(announcements.remove, { params: { id: row.id } }),
        list: announcements.list,
        rowsKey: 'records',
      }}
      nameOf={({ title }) => title}
      columns={columns}
      card={row => ({
        title: <span className="truncate">{row.title}</span>,
        line: (
          <>
            <PriorityBadge priority={row.priority} />
            <Words row={row} />
            {!row.status && <Badge>{t('inactive')}</Badge>}
          </>
        ),
      })}
      bulk={switches}
      dialog={(row, onClose) => <AnnouncementDialog row={row} onClose={onClose} />}
    />
  )
}

function Words({ row: { text, mediaPath } }: { row: Announcement }) {
  const { t } = useTranslation('announcements')
  return (
    <>
      <span className="min-w-0 truncate">{text}</span>
      {mediaPath && <Image size={16} role="img" aria-label={t('withPicture')} className="icon shrink-0" />}
    </>
  )
}
